import type { Ending } from "../process/exit-code.ts";
import type { HistoryActions } from "./history-commands.ts";
import type { World } from "../process/world.ts";

export function historyActionsIn(world: World, keep: (ending: Ending) => void): HistoryActions {
  return {
    checkHistory: async (files, typed) => {
      if (typed.from === undefined) {
        const { checkHistory } = await import("./check-history.ts");
        keep(await checkHistory({ files, ...typed }, world));
      } else {
        const { checkLogs } = await import("./check-logs.ts");
        keep(await checkLogs({ files, ...typed, from: typed.from }, world));
      }
    },
    mergeHistories: async (files, typed) => {
      const { mergeHistories } = await import("./merge-histories.ts");
      await mergeHistories(files, typed, world);
    },
  };
}

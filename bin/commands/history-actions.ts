import type { Ending } from "../process/exit-code.ts";
import type { HistoryActions } from "./history-commands.ts";
import type { World } from "../process/world.ts";

/** What the commands on recorded histories do. `keep` receives how one ended. */
export function historyActionsIn(world: World, keep: (ending: Ending) => void): HistoryActions {
  return {
    checkHistory: async (file, typed) => {
      const { checkHistory } = await import("./check-history.ts");
      keep(await checkHistory({ file, ...typed }, world));
    },
    mergeHistories: async (files, typed) => {
      const { mergeHistories } = await import("./merge-histories.ts");
      await mergeHistories(files, typed, world);
    },
  };
}

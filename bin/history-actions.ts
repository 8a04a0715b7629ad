import type { Ending } from "./exit-code.ts";
import type { HistoryActions } from "./history-commands.ts";
import type { World } from "./world.ts";

/** What the commands on recorded histories do. `keep` receives how one ended. */
export function historyActionsIn(world: World, keep: (ending: Ending) => void): HistoryActions {
  return {
    checkHistory: async (file, typed) => {
      const { checkHistory } = await import("./commands/check-history.ts");
      keep(await checkHistory({ file, ...typed }, world));
    },
    mergeHistories: async (files, typed) => {
      const { mergeHistories } = await import("./commands/merge-histories.ts");
      await mergeHistories(files, typed, world);
    },
  };
}

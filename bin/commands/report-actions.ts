import type { Ending } from "../process/exit-code.ts";
import type { ReportActions } from "./report-commands.ts";
import type { World } from "../process/world.ts";

/**
 * Returns the actions of the commands that process finished runs, each loaded when called. `again` runs a command line
 * of the program.
 */
export function reportActionsIn(
  world: World,
  keep: (ending: Ending) => void,
  again: (args: readonly string[]) => Promise<Ending>,
): ReportActions {
  return {
    reproduce: async (position, record, typed) => {
      const { reproduce } = await import("./reproduce.ts");
      keep(await reproduce({ position, record, typed, again }, world));
    },
    showReport: async (record) => {
      const { showReport } = await import("./show-report.ts");
      await showReport(record, world);
    },
    report: async (place, typed) => {
      const { report } = await import("./report.ts");
      await report(place, typed, world);
    },
    judge: async (place, typed) => {
      const { judge } = await import("./judge.ts");
      keep(await judge(place, typed, world));
    },
    verify: async (path, typed) => {
      const { verify } = await import("./verify.ts");
      keep(await verify(path, typed, world));
    },
    diff: async (before, after, typed) => {
      const { diff } = await import("./diff.ts");
      keep(await diff({ before, after, ...typed }, world));
    },
    compare: async (places, typed) => {
      const { compare } = await import("./compare.ts");
      await compare(places, typed, world);
    },
    merge: async (places, typed) => {
      const { merge } = await import("./merge.ts");
      keep(await merge(places, typed, world));
    },
  };
}

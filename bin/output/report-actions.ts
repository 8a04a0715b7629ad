import type { Ending } from "../exit-code.ts";
import type { ReportActions } from "../report-commands.ts";
import type { World } from "../world.ts";

/** The commands on records of runs that are over. Each is loaded when it is called. */
export function reportActionsIn(world: World, keep: (ending: Ending) => void): ReportActions {
  return {
    report: async (place, typed) => {
      const { report } = await import("../commands/report.ts");
      await report(place, typed, world);
    },
    judge: async (place, typed) => {
      const { judge } = await import("../commands/judge.ts");
      keep(await judge(place, typed, world));
    },
    verify: async (path, typed) => {
      const { verify } = await import("../commands/verify.ts");
      keep(await verify(path, typed, world));
    },
    diff: async (before, after, typed) => {
      const { diff } = await import("../commands/diff.ts");
      keep(await diff({ before, after, ...typed }, world));
    },
    compare: async (places, typed) => {
      const { compare } = await import("../commands/compare.ts");
      await compare(places, typed, world);
    },
    merge: async (places, typed) => {
      const { merge } = await import("../commands/merge.ts");
      keep(await merge(places, typed, world));
    },
  };
}

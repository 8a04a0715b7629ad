import { CommanderError } from "commander";
import { suiteCommand } from "#contract";
import { appearanceOf } from "../output/appearance.ts";
import { completionActionsIn } from "./completion-commands.ts";
import { describeError, UsageError } from "../process/program-errors.ts";
import { exitCodeOf } from "../process/exit-code.ts";
import type { Ending, ExitCode } from "../process/exit-code.ts";
import { guardedWorld } from "../process/guarded-world.ts";
import { createProgram } from "./program.ts";
import type { Actions } from "./program.ts";
import { readSuite } from "../process/version.ts";
import type { TryActions } from "../options/try-options.ts";
import type { World } from "../process/world.ts";
import type { HistoryActions } from "./history-commands.ts";
import type { ReportActions } from "./report-commands.ts";

/** Runs one command line, without the program name, and resolves with the exit code. Never rejects. */
export async function main(args: readonly string[], given: World): Promise<ExitCode> {
  const world = guardedWorld(given, args);
  const ending = await endingOf(args, world);
  if (ending.ending === "failed") {
    const isVerbose = args.includes("--verbose");
    const { width } = appearanceOf(world.err, world, { color: false });
    const wrapping = world.err.isTerminal ? { width } : {};
    world.err.write(describeError(ending.error, { isVerbose, ...wrapping }));
  }
  return exitCodeOf(ending);
}

async function endingOf(args: readonly string[], world: World): Promise<Ending> {
  let ending: Ending = { ending: "done" };
  const keep = (ended: Ending): void => {
    ending = ended;
  };
  try {
    const program = createProgram({
      version: readSuite().version,
      actions: actionsIn(world, keep),
      print: (text) => world.out.write(text),
      width: appearanceOf(world.out, world, { color: false }).width,
    });
    await program.parseAsync(args, { from: "user" });
    return ending;
  } catch (error) {
    return error instanceof CommanderError
      ? endingOfParser(error, args)
      : { ending: "failed", error };
  }
}

/**
 * Returns the actions of the commands. Each action is loaded when called, so that help and lists do not load a server.
 */
function actionsIn(world: World, keep: (ending: Ending) => void): Actions {
  return {
    run: async (typed, given) => {
      const { run } = await import("./run.ts");
      keep(await run({ typed, given }, world));
    },
    init: async (typed) => {
      const { init } = await import("./init.ts");
      keep(await init(typed, world));
    },
    ...tryActionsIn(world, keep),
    list: async (typed) => {
      const { list } = await import("./list.ts");
      await list(typed, world);
    },
    explain: async (requirement, typed) => {
      const { explain } = await import("./explain.ts");
      await explain({ requirement, ...typed }, world);
    },
    serve: async (typed) => {
      const { serve } = await import("./serve.ts");
      await serve(typed, world);
    },
    observe: async (typed, given) => {
      const { observe } = await import("./observe.ts");
      keep(await observe({ typed, given }, world));
    },
    controller: async (typed, given) => {
      const { controller } = await import("./controller.ts");
      keep(await controller({ typed, given }, world));
    },
    ...historyActionsIn(world, keep),
    ...completionActionsIn(world),
    ...reportActionsIn(world, keep, (args) => endingOf(args, world)),
    config: async (typed, given) => {
      const { config } = await import("./config.ts");
      await config({ typed, given }, world);
    },
    cleanup: async (record, typed, given) => {
      const { cleanup } = await import("./cleanup.ts");
      keep(await cleanup(record, { typed, given }, world));
    },
    selfTest: async (typed) => {
      const { selfTest } = await import("./self-test.ts");
      keep(await selfTest(typed, world));
    },
  };
}

function tryActionsIn(world: World, keep: (ending: Ending) => void): TryActions {
  return {
    tryOperation: async (operands, typed) => {
      const { tryOperation } = await import("./try.ts");
      keep(await tryOperation(operands, typed, world));
    },
  };
}

/** The parser also throws after printing help or the version. */
function endingOfParser(error: CommanderError, [command = ""]: readonly string[]): Ending {
  if (error.exitCode === 0) return { ending: "done" };
  const [message = "", ...suggestions] = error.message.replace(/^error: /u, "").split("\n");
  const suggestion = suggestions.join(" ").replaceAll(/[()]/gu, "").trim();
  const help =
    error.code === "commander.missingArgument"
      ? `${suiteCommand} ${command} --help lists its arguments.`
      : `${suiteCommand} --help lists all commands and options.`;
  const fix = suggestion === "" ? help : suggestion;
  return { ending: "failed", error: new UsageError(message, { fix, cause: error }) };
}

function historyActionsIn(world: World, keep: (ending: Ending) => void): HistoryActions {
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

/**
 * Returns the actions of the commands that process finished runs, each loaded when called. `again` runs a command line
 * of the program.
 */
function reportActionsIn(
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

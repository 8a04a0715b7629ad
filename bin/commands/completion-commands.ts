import type { Command } from "commander";
import type { World } from "../process/world.ts";
import { shells, wordsCommand } from "./completion-script.ts";

export interface CompletionActions {
  readonly completion: (shell: string) => Promise<void>;
  readonly completeWords: (program: Command, typed: readonly string[]) => Promise<void>;
}

export function defineCompletion(program: Command, actions: CompletionActions): void {
  program
    .command("completion")
    .description("print a completion script for your shell's startup file")
    .argument("<shell>", `one of ${shells.join(", ")}`)
    .action((shell: string) => actions.completion(shell));
  program
    .command(wordsCommand, { hidden: true })
    .argument("[words...]")
    .action((typed: readonly string[]) => actions.completeWords(program, typed));
}

/** Their module is loaded on the first call. */
export function completionActionsIn(world: World): CompletionActions {
  return {
    completion: async (shell) => {
      const { completion } = await import("./completion.ts");
      completion(shell, world);
    },
    completeWords: async (program, typed) => {
      const { printWords } = await import("./completion.ts");
      await printWords(program, typed, world);
    },
  };
}

import { reproductionCommand } from "../output/reproduction-command.ts";
import type { RunSettings } from "../options/run-settings.ts";
import type { ControllerSettings } from "./controller-settings.ts";

/** The command that runs the same scenarios again, without credentials. */
export function repeatController(
  { settings, special }: { readonly settings: RunSettings; readonly special: ControllerSettings },
  seed: number,
): string {
  const { controller, convergeMs, kinds = [], rivalMembers = {}, olderLists } = special;
  const words = [
    "controller",
    ...wordsOf(controller, settings),
    ...kinds.flatMap((kind) => ["--kind", kind]),
    ...Object.entries(rivalMembers).flatMap(([kind, members]) =>
      members.flatMap((member) => ["--rival-member", `${kind}.${member}`]),
    ),
    ...(olderLists === true ? ["--older-lists"] : []),
    "--converge",
    `${convergeMs}ms`,
  ];
  return reproductionCommand(settings, seed, words);
}

function wordsOf(
  wish: ControllerSettings["controller"],
  { endpoint, kubernetes }: RunSettings,
): readonly string[] {
  switch (wish.from) {
    case "reference":
      if (wish.twin !== undefined) return ["--twin", wish.twin.name];
      return endpoint === undefined && kubernetes === undefined ? [] : ["--reference"];
    case "command":
      return [
        "--command",
        wish.command,
        ...(wish.ready === undefined ? [] : ["--ready", wish.ready]),
      ];
    case "outside":
      return wish.port === undefined ? [] : ["--proxy-port", String(wish.port)];
  }
}

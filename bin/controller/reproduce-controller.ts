import { reproductionCommand } from "../output/reproduction-command.ts";
import type { RunSettings } from "../options/run-settings.ts";
import type { ControllerSettings } from "./controller-settings.ts";

/** Returns the command that runs the same scenarios again, without credentials. */
export function reproduceController(
  { settings, special }: { readonly settings: RunSettings; readonly special: ControllerSettings },
  seed: number,
): string {
  const { controller, convergeMs, kinds = [], rivalFields = {}, owned = {}, olderLists } = special;
  const args = [
    "controller",
    ...argsOf(controller, settings),
    ...kinds.flatMap((kind) => ["--kind", kind]),
    ...Object.entries(rivalFields).flatMap(([kind, members]) =>
      members.flatMap((member) => ["--rival-field", `${kind}.${member}`]),
    ),
    ...Object.entries(owned).flatMap(([owner, all]) =>
      all.flatMap(({ kind, label }) => ["--owned", `${owner}=${kind}:${label}`]),
    ),
    ...(olderLists === true ? ["--older-lists"] : []),
    "--converge",
    `${convergeMs}ms`,
  ];
  return reproductionCommand(settings, seed, args);
}

function argsOf(
  request: ControllerSettings["controller"],
  { endpoint, kubernetes }: RunSettings,
): readonly string[] {
  switch (request.from) {
    case "reference":
      if (request.variant !== undefined) return ["--variant", request.variant.name];
      return endpoint === undefined && kubernetes === undefined ? [] : ["--reference"];
    case "command":
      return [
        "--command",
        request.command,
        ...(request.ready === undefined ? [] : ["--ready", request.ready]),
      ];
    case "outside":
      return request.port === undefined ? [] : ["--proxy-port", String(request.port)];
  }
}

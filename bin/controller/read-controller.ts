import type { ControllerArguments } from "../options/controller-options.ts";
import { readSettings } from "../options/read-settings.ts";
import type { RunSettings } from "../options/run-settings.ts";
import type { World } from "../process/world.ts";
import { readControllerSettings } from "./controller-settings.ts";
import type { ControllerSettings } from "./controller-settings.ts";

export function readController(
  typed: ControllerArguments,
  world: Pick<World, "environment" | "secrets">,
): { readonly special: ControllerSettings; readonly settings: RunSettings } {
  const { kind, ...general } = typed;
  const named = kind === undefined ? {} : { kind };
  // On an API server, `--kind` specifies the kinds of the target; with a dialect, it selects among the kinds of the
  // dialect.
  const isCluster = [typed.kubeconfig, typed.context].some((option) => option !== undefined);
  const isNamed = isCluster || typed.protocol === "kubernetes";
  return {
    special: readControllerSettings({ ...general, ...(isNamed ? {} : named) }),
    settings: readSettings({ ...general, ...(isNamed ? named : {}) }, world),
  };
}

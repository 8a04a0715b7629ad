import type { TrialKind } from "#targets";
import { SetupFailed } from "./check.ts";
import type { CheckContext } from "./check.ts";
import { isAccepted } from "./step.ts";
import type { Step } from "./step.ts";

/** The checks that define kinds, by their ids: each has a trial kind of its own, because they run at the same time. */
const users = [
  "kinds/served-once-defined",
  "kinds/objects-go-with-definition",
  "kinds/status-outlives-its-separation",
  "isolation/stored-spec-not-validated-again",
  "readiness/member-default-needs-status",
] as const;

/** The trial kind of a check. Undefined where the target has none for it. */
export function trialKindOf(
  { target }: Pick<CheckContext, "target">,
  check: (typeof users)[number],
): TrialKind | undefined {
  return target.trialKinds?.[users.indexOf(check)];
}

/** Defines a trial kind. Throws {@link SetupFailed} when the target does not accept it. */
export async function defineTrialKind(
  context: Pick<CheckContext, "call" | "owning">,
  { key, definitions }: TrialKind,
  form: keyof TrialKind["definitions"],
): Promise<Step> {
  context.owning(key);
  const step = await context.call({
    verb: "create",
    identity: "author",
    key,
    spec: definitions[form],
  });
  if (isAccepted(step)) return step;
  throw new SetupFailed("a kind could not be defined", step);
}

/** Defines a kind otherwise. Throws {@link SetupFailed} when the target does not accept it. */
export async function redefineTrialKind(
  context: Pick<CheckContext, "call">,
  { key, definitions }: TrialKind,
  form: keyof TrialKind["definitions"],
): Promise<Step> {
  const read = await context.call({ verb: "read", identity: "author", key });
  if (read.outcome.result !== "object") {
    throw new SetupFailed("the definition of a kind could not be read", read);
  }
  const { resourceVersion } = read.outcome.object.metadata;
  const spec = definitions[form];
  const step = await context.call({
    verb: "update",
    identity: "author",
    key,
    resourceVersion,
    spec,
  });
  if (isAccepted(step)) return step;
  throw new SetupFailed("a definition could not be changed", step);
}

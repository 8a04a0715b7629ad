import { keyOf } from "#contract";
import type { CreateCommand, JsonObject, Resource, UpdateStatusCommand } from "#contract";
import type { TrialKind } from "#targets";
import { FixtureRefused, SetupFailed } from "../session/check.ts";
import type { CheckContext } from "../session/check.ts";
import { isAccepted } from "../judging/recorded-step.ts";
import type { Step } from "../judging/recorded-step.ts";

/** Ids of the checks that define kinds. Each check has its own trial kind, because the checks run concurrently. */
const users = [
  "kinds/served-once-defined",
  "kinds/objects-go-with-definition",
  "kinds/status-outlives-its-separation",
  "isolation/stored-spec-not-validated-again",
  "readiness/member-default-needs-status",
] as const;

/** Returns the trial kind of a check. Returns undefined if the target has none for that check. */
export function trialKindOf(
  { target }: Pick<CheckContext, "target">,
  check: (typeof users)[number],
): TrialKind | undefined {
  return target.trialKinds?.[users.indexOf(check)];
}

/**
 * Defines a trial kind.
 *
 * @throws SetupFailed when the definition is not accepted.
 */
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
  throw new FixtureRefused("the creation of a kind definition failed", step);
}

/** Creates an object of a trial kind. Returns the step even if the request is rejected. */
export function createTrialObject(
  context: Pick<CheckContext, "call" | "unusedKey">,
  { kind }: TrialKind,
  rest: Pick<CreateCommand, "foreign"> = {},
): Promise<Step<CreateCommand>> {
  const spec = kind.samples.specs[0] ?? {};
  const key = context.unusedKey(kind);
  return context.call({ verb: "create", identity: "author", key, spec, ...rest });
}

/** Writes the status of a trial kind's object, through the kind's first mutation. */
export function reportOnTrialObject(
  context: Pick<CheckContext, "call">,
  { kind }: TrialKind,
  { object, status }: { readonly object: Resource; readonly status: JsonObject },
): Promise<Step<UpdateStatusCommand>> {
  const [via = ""] = kind.operations.updateStatus;
  const { resourceVersion } = object.metadata;
  const key = keyOf(object);
  return context.call({
    verb: "updateStatus",
    identity: "controller",
    via,
    key,
    resourceVersion,
    status,
  });
}

/**
 * Changes the definition of a kind.
 *
 * @throws SetupFailed when the new definition is not accepted.
 */
export async function redefineTrialKind(
  context: Pick<CheckContext, "call">,
  { key, definitions }: TrialKind,
  form: keyof TrialKind["definitions"],
): Promise<Step> {
  const read = await context.call({ verb: "read", identity: "author", key });
  if (read.outcome.result !== "object") {
    throw new SetupFailed("the kind definition could not be read", read);
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
  throw new SetupFailed("the update of a kind definition failed", step);
}

import { authoredNames, isEmptyField } from "#contract";
import type { RequirementId } from "#contract";
import { isStatusWrite } from "#model";
import type { Change, ObjectPart } from "#model";
import { brokenByStep } from "./broken-by-step.ts";
import type { Judged } from "./broken-by-step.ts";
import { brokenByStatusWrite } from "./write-attribution.ts";
import type { WithoutEffect } from "./write-attribution.ts";

const parts: readonly ObjectPart[] = [
  "identity",
  "spec",
  "metadata",
  "deletion time",
  "generation",
  "version",
];

const texts = { expected: "", actual: "" } as const;

/** Returns the requirements that a conformant step exercises: all requirements that it would otherwise violate. */
export function shownByStep(step: Judged): ReadonlySet<RequirementId> {
  const { prediction } = step;
  switch (prediction.result) {
    case "open":
      return new Set();
    case "refused":
      return present([brokenByStep({ about: "refusal", cause: prediction.cause, ...texts }, step)]);
    case "list":
      return present([brokenByStep({ about: "list", ...texts }, step)]);
    case "object":
      return present([
        brokenByStep({ about: "acceptance", ...texts }, step),
        ...applicable(step).map((part) => brokenByStep({ about: "part", part, ...texts }, step)),
        ...shownByContent(step),
      ]);
  }
}

/** Returns the parts of the object for which the prediction has a value; other parts are not exercised. */
function applicable({ command, prediction }: Judged): readonly ObjectPart[] {
  if (prediction.result !== "object") return [];
  const { version, generation, isTerminating, authored } = prediction.expected;
  const isLoss = isStatusWrite(command);
  return parts.filter((part) => {
    // A status write can only lose metadata that is set.
    if (part === "metadata" && isLoss)
      return authoredNames.some((name) => !isEmptyField(authored[name]));
    if (part === "version") return version !== "either";
    if (part === "generation") return generation !== undefined;
    return part !== "deletion time" || isTerminating;
  });
}

function shownByContent(step: Judged): readonly (RequirementId | undefined)[] {
  const { command, prediction } = step;
  if (prediction.result !== "object") return [];
  if (!isStatusWrite(command)) {
    return [brokenByStep({ about: "part", part: "status", ...texts }, step)];
  }
  const { before, status } = prediction.expected;
  const members = new Set([...Object.keys(before?.status ?? {}), ...Object.keys(status ?? {})]);
  return [...members].map((member) =>
    brokenByStatusWrite({ part: "status", member }, { ...step, command }),
  );
}

export function shownByEvents(
  changes: readonly Change[],
  without: WithoutEffect,
): readonly RequirementId[] {
  const byType = {
    ADDED: "watch.creation-is-added",
    MODIFIED: "watch.one-event-per-write",
    DELETED: "watch.deletion-is-deleted",
  } as const;
  return [
    ...changes.flatMap(({ type }): RequirementId[] => [
      byType[type],
      "watch.event-carries-stored-object",
    ]),
    ...(changes.length > 1 ? (["watch.ordered", "watch.unique"] as const) : []),
    ...(without.refused ? (["watch.nothing-for-refused"] as const) : []),
    ...(without.tried ? (["watch.nothing-for-dry-run"] as const) : []),
    ...(without.unchanged ? (["watch.nothing-for-no-op"] as const) : []),
  ];
}

function present(requirements: readonly (RequirementId | undefined)[]): ReadonlySet<RequirementId> {
  return new Set(requirements.filter((requirement) => requirement !== undefined));
}

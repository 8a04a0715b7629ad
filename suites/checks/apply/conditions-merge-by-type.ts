import { isEmpty, isJsonObject } from "#contract";
import type { JsonObject, JsonValue, Resource } from "#contract";
import {
  acceptedObject,
  afterAccepted,
  claim,
  conditionsIn,
  countedStatus,
  defineCheck,
  describeDifferences,
  describeStep,
  errored,
  failureOf,
  isAccepted,
  isSame,
  objectOf,
  readOf,
  statusApply,
  undecided,
  withConditions,
  writeInTurn,
  incidental,
} from "#harness";
import type { CheckContext, ConditionsPlace, Finding, Step } from "#harness";
import { conditionTypes, placeOf, possibleConditions } from "../conditions/sample-condition.ts";
import { managers } from "./field-managers.ts";

interface Turn {
  readonly requirement: "apply.conditions-merge-by-type" | "apply.removes-omitted-fields";
  readonly what: string;
  readonly write: Step;
  readonly shown: Step;
  readonly present: readonly JsonObject[];
  readonly absent: readonly string[];
}

interface Observations extends ConditionsPlace {
  readonly turns: readonly Turn[];
}

const covers = ["apply.conditions-merge-by-type", "apply.removes-omitted-fields"] as const;

export const conditionsMergeByType = defineCheck<Observations | null>({
  id: "apply/conditions-merge-by-type",
  title: "Managers that apply conditions of different types do not affect each other's conditions",
  covers,
  scope: "kind",
  features: ["status.apply", "status.conditions"],
  verbs: ["patchStatus"],

  async drive(context) {
    const applied = appliedConditions(context);
    if (applied === undefined) return null;
    const { own, ready, isReady, synced } = applied;
    const statusOf = (condition: JsonObject): JsonObject =>
      withConditions(context.kind, {}, [condition]);
    const { key, object } = await context.fixture();
    const { first, second } = managers;

    const { resourceVersion } = object.metadata;
    const report = { manager: first, status: statusOf(ready) };
    const owned = await context.call(statusApply(key, { ...report, resourceVersion }));
    const { metadata } = acceptedObject(owned, "an apply failed");
    const { other, again, without } = await writeInTurn(context, metadata.resourceVersion, {
      other: statusApply(key, { manager: second, status: statusOf(synced) }),
      again: statusApply(key, { manager: first, status: statusOf(isReady) }),
      without: statusApply(key, {
        manager: first,
        status: countedStatus(context, 1),
        ...overAdmission(object),
      }),
    });
    const read = await context.call(readOf(key));
    const turns = turnsOf(own, { ready, synced, isReady }, { other, again, without, read });
    return { turns, ...placeOf(context) };
  },

  judge(observations) {
    if (observations === null)
      return incidental(covers, "the status of the kind cannot contain two types of conditions");
    const { turns } = observations;
    return turns.map((turn, index) =>
      afterAccepted(
        turn.requirement,
        turns.slice(0, index).map(({ write }) => write),
        () => judgeTurn(turn, observations),
      ),
    );
  },
});

interface AppliedConditions {
  readonly own: string;
  readonly ready: JsonObject;
  readonly isReady: JsonObject;
  readonly synced: JsonObject;
}

function appliedConditions(context: CheckContext): AppliedConditions | undefined {
  const [own = "", another] = (conditionTypes(context) ?? ["Ready", "Synced"]).map(String);
  const [ready, isReady, synced] = possibleConditions(context, [
    conditionOf(own, "False"),
    conditionOf(own, "True"),
    ...(another === undefined ? [] : [conditionOf(another, "True")]),
  ]);
  return ready && isReady && synced && { own, ready, isReady, synced };
}

export function conditionOf(type: string, status: "True" | "False"): JsonObject {
  return {
    type,
    status,
    reason: "Observed",
    message: "reported by a check",
    lastTransitionTime: "2024-01-01T00:00:00Z",
    observedGeneration: 1,
  };
}

function judgeTurn(
  { requirement, what, write, shown, present, absent }: Turn,
  place: ConditionsPlace,
): Finding {
  const evidence = [...new Set([write.exchange, shown.exchange])];
  const broken = failureOf(write) ?? failureOf(shown);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  if (isAccepted(write) && objectOf(shown) === undefined) {
    return undecided(requirement, `nothing to judge: ${describeStep(shown)}`, evidence);
  }
  const wanted = byType(present);
  const found = byType(conditionsIn(place, objectOf(shown)?.status));
  const mattering = Object.entries(found).filter(
    ([type]) => Object.hasOwn(wanted, type) || absent.includes(type),
  );
  const seen = Object.fromEntries(mattering);
  return claim(requirement, {
    holds: isAccepted(write) && isSame(wanted, seen),
    expected: `when ${what}, ${describeWanted(present, absent)}`,
    actual: isAccepted(write)
      ? describeDifferences("the conditions by type", wanted, seen)
      : describeStep(write),
    evidence,
  });
}

function describeWanted(present: readonly JsonObject[], absent: readonly string[]): string {
  const there = present.map((condition) => `${typeOf(condition)} has the applied value`);
  return [...there, ...absent.map((type) => `${type} is removed`)].join(" and ");
}

/** Indexes conditions by type, because their order is irrelevant. The key of a condition without a type is empty. */
function byType(conditions: JsonValue | readonly JsonObject[] | undefined): JsonObject {
  const list: readonly unknown[] = Array.isArray(conditions) ? conditions : [];
  return Object.fromEntries(
    list.filter(isJsonObject).map((condition) => [typeOf(condition), condition]),
  );
}

function typeOf({ type }: JsonObject): string {
  return typeof type === "string" ? type : "";
}

/**
 * Returns the options for an apply of fields that admission may have set. Such fields already have an owner, so the
 * apply needs force.
 */
function overAdmission({ status }: Resource): { readonly force?: true } {
  return isEmpty(status) ? {} : { force: true };
}

type Conditions = Readonly<Record<"ready" | "synced" | "isReady", JsonObject>>;

type Steps = Readonly<Record<"other" | "again" | "without" | "read", Step>>;

function turnsOf(
  own: string,
  { ready, synced, isReady }: Conditions,
  { other, again, without, read }: Steps,
): readonly Turn[] {
  return [
    {
      requirement: "apply.conditions-merge-by-type",
      what: "the second manager applies its own conditions",
      write: other,
      shown: other,
      present: [ready, synced],
      absent: [],
    },
    {
      requirement: "apply.conditions-merge-by-type",
      what: "the first manager changes its own conditions",
      write: again,
      shown: again,
      present: [isReady, synced],
      absent: [],
    },
    {
      requirement: "apply.removes-omitted-fields",
      what: "the first manager omits its own conditions",
      write: without,
      shown: read,
      present: [],
      absent: [own],
    },
  ];
}

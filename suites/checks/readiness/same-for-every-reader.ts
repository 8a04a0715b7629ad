import { keyOf } from "#contract";
import type { JsonObject, Resource } from "#contract";
import {
  acceptedObject,
  claim,
  conditionsIn,
  conditionsPathOf,
  defineCheck,
  describeDifferences,
  given,
  listOf,
  objectOf,
  observedIn,
  readOf,
  statusBeginning,
  statusWrite,
  undecided,
  incidental,
  exercised,
  withObserved,
} from "#harness";
import type {
  CheckContext,
  Finding,
  Readiness,
  SettledEvents,
  StatusMode,
  StatusPlaces,
  Step,
} from "#harness";
import { placeOf, possibleConditions, statusOfConditions } from "../conditions/sample-condition.ts";
import { readinessIn } from "./readiness-in.ts";
import type { ReadinessOf } from "./readiness-in.ts";

interface DecisiveStatus {
  readonly observed?: number;
  readonly conditions: readonly JsonObject[];
}

/** Returns one status for each rule that determines readiness. The first statuses have no observed generation. */
export function decisiveStatuses(generation: number): readonly DecisiveStatus[] {
  const seen = { observed: generation };
  const ready = condition("Ready", "True");
  const reconciling = condition("Reconciling", "True");
  const stalled = condition("Stalled", "True");
  return [
    { conditions: [condition("Ready", "False")] },
    { conditions: [ready] },
    { ...seen, conditions: [reconciling, stalled, ready] },
    { ...seen, conditions: [stalled, reconciling, ready] },
    { ...seen, conditions: [condition("Ready", "Unknown")] },
    { observed: 0, conditions: [ready] },
    { ...seen, conditions: [ready] },
  ];
}

interface ExpectedStatus {
  readonly submitted: JsonObject;
  readonly told: JsonObject;
}

interface WayOfWriting {
  readonly mode: StatusMode | undefined;
  readonly initial: JsonObject;
}

/**
 * Returns the status after each of several writes on a new object. A partial write preserves other fields, including
 * defaults: an observed generation of -1 remains if a write contains only conditions.
 */
export function statusesAfter(
  statuses: readonly JsonObject[],
  { mode, initial }: WayOfWriting,
): readonly ExpectedStatus[] {
  if (mode !== "partial") return statuses.map((submitted) => ({ submitted, told: submitted }));
  let told = initial;
  return statuses.map((submitted) => {
    told = { ...told, ...submitted };
    return { submitted, told };
  });
}

function condition(type: string, status: string): JsonObject {
  const lastTransitionTime = "2024-05-01T12:00:00Z";
  return { type, status, reason: "Observed", message: "", lastTransitionTime };
}

interface Report {
  /** The expected status after the write, including preserved fields. */
  readonly told: JsonObject;
  readonly expected: Readiness;
  readonly write: Step;
  readonly read: Step;
}

interface Observations extends StatusPlaces {
  readonly reports: readonly Report[];
  readonly list?: Step;
  readonly settled: SettledEvents;
}

const same = "readiness.same-for-every-reader";
const integer = "readiness.observed-generation-is-an-integer";
const covers = [same, integer] as const;

const unobserved = "the status that was written has no observed generation";

export const sameForEveryReader = defineCheck<Observations | null>({
  id: "readiness/same-for-every-reader",
  title: "The submitted status, the response, reads, lists and events all show the same readiness",
  covers,
  scope: "kind",
  features: ["status.conditions", "status.observedGeneration", "generation"],
  statusModes: ["partial", "replace"],

  async drive(context) {
    const { kind } = context;
    const [sample = {}] = kind.samples.statuses;
    const isReported = [conditionsIn(kind, sample), observedIn(kind, sample)].every(
      (value) => value !== undefined,
    );
    if (!isReported) return null;
    const { key, object } = await context.fixture();
    const reports: Report[] = [];
    let current = object;
    const generation = object.metadata.generation ?? 1;
    const statuses = decisiveStatuses(generation).flatMap(({ observed, conditions: all }) => {
      const conditions = possibleConditions(context, all);
      if (conditions.length === 0) return [];
      const status = statusOfConditions(context, conditions);
      return [observed === undefined ? status : withObserved(kind, status, observed)];
    });
    for (const { submitted, told } of statusesAfter(statuses, wayOfWriting(context, object))) {
      const write = await report(context, current, submitted);
      const read = await context.call(readOf(key));
      const expected = readinessIn(kind)({ metadata: object.metadata, status: told });
      const { resourceVersion: replaced } = current.metadata;
      current = acceptedObject(write, "a status write failed");
      // If the order of conditions has no meaning, another order is no change, and has no readiness of its own.
      const isUnchanged = current.metadata.resourceVersion === replaced;
      if (isUnchanged && context.isUnordered?.(conditionsPathOf(kind).path) === true) continue;
      reports.push({ told, expected, write, read });
    }
    const settled = await context.settle(key);
    const observed = { reports, settled, ...placeOf(context) };
    if (kind.operations.list.length === 0) return observed;
    return { ...observed, list: await context.call(listOf(context, key)) };
  },

  judge(observations) {
    if (observations === null)
      return incidental(covers, "the first sample status lacks conditions or observedGeneration");
    const { reports } = observations;
    const readiness = readinessIn(observations);
    return [
      ...reports.flatMap((one) => judgeReport(one, readiness, observations)),
      ...judgeCopies(observations, readiness),
    ];
  },
});

function wayOfWriting(context: CheckContext, created: Resource): WayOfWriting {
  const { kind, target, via } = context;
  const semantics = { ...target.semantics, ...kind.semantics, ...kind.statusSemantics?.[via] };
  return {
    mode: kind.statusModes[via],
    initial: statusBeginning({ kind: { ...kind, semantics }, target }, created),
  };
}

function report(context: CheckContext, current: Resource, status: JsonObject): Promise<Step> {
  const { resourceVersion } = current.metadata;
  return context.call(statusWrite(context, keyOf(current), { resourceVersion, status }));
}

function judgeReport(
  { told, expected, write, read }: Report,
  readiness: ReadinessOf,
  places: StatusPlaces,
): readonly Finding[] {
  const observed = observedIn(places, told);
  return [
    given(same, { write, read }, (of) => {
      const states = [of.write, of.read].map((object) => readiness(object));
      return {
        holds: states.every(({ state }) => state === expected.state),
        expected: `${expected.state} in the response and in a read, because ${expected.because}`,
        actual: states.map(({ state, because }) => `${state}, because ${because}`).join("; "),
      };
    }),
    given(integer, { write, read }, (of) => {
      const found = [of.write, of.read].map(({ status }) => observedIn(places, status));
      return {
        holds: found.every((value) => value === observed),
        expected: `the observed generation is ${JSON.stringify(observed) ?? "absent"}`,
        actual: found.map((value) => JSON.stringify(value) ?? "absent").join(" and "),
        ...exercised(observed !== undefined, unobserved),
      };
    }),
  ];
}

interface Copy {
  readonly where: "the list" | "an event";
  readonly object: Resource;
  readonly exchange: number;
}

/** Compares list items and events with the write responses for the same version, which must show the same state. */
function judgeCopies(observations: Observations, readiness: ReadinessOf): readonly Finding[] {
  const { reports, list, settled } = observations;
  if (settled.watched && !settled.reached) {
    return covers.map((covered) =>
      undecided(covered, settled.problem ?? "the watch did not deliver the sentinel event", []),
    );
  }
  const replies = reports.flatMap(({ write }) => objectOf(write) ?? []);
  const copies = [...copiesIn(list), ...copiesOf(settled)];
  return replies.flatMap((reply) =>
    copies
      .filter(({ object }) => isCopy(object, reply))
      .flatMap((copy) => judgeCopy(copy, reply, { readiness, places: observations })),
  );
}

function copiesIn(list: Step | undefined): readonly Copy[] {
  if (list?.outcome.result !== "list") return [];
  const { exchange } = list;
  return list.outcome.items.map((object) => ({ where: "the list", object, exchange }));
}

function copiesOf({ events, exchange = 0 }: SettledEvents): readonly Copy[] {
  return events.flatMap(({ object }) =>
    object === undefined ? [] : [{ where: "an event", object, exchange }],
  );
}

function isCopy(copy: Resource, reply: Resource): boolean {
  return (
    copy.metadata.uid === reply.metadata.uid &&
    copy.metadata.resourceVersion === reply.metadata.resourceVersion
  );
}

function judgeCopy(
  { where, object, exchange }: Copy,
  reply: Resource,
  { readiness, places }: { readonly readiness: ReadinessOf; readonly places: StatusPlaces },
): readonly Finding[] {
  const version = reply.metadata.resourceVersion;
  const [was, is] = [reply, object].map(({ status }) => observedIn(places, status));
  const { state, because } = readiness(object);
  const replied = readiness(reply).state;
  return [
    claim(same, {
      holds: state === replied,
      expected: `version ${version} is ${replied} in ${where}, as in the response`,
      actual: `${state}, because ${because}`,
      evidence: [exchange],
    }),
    claim(integer, {
      holds: was === is,
      expected: `version ${version} has the same observed generation in ${where} as in the response`,
      actual: describeDifferences("the observed generation", was, is),
      evidence: [exchange],
      ...exercised(was !== undefined, unobserved),
    }),
  ];
}

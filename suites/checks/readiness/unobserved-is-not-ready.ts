import { keyOf } from "#contract";
import type { JsonObject } from "#contract";
import {
  acceptedObject,
  claim,
  defineCheck,
  exchangesOf,
  statusWrite,
  undecided,
  vacuous,
  withObserved,
  writeSpec,
  exercised,
} from "#harness";
import type { CheckContext, Finding, SettledEvents, StatusPlaces, Written } from "#harness";
import { placeOf, possibleConditions, statusOfConditions } from "../conditions/sample-condition.ts";
import { readinessIn } from "./readiness-in.ts";
import type { ReadinessOf } from "./readiness-in.ts";

interface Observations extends StatusPlaces {
  /** The responses to the create request, to the reports by a correct controller, and to a spec change. */
  readonly replies: readonly Written[];
  readonly done: readonly string[];
  readonly settled: SettledEvents;
}

const requirement = "readiness.never-current-unobserved";

/** The check acts as the controller. The observations are null for kinds without a default status. */
export const unobservedIsNotReady = defineCheck<Observations | null>({
  id: "readiness/unobserved-is-not-ready",
  title: "No object appears ready before its controller has observed it",
  covers: [requirement],
  scope: "kind",
  features: ["status.default", "generation", "watch"],
  verbs: ["update", "watch"],

  async drive(context) {
    const isReadable = possibleConditions(context, reports).length === reports.length;
    if (context.kind.statusDefault === undefined || !isReadable) return null;
    const created = await context.fixture();
    const first = await observe(context, created);
    const respecified = await writeSpec(context, first.at(-1) ?? created, 1);
    const second = await observe(context, respecified);
    const replies = [created, ...first, respecified, ...second];
    const done = [first, second].flatMap((reports) => reports.at(-1)?.object ?? []);
    const settled = await context.settle(created.key);
    return {
      replies,
      done: done.map(({ metadata }) => metadata.resourceVersion),
      settled,
      ...placeOf(context),
    };
  },

  judge(observations) {
    if (observations === null)
      return vacuous(
        [requirement],
        "the kind has no default status, or no conditions that show whether an object is ready",
      );
    const { replies, done, settled } = observations;
    const readiness = readinessIn(observations);
    const end = replies.at(-1)?.object;
    if (end === undefined || readiness(end).state !== "Current") {
      const reason =
        "the object does not appear ready, although its controller has reported it as ready";
      return [undecided(requirement, reason, exchangesOf(replies))];
    }
    if (!settled.reached)
      return [
        undecided(
          requirement,
          settled.problem ?? "the watch did not deliver the sentinel event",
          [],
        ),
      ];
    const { exchange = 0 } = settled;
    const events = settled.events.flatMap(({ object }) => object ?? []);
    const states = [...replies, ...events.map((object) => ({ object, exchange }))];
    return states.map((state) => judgeState(state, done, readiness));
  },
});

async function observe(context: CheckContext, found: Written): Promise<readonly Written[]> {
  const { generation = 0 } = found.object.metadata;
  const written: Written[] = [];
  let current = found.object;
  for (const condition of possibleConditions(context, reports)) {
    const { resourceVersion } = current.metadata;
    const status = withObserved(context.kind, statusOfConditions(context, [condition]), generation);
    const write = statusWrite(context, keyOf(current), { resourceVersion, status });
    const step = await context.call(write);
    current = acceptedObject(step, "a status write failed");
    written.push({ exchange: step.exchange, object: current });
  }
  return written;
}

const ready = { type: "Ready", message: "", lastTransitionTime: "2024-05-01T12:00:00Z" };

export const reports: readonly JsonObject[] = [
  { ...ready, status: "False", reason: "Begun" },
  { ...ready, status: "True", reason: "Done" },
];

function judgeState(
  { object, exchange }: Written,
  done: readonly string[],
  readiness: ReadinessOf,
): Finding {
  const { resourceVersion, generation } = object.metadata;
  const { state, because } = readiness(object);
  const isDone = done.includes(resourceVersion);
  return claim(requirement, {
    holds: state !== "Current" || isDone,
    expected: `version ${resourceVersion} does not appear ready: no controller reported completion for generation ${generation}`,
    actual: `it appears as ${state}, because ${because}`,
    evidence: [exchange],
    ...exercised(!isDone, "every state of the object followed a report of completion"),
  });
}

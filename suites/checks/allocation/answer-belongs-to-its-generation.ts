import { isJsonObject, keyOf } from "#contract";
import type { JsonObject, Resource, Semantics } from "#contract";
import {
  acceptedObject,
  asStored,
  claim,
  defineCheck,
  describeDifferences,
  exchangesOf,
  isSame,
  observedIn,
  sampleStatus,
  statusWrite,
  undecided,
  vacuous,
  withObserved,
  writeSpec,
} from "#harness";
import type { CheckContext, Finding, SettledEvents, StatusPlaces, Written } from "#harness";
import { placeOf } from "../conditions/sample-condition.ts";

/** A request and its answer: one generation of the object, and the status written for it. */
interface Round {
  readonly requested: Written;
  readonly answered: Written;
  readonly submitted: JsonObject;
}

interface Observations extends StatusPlaces {
  readonly rounds: readonly Round[];
  readonly settled: SettledEvents;
}

const requirement = "allocation.answer-belongs-to-its-generation";

export const answerBelongsToItsGeneration = defineCheck<Observations | null>({
  id: "allocation/answer-belongs-to-its-generation",
  title: "No stored state combines the response to one request with the generation of another",
  covers: [requirement],
  scope: "kind",
  features: ["generation", "status.observedGeneration", "watch"],
  verbs: ["update", "watch"],

  async drive(context) {
    if (observedIn(context.kind, sampleStatus(context, 0)) === undefined) return null;
    const created = await context.fixture();
    const rounds: Round[] = [];
    let requested: Written = created;
    for (const index of [0, 1, 2]) {
      if (index > 0) requested = await writeSpec(context, requested, index);
      const round = await answer(context, requested, index);
      rounds.push(round);
      requested = round.answered;
    }
    return { rounds, settled: await context.settle(created.key), ...placeOf(context) };
  },

  judge(observations, { semantics }) {
    if (observations === null)
      return vacuous([requirement], "the status of the kind has no observedGeneration");
    const { rounds, settled } = observations;
    const replies = rounds.flatMap(({ requested, answered }) => [requested, answered]);
    const delivered = settled.events.flatMap(({ object }) => object ?? []);
    const states = [...replies.map(({ object }) => object), ...delivered];
    const findings = states.map((state) => judgeState(state, observations, semantics));
    return settled.reached
      ? findings
      : [
          ...findings,
          undecided(
            requirement,
            settled.problem ?? "the watch did not deliver the sentinel event",
            [],
          ),
        ];
  },
});

async function answer(context: CheckContext, requested: Written, index: number): Promise<Round> {
  const { resourceVersion, generation = 0 } = requested.object.metadata;
  const submitted = withObserved(context.kind, sampleStatus(context, index), generation);
  const write = { resourceVersion, status: submitted };
  const step = await context.call(statusWrite(context, keyOf(requested.object), write));
  const object = acceptedObject(step, "the status write failed");
  return { requested, answered: { exchange: step.exchange, object }, submitted };
}

function judgeState(
  state: Resource,
  { rounds, ...places }: Observations,
  semantics: Pick<Semantics, "lists">,
): Finding {
  const { generation, resourceVersion } = state.metadata;
  const claimed = observedIn(places, state.status);
  const round = rounds.find(({ submitted }) => observedIn(places, submitted) === claimed);
  const isTrusted = claimed !== undefined && claimed === generation;
  const { status } = state;
  const specs = rounds.map(({ requested }) => requested.object.spec);
  // A spec that no client requested is judged under another requirement.
  const isRequested = specs.some((requested) => isSame(requested, state.spec));
  const spec = isRequested ? state.spec : round?.requested.object.spec;
  const expected = round && asStored(round.submitted, status, semantics);
  const answered = { spec: round?.requested.object.spec, status: expected };
  const shown = { spec, status: expected && status ? fieldsOf(expected, status) : status };
  return claim(requirement, {
    holds: !isTrusted || isSame(answered, shown),
    expected: `in version ${resourceVersion}, the response belongs to the request of generation ${generation}, or its observed generation shows that it is outdated`,
    actual: describeDifferences("the request and its response", answered, shown),
    evidence: exchangesOf(rounds.map((one) => one.answered)),
  });
}

/** Returns the fields that a write submitted: a partial write keeps the others from earlier responses. */
function fieldsOf(submitted: JsonObject, status: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(status)
      .filter(([name]) => Object.hasOwn(submitted, name))
      .map(([name, value]) => {
        const sent = submitted[name];
        return [name, isJsonObject(sent) && isJsonObject(value) ? fieldsOf(sent, value) : value];
      }),
  );
}

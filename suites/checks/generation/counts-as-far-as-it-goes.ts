import { counted, jsonEquals, keyOf } from "#contract";
import type { JsonObject } from "#contract";
import {
  acceptedObject,
  claim,
  defineCheck,
  exchangesOf,
  refusalOf,
  sampleSpec,
  specWrite,
} from "#harness";
import type { CheckContext, Step, Written } from "#harness";
import { describeGenerations } from "./describe-generations.ts";

/**
 * Returns the next spec of a walk between two samples. Each step gives the next field its value in the other sample.
 * Undefined if the samples are equal.
 */
export function nextInWalk(
  current: JsonObject,
  [one, other]: readonly [JsonObject, JsonObject],
  step: number,
): JsonObject | undefined {
  const names = Object.keys(one).filter(
    (name) => name in current && name in other && !jsonEquals(one[name], other[name]),
  );
  const name = names[step % Math.max(1, names.length)];
  if (name === undefined) return undefined;
  const isFirst = jsonEquals(current[name], one[name]);
  return { ...current, ...(isFirst ? pick(other, name) : pick(one, name)) };
}

function pick(from: JsonObject, name: string): JsonObject {
  const { [name]: value } = from;
  return value === undefined ? {} : { [name]: value };
}

const requirement = "generation.counts-spec-changes";

/** More changes than three bits or one decimal digit can count. */
const changes = 12;

/**
 * Changes a single field at a time, because a server may count only changes to some fields. The last change affects
 * spec and labels at once.
 */
export const countsAsFarAsItGoes = defineCheck<readonly Written[]>({
  id: "generation/counts-as-far-as-it-goes",
  title:
    "Every spec change increments the generation, even after many changes, and even if " +
    "the write also changes labels",
  covers: [requirement],
  scope: "kind",
  features: ["generation"],
  verbs: ["update"],

  async drive(context) {
    const { exchange, object } = await context.fixture();
    const samples = [sampleSpec(context, 0), sampleSpec(context, 1)] as const;
    const written: Written[] = [{ exchange, object }];
    let last: Changed = { spec: samples[0], written: { exchange, object } };
    for (let step = 0; step < changes; step += 1) {
      last = await changeSpec(context, last, { samples, step });
      written.push(last.written);
    }
    return [...written, await writeBoth(context, last.written, otherThan(last.spec, samples))];
  },

  judge(written) {
    const generations = written.map(({ object }) => object.metadata.generation);
    const [first] = generations;
    return [
      claim(requirement, {
        holds:
          first !== undefined &&
          generations.every((generation, index) => generation === first + index),
        expected: `the generation increases by one with each of ${counted(written.length - 1, "change")}`,
        actual: `the responses have generations ${describeGenerations(generations)}`,
        evidence: exchangesOf(written),
        instances: written.length - 1,
      }),
    ];
  },
});

type Samples = readonly [JsonObject, JsonObject];

interface Changed {
  readonly spec: JsonObject;
  readonly written: Written;
}

/**
 * Changes one field, or all fields if the endpoint rejects that, because a validation rule may relate several fields.
 */
async function changeSpec(
  context: CheckContext,
  { spec, written }: Changed,
  { samples, step }: { readonly samples: Samples; readonly step: number },
): Promise<Changed> {
  const { resourceVersion } = written.object.metadata;
  const key = keyOf(written.object);
  const single = nextInWalk(spec, samples, step);
  const write = (next: JsonObject): Promise<Step> =>
    context.call(specWrite(key, { resourceVersion, spec: next }));
  const first = single && (await write(single));
  if (single !== undefined && first !== undefined && refusalOf(first)?.reason !== "invalid") {
    return { spec: single, written: writtenBy(first) };
  }
  const whole = otherThan(spec, samples);
  return { spec: whole, written: writtenBy(await write(whole)) };
}

function writtenBy(step: Step): Written {
  return {
    exchange: step.exchange,
    object: acceptedObject(step, "the spec update failed"),
  };
}

function otherThan(spec: JsonObject, [one, other]: Samples): JsonObject {
  return jsonEquals(spec, other) ? one : other;
}

/** Writes spec and labels in one request. Writes only the spec if labels cannot be written. */
async function writeBoth(context: CheckContext, from: Written, spec: JsonObject): Promise<Written> {
  const { resourceVersion } = from.object.metadata;
  const canLabel = Object.keys(context.label).length > 0;
  const step = await context.call(
    specWrite(keyOf(from.object), {
      resourceVersion,
      spec,
      ...(canLabel ? { labels: { ...context.label, round: "last" } } : {}),
    }),
  );
  return {
    exchange: step.exchange,
    object: acceptedObject(step, "the spec and label update failed"),
  };
}

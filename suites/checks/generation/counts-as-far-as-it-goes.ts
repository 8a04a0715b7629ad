import { counted, keyOf } from "#contract";
import {
  acceptedObject,
  claim,
  defineCheck,
  exchangesOf,
  sampleSpec,
  specWrite,
  writeSpec,
} from "#harness";
import type { CheckContext, Written } from "#harness";
import { describeGenerations } from "./describe-generations.ts";

const requirement = "generation.counts-spec-changes";

/** More changes than three bits or one decimal digit can count. */
const changes = 12;

/** Many changes to one object. The last one changes spec and labels at once. */
export const countsAsFarAsItGoes = defineCheck<readonly Written[]>({
  id: "generation/counts-as-far-as-it-goes",
  title:
    "Every spec change increments the generation, even after many changes, and even if it also " +
    "changes labels",
  covers: [requirement],
  scope: "kind",
  features: ["generation"],
  verbs: ["update"],

  async drive(context) {
    const { exchange, object } = await context.fixture();
    const written: Written[] = [{ exchange, object }];
    for (let count = 1; count <= changes; count += 1) {
      written.push(await writeSpec(context, written.at(-1) ?? { exchange, object }, count % 2));
    }
    const last = written.at(-1) ?? { exchange, object };
    return [...written, await writeBoth(context, last, changes + 1)];
  },

  judge(written) {
    const generations = written.map(({ object }) => object.metadata.generation);
    const [first] = generations;
    return [
      claim(requirement, {
        holds:
          first !== undefined &&
          generations.every((generation, index) => generation === first + index),
        expected: `generations that increase by one with each of ${counted(written.length - 1, "change")}`,
        actual: `the replies have generations ${describeGenerations(generations)}`,
        evidence: exchangesOf(written),
        instances: written.length - 1,
      }),
    ];
  },
});

/** Writes spec and labels in one request. Only the spec if labels cannot be written. */
async function writeBoth(context: CheckContext, from: Written, sample: number): Promise<Written> {
  const { resourceVersion } = from.object.metadata;
  const canLabel = Object.keys(context.label).length > 0;
  const step = await context.call(
    specWrite(keyOf(from.object), {
      resourceVersion,
      spec: sampleSpec(context, sample % 2),
      ...(canLabel ? { labels: { ...context.label, round: "last" } } : {}),
    }),
  );
  return {
    exchange: step.exchange,
    object: acceptedObject(step, "the spec and the labels could not be changed"),
  };
}

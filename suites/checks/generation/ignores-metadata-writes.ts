import { keyOf } from "#contract";
import {
  acceptedObject,
  defineCheck,
  given,
  hasClearedSpec,
  readOf,
  specWrite,
  wholeWrite,
} from "#harness";
import type { CheckContext, Finding, Step, Written } from "#harness";
import { describeGenerations } from "./describe-generations.ts";

interface Observations {
  readonly created: Written;
  readonly labelled: Written;
  readonly annotated: Step;
  readonly read: Step;
}

export const ignoresMetadataWrites = defineCheck<Observations>({
  id: "generation/ignores-metadata-writes",
  title: "Changes to labels and annotations leave the generation unchanged",
  covers: ["generation.ignores-metadata-writes"],
  scope: "kind",
  needsNoStatus: true,
  features: ["generation", "labels.write"],
  verbs: ["update"],

  async drive(context) {
    const metadataOnly = await writeMetadata(context, (_kind, object, change) =>
      specWrite(keyOf(object), {
        resourceVersion: object.metadata.resourceVersion,
        ...change,
      }),
    );
    // A replacement without a spec removes the spec.
    return hasClearedSpec(metadataOnly.created.object, metadataOnly.labelled.object)
      ? writeMetadata(context, wholeWrite)
      : metadataOnly;
  },

  judge({ created, labelled, annotated, read }, { semantics }): readonly Finding[] {
    const before = created.object.metadata.generation;
    return [
      given("generation.ignores-metadata-writes", { annotated, read }, (of) => {
        // In some kinds, annotations belong to the desired state.
        const noted = semantics.annotatedGeneration === "moved" ? [] : [of.annotated, of.read];
        const after = [labelled.object, ...noted].map((object) => object.metadata.generation);
        return {
          holds: before !== undefined && after.every((generation) => generation === before),
          expected: `generation ${before ?? "present"}, as before, in responses and in a read`,
          actual: `generations ${describeGenerations(after)}`,
          instances: 2,
        };
      }),
    ];
  },
});

async function writeMetadata(
  context: CheckContext,
  commandOf: typeof wholeWrite,
): Promise<Observations> {
  const { key, object, exchange } = await context.fixture();
  const labels = { ...context.label, "conformance-label": "another" };
  const step = await context.call(commandOf(context.kind, object, { labels }));
  const labelled = {
    exchange: step.exchange,
    object: acceptedObject(step, "the label update failed"),
  };
  const annotations = { "conformance-annotation": "another" };
  const annotated = await context.call(commandOf(context.kind, labelled.object, { annotations }));
  const read = await context.call(readOf(key));
  return { created: { exchange, object }, labelled, annotated, read };
}

import { keyOf } from "#contract";
import { defineCheck, given, readOf, specWrite, writeLabels } from "#harness";
import type { Finding, Step, Written } from "#harness";
import { inWords } from "./in-words.ts";

interface Observations {
  readonly created: Written;
  readonly labelled: Written;
  readonly annotated: Step;
  readonly read: Step;
}

/** What an author says about an object is not what is asked of it. */
export const ignoresMetadataWrites = defineCheck<Observations>({
  id: "generation/ignores-metadata-writes",
  title: "Other labels and annotations keep the generation",
  covers: ["generation.ignores-metadata-writes"],
  scope: "kind",
  features: ["generation", "labels.write"],
  verbs: ["update"],

  async drive(context) {
    const { exchange, object } = await context.fixture();
    const labels = { ...context.label, "conformance-label": "another" };
    const labelled = await writeLabels(context, { exchange, object }, labels);
    const { resourceVersion } = labelled.object.metadata;
    const annotations = { "conformance-annotation": "another" };
    const key = keyOf(object);
    const annotated = await context.call(specWrite(key, { resourceVersion, annotations }));
    const read = await context.call(readOf(key));
    return { created: { exchange, object }, labelled, annotated, read };
  },

  judge({ created, labelled, annotated, read }, { semantics }): readonly Finding[] {
    const before = created.object.metadata.generation;
    return [
      given("generation.ignores-metadata-writes", { annotated, read }, (of) => {
        // Some kinds have annotations by which they are told what to do.
        const noted = semantics.annotatedGeneration === "moved" ? [] : [of.annotated, of.read];
        const after = [labelled.object, ...noted].map((object) => object.metadata.generation);
        return {
          holds: before !== undefined && after.every((generation) => generation === before),
          expected: `generation ${before ?? "present"}, as before, in replies and in a read`,
          actual: `generations ${inWords(after)}`,
          instances: 2,
        };
      }),
    ];
  },
});

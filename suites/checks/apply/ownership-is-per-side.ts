import type { Resource } from "#contract";
import {
  countedStatus,
  defineCheck,
  describeDifferences,
  given,
  isSame,
  readOf,
  sampleSpec,
  specWrite,
  statusApply,
  writeInTurn,
} from "#harness";
import type { Step } from "#harness";
import { managers } from "./field-managers.ts";

interface Observations {
  readonly spec: Step;
  readonly apply: Step;
  readonly again: Step;
  readonly read: Step;
}

export const ownershipIsPerSide = defineCheck<Observations>({
  id: "apply/ownership-is-per-side",
  title:
    "The ownership of status fields is recorded separately from the ownership of all other fields",
  covers: ["apply.ownership-is-per-side"],
  scope: "kind",
  features: ["status.apply", "field-manager"],
  verbs: ["update", "patchStatus"],

  async drive(context) {
    const { key, object } = await context.fixture();
    const { first: manager } = managers;
    const { resourceVersion } = object.metadata;
    const steps = await writeInTurn(context, resourceVersion, {
      spec: specWrite(key, {
        resourceVersion,
        spec: sampleSpec(context, 1),
        options: { fieldManager: manager },
      }),
      apply: statusApply(key, { manager, status: countedStatus(context, 1) }),
      // Keeps one field, because some targets treat a status without fields as absent.
      again: statusApply(key, { manager, status: countedStatus(context, 2) }),
    });
    return { ...steps, read: await context.call(readOf(key)) };
  },

  judge({ spec, apply, again, read }) {
    const requirement = "apply.ownership-is-per-side";
    return [
      given(requirement, { spec, apply }, (of) => ({
        holds: isSame(bothSides, sidesOf(of.apply)),
        expected: `managedFields has an entry for "${managers.first}" on ${bothSides.join(" and one on ")}`,
        actual: `it has entries on: ${sidesOf(of.apply).join(", ") || "neither"}`,
      })),
      given(requirement, { spec, apply, again, read }, (of) => ({
        holds: isSame(of.spec.spec, of.read.spec),
        expected: "an apply to the status does not change the spec that the same manager applied",
        actual: describeDifferences("the spec", of.spec.spec, of.read.spec),
      })),
    ];
  },
});

const bothSides: readonly string[] = ["the object", "the status"];

function sidesOf({ metadata }: Resource): readonly string[] {
  const own = (metadata.managedFields ?? []).filter(({ manager }) => manager === managers.first);
  const sides = own.map(({ subresource }) =>
    subresource === "status" ? "the status" : "the object",
  );
  return [...new Set(sides)].toSorted();
}

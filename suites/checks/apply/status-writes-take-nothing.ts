import type { JsonObject, JsonValue, RequirementId, Resource } from "#contract";
import {
  countedStatus,
  defineCheck,
  describeDifferences,
  given,
  isAccepted,
  isSame,
  sampleSpec,
  specWrite,
  statusWrite,
  writeInTurn,
  supports,
  incidental,
  exercised,
} from "#harness";
import type { CheckContext, Finding, Step } from "#harness";
import { managers } from "./field-managers.ts";

interface Trial {
  readonly owned: Step;
  /** Status writes by another manager: without other fields, with a different spec, and with a different label. */
  readonly plain: Step;
  readonly withSpec: Step;
  readonly withLabel: Step;
}

interface Observations {
  readonly trials: readonly Trial[];
}

/** The requirement for each part of the object. A status write must not change the field managers of that part. */
const sides = {
  spec: "apply.status-write-takes-no-spec",
  metadata: "apply.status-write-takes-no-metadata",
} as const satisfies Record<string, RequirementId>;

type Side = keyof typeof sides;

export const statusWritesTakeNothing = defineCheck<Observations>({
  id: "apply/status-writes-take-nothing",
  title: "A status write does not change the recorded managers of spec and metadata",
  covers: Object.values(sides),
  scope: "target",
  features: ["field-manager"],
  verbs: ["update"],

  async drive(context) {
    const { operations, otherVersions = [] } = context.kind;
    const routes = [...operations.updateStatus, ...otherVersions];
    return { trials: await Promise.all(routes.map((via) => tryThrough(context, via))) };
  },

  judge({ trials }) {
    return trials.length === 0
      ? incidental(Object.values(sides), "the kind has no status mutation")
      : trials.flatMap(judgeTrial);
  },
});

const label = "conformance-note";

async function tryThrough(context: CheckContext, via: string): Promise<Trial> {
  const { key, object } = await context.fixture();
  const { resourceVersion } = object.metadata;
  const canLabel = supports(context, "labels.write");
  const { first, second } = managers;
  const report = {
    ...statusWrite(context, key, { status: countedStatus(context, 1) }),
    via,
    options: { fieldManager: second },
  };
  return writeInTurn(context, resourceVersion, {
    owned: specWrite(key, {
      resourceVersion,
      spec: sampleSpec(context, 1),
      ...(canLabel ? { labels: { ...context.label, [label]: "owned" } } : {}),
      options: { fieldManager: first },
    }),
    plain: report,
    withSpec: {
      ...report,
      status: countedStatus(context, 2),
      foreign: { place: "beside", members: { spec: sampleSpec(context, 2) } },
    },
    withLabel: {
      ...report,
      status: countedStatus(context, 3),
      foreign: { place: "beside", members: { metadata: { labels: { [label]: "taken" } } } },
    },
  });
}

function judgeTrial({ owned, plain, withSpec, withLabel }: Trial): readonly Finding[] {
  const beforeLabel = isAccepted(withSpec) ? withSpec : plain;
  return [
    judgeWrite("spec", "a status write", { before: owned, write: plain }),
    judgeWrite("metadata", "a status write", { before: owned, write: plain }),
    // Many targets reject a write with additional fields, so a rejection is inconclusive.
    ...(isAccepted(withSpec)
      ? [judgeWrite("spec", "a status write with a spec", { before: plain, write: withSpec })]
      : []),
    ...(isAccepted(withLabel)
      ? [
          judgeWrite("metadata", "a status write with labels", {
            before: beforeLabel,
            write: withLabel,
          }),
        ]
      : []),
  ];
}

function judgeWrite(
  side: Side,
  what: string,
  steps: { readonly before: Step; readonly write: Step },
): Finding {
  const { via } = steps.write.command;
  const how = via === undefined ? what : `${what} through ${via}`;
  return given(sides[side], steps, ({ before, write }) => {
    const owned = recordOf(before, side);
    // A write that changes this content may also change its owners. Another requirement judges the change.
    const isStored = !isSame(contentOf(before, side), contentOf(write, side));
    return {
      holds: isStored || isSame(owned, recordOf(write, side), "verbatim"),
      ...exercised(
        !isStored && Object.keys(owned).length > 0,
        `the ${side} has no recorded owners, or the status write changed it`,
      ),
      expected: `${how} leaves the recorded owners of the ${side} unchanged`,
      actual: describeDifferences(
        `the recorded owners of the ${side}`,
        owned,
        recordOf(write, side),
      ),
    };
  });
}

function contentOf({ spec, metadata: { labels } }: Resource, side: Side): JsonObject | undefined {
  return side === "spec" ? spec : labels;
}

function recordOf({ metadata }: Resource, side: Side): JsonObject {
  const entries = (metadata.managedFields ?? [])
    .filter(({ subresource }) => subresource !== "status")
    .flatMap(({ manager, operation, fields }) => {
      const part = partOf(fields, side);
      return part === undefined ? [] : [[`${manager} (${operation})`, part] as const];
    });
  return Object.fromEntries(entries);
}

/**
 * Selects the managed fields of the spec or metadata. Returns all fields if they are not in the Kubernetes format
 * (`f:spec`). There, an empty `f:spec` is the ownership of a spec that is owned as a whole, such as an atomic map.
 */
function partOf(fields: JsonObject, side: Side): JsonValue | undefined {
  const names = Object.keys(fields);
  if (names.length === 0) return undefined;
  return names.every((name) => name.startsWith("f:")) ? fields[`f:${side}`] : fields;
}

import type { JsonObject, JsonValue, PatchFormat, RequirementId } from "#contract";
import {
  acceptedObject,
  countedStatus,
  freshCount,
  defineCheck,
  judgeNoneMoved,
  judgeReason,
  statusPatch,
  statusWrite,
  tryRefusal,
  supports,
  incidental,
} from "#harness";
import type { CheckContext, Finding, RefusalTrial } from "#harness";

interface Observations {
  /** Absent for patch types that the target does not support. */
  readonly trials: Readonly<Partial<Record<PatchFormat, RefusalTrial>>>;
}

const requirements = {
  merge: "concurrency.stale-merge-patch-conflicts",
  json: "concurrency.stale-json-patch-conflicts",
  apply: "concurrency.stale-apply-conflicts",
} as const satisfies Record<PatchFormat, RequirementId>;

const formats = ["merge", "json", "apply"] as const;

export const stalePatchConflicts = defineCheck<Observations>({
  id: "concurrency/stale-patch-conflicts",
  title: "A status patch with a stale version conflicts, for every patch type",
  covers: [
    ...formats.map((format) => requirements[format]),
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "kind",
  verbs: ["patchStatus"],

  async drive(context) {
    const [merge, json, apply] = await Promise.all([
      supports(context, "status.patch.merge") ? tryStale(context, "merge") : undefined,
      supports(context, "status.patch.json") ? tryStale(context, "json") : undefined,
      supports(context, "status.apply") ? tryStale(context, "apply") : undefined,
    ]);
    return {
      trials: {
        ...(merge === undefined ? {} : { merge }),
        ...(json === undefined ? {} : { json }),
        ...(apply === undefined ? {} : { apply }),
      },
    };
  },

  judge({ trials }) {
    return [
      ...formats.flatMap((format) => judgeFormat(format, trials[format])),
      ...judgeNoneMoved(formats.flatMap((format) => trials[format] ?? [])),
    ];
  },
});

async function tryStale(context: CheckContext, format: PatchFormat): Promise<RefusalTrial> {
  const { key, object } = await context.fixture();
  const { resourceVersion: stale } = object.metadata;
  const rival = await context.call(
    statusWrite(context, key, {
      resourceVersion: stale,
      status: countedStatus(context, freshCount(context, 1)),
    }),
  );
  acceptedObject(rival, "a status write failed");

  const patch = {
    format,
    patch: patchOf(format, countedStatus(context, freshCount(context, 2))),
    ...(format === "apply" ? { options: { fieldManager: "conformance-first", force: true } } : {}),
  };
  return tryRefusal(context, {
    key,
    attempt: statusPatch(key, { ...patch, resourceVersion: stale }),
    repair: ({ metadata: { resourceVersion } }) => statusPatch(key, { ...patch, resourceVersion }),
  });
}

export function patchOf(format: PatchFormat, status: JsonObject): JsonValue {
  switch (format) {
    case "merge":
    case "apply":
      return { status };
    case "json":
      return [{ op: "add", path: "/status", value: status }];
  }
}

const names = { merge: "merge patch", json: "JSON patch", apply: "apply" } as const;

function judgeFormat(format: PatchFormat, trial: RefusalTrial | undefined): readonly Finding[] {
  const requirement = requirements[format];
  if (trial === undefined)
    return incidental([requirement], `the status cannot be written by ${names[format]}`);
  const because = "the version was replaced by another status write";
  return [judgeReason(trial, { requirement, reasons: ["conflict"], because })];
}

import { pointerStep } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { counterValue, defineCheck, judgeRefusals, statusPatch, tryRefusals } from "#harness";
import type { TriedMistake } from "#harness";

interface Observations {
  readonly trials: readonly TriedMistake[];
}

export const malformedJsonPatchRefused = defineCheck<Observations>({
  id: "write/malformed-json-patch-refused",
  title: "A malformed JSON patch is rejected as invalid",
  covers: [
    "write.malformed-json-patch-refused",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "target",
  features: ["status.patch.json"],
  verbs: ["patchStatus"],

  async drive(context) {
    const status = { [context.kind.samples.counter]: counterValue(context, 1) };
    const patches = Object.entries(malformedPatches(status));
    const trials = await tryRefusals(context, {
      mistakes: patches.map(([because, patch]) => ({ because, patch })),
      prepare: () => context.fixture(),
      attempt: ({ patch }, { key, object: { metadata } }) =>
        statusPatch(key, { format: "json", patch, resourceVersion: metadata.resourceVersion }),
      repair: ({ metadata: { resourceVersion } }, { key }) =>
        statusPatch(key, { format: "json", patch: [goodOperation(status)], resourceVersion }),
    });
    return { trials };
  },

  judge({ trials }) {
    const requirement = "write.malformed-json-patch-refused";
    return judgeRefusals({ requirement, reasons: ["invalid"] }, trials);
  },
});

/** Malformed patches. In each list, a valid operation precedes the malformed one. */
export function malformedPatches(status: JsonObject): Readonly<Record<string, JsonValue>> {
  const good = goodOperation(status);
  const [counter = ""] = Object.keys(status);
  const path = `/status/${pointerStep(counter)}`;
  return {
    "the patch is a single operation, not a list": good,
    "the patch has an unknown operation": [good, { op: "increment", path }],
    "the patch has an operation without a name": [good, { path, value: 2 }],
    "the patch has an operation without a path": [good, { op: "replace", value: 2 }],
    "the patch has an add operation without a value": [good, { op: "add", path }],
    "the patch has a copy operation without a source": [good, { op: "copy", path }],
    "the patch has a string instead of an operation": [good, "remove"],
  };
}

function goodOperation(status: JsonObject): JsonValue {
  return { op: "add", path: "/status", value: status };
}

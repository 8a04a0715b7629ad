import {
  acceptedObject,
  counterValue,
  defineCheck,
  judgeRefusal,
  sampleStatus,
  statusPatch,
  statusWrite,
  tryRefusals,
} from "#harness";
import type { CheckContext, RefusalExpectation, Subject, Tried } from "#harness";
import { pointerStep } from "#contract";
import type { JsonValue, PatchStatusCommand, ResourceVersion } from "#contract";

/** A JSON Patch whose `test` operation must fail. */
interface Guard extends RefusalExpectation {
  readonly guard: "version test" | "failing test";
}

export const guards: readonly Guard[] = [
  {
    guard: "version test",
    requirement: "concurrency.json-patch-tests-version",
    reasons: ["invalid", "conflict"],
    because: "the patch tests for a version that was replaced",
  },
  {
    guard: "failing test",
    requirement: "errors.patch-before-version",
    reasons: ["invalid"],
    because: "the patch has a test that fails at every version",
  },
];

export const jsonPatchGuards = defineCheck<readonly Tried<Guard>[]>({
  id: "concurrency/json-patch-guards",
  title: "A failed test operation in a JSON patch takes precedence over a stale version",
  covers: [
    "concurrency.json-patch-tests-version",
    "errors.patch-before-version",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "kind",
  features: ["status.patch.json", "body.address"],
  verbs: ["patchStatus"],

  drive: (context) =>
    tryRefusals(context, {
      mistakes: guards,
      prepare: () => overtaken(context),
      attempt: ({ guard }, subject) => guardedPatch(context, guard, subject),
      repair: ({ metadata: { resourceVersion } }, { key }) =>
        statusPatch(key, {
          format: "json",
          patch: [testOf("/metadata/resourceVersion", resourceVersion), addition(context)],
        }),
    }),

  judge: (trials) =>
    trials.flatMap(({ trial, requirement, reasons, because }) =>
      judgeRefusal(trial, { requirement, reasons, because }),
    ),
});

function guardedPatch(
  context: CheckContext,
  guard: Guard["guard"],
  { key, stale }: Overtaken,
): PatchStatusCommand {
  switch (guard) {
    case "version test":
      return statusPatch(key, {
        format: "json",
        patch: [testOf("/metadata/resourceVersion", stale), addition(context)],
      });
    case "failing test": {
      const never = testOf(`/status/${pointerStep(context.kind.samples.counter)}`, -77);
      const patch = [never, addition(context)];
      return statusPatch(key, { format: "json", patch, resourceVersion: stale });
    }
  }
}

export function testOf(path: string, value: JsonValue): JsonValue {
  return { op: "test", path, value };
}

function addition(context: CheckContext): JsonValue {
  const path = `/status/${pointerStep(context.kind.samples.counter)}`;
  return { op: "add", path, value: counterValue(context, 7) };
}

type Overtaken = Subject & { readonly stale: ResourceVersion };

async function overtaken(context: CheckContext): Promise<Overtaken> {
  const { key, object } = await context.fixture();
  const { resourceVersion: stale } = object.metadata;
  const write = await context.call(
    statusWrite(context, key, { resourceVersion: stale, status: sampleStatus(context, 0) }),
  );
  return { key, stale, object: acceptedObject(write, "a status write failed") };
}

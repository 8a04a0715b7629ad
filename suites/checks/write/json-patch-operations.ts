import { pointerStep } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import {
  acceptedObject,
  afterAccepted,
  counterValue,
  defineCheck,
  isAccepted,
  isSame,
  judgeStatus,
  objectOf,
  readOf,
  sampleStatus,
  statusPatch,
  statusWrite,
  undecided,
  writeInTurn,
} from "#harness";
import type { Finding, Step } from "#harness";

const operations = ["add", "replace", "test", "copy", "move", "remove"] as const;

type Operation = (typeof operations)[number];

interface Observations {
  readonly counter: string;
  readonly values: Readonly<Partial<Record<Operation, JsonValue>>>;
  /** The fields other than the counter. No patch changes them. */
  readonly rest: JsonObject;
  readonly writes: Readonly<Record<Operation, Step>>;
  readonly read: Step;
}

export const jsonPatchOperations = defineCheck<Observations>({
  id: "write/json-patch-operations",
  title: "A JSON patch can add, replace, test, copy, move and remove values",
  covers: ["write.json-patch-supports-every-operation"],
  scope: "kind",
  features: ["status.patch.json"],
  verbs: ["patchStatus"],

  async drive(context) {
    const { key, object } = await context.fixture();
    const { counter } = context.kind.samples;
    const { [counter]: _count, ...rest } = sampleStatus(context, 0);
    const { resourceVersion } = object.metadata;
    const valueOf = (count: number): JsonValue => counterValue(context, count);
    const status = { ...rest, [counter]: valueOf(1) };
    const first = await context.call(statusWrite(context, key, { resourceVersion, status }));
    const { metadata } = acceptedObject(first, "a status write failed");

    const patchOf = (patch: JsonValue): ReturnType<typeof statusPatch> =>
      statusPatch(key, { format: "json", patch });
    const patches = patchesOf(`/status/${pointerStep(counter)}`, valueOf);
    const writes = await writeInTurn(context, metadata.resourceVersion, {
      add: patchOf(patches.add),
      replace: patchOf(patches.replace),
      test: patchOf(patches.test),
      copy: patchOf(patches.copy),
      move: patchOf(patches.move),
      remove: patchOf(patches.remove),
    });
    const values = {
      add: valueOf(2),
      replace: valueOf(3),
      test: valueOf(4),
      copy: valueOf(5),
      move: valueOf(6),
    };
    return { counter, values, rest, writes, read: await context.call(readOf(key)) };
  },

  judge(observations) {
    const { writes, read } = observations;
    return operations.map((operation) => {
      const isLast = operation === "remove" && isAccepted(writes[operation]);
      return judgeOperation(observations, operation, isLast ? read : writes[operation]);
    });
  },
});

/** The path of a temporary field. Each patch removes the field again, so the kind need not define the field. */
const between = "/status/conformanceBetween";

/** JSON patches by tested operation. Each patch sets the counter to a different value, or removes it. */
export function patchesOf(
  path: string,
  valueOf: (count: number) => JsonValue,
): Readonly<Record<Operation, readonly JsonObject[]>> {
  return {
    add: [{ op: "add", path, value: valueOf(2) }],
    replace: [{ op: "replace", path, value: valueOf(3) }],
    test: [
      { op: "test", path, value: valueOf(3) },
      { op: "replace", path, value: valueOf(4) },
    ],
    // Removing or moving a missing value fails, and so reveals a skipped copy or move operation.
    copy: [
      { op: "replace", path, value: valueOf(5) },
      { op: "copy", from: path, path: between },
      { op: "remove", path: between },
    ],
    move: [
      { op: "move", from: path, path: between },
      { op: "add", path, value: valueOf(6) },
      { op: "remove", path: between },
    ],
    remove: [{ op: "remove", path }],
  };
}

function judgeOperation(
  { counter, values, rest, writes, read }: Observations,
  operation: Operation,
  shown: Step,
): Finding {
  const requirement = "write.json-patch-supports-every-operation";
  const tested = objectOf(writes.replace)?.status?.[counter];
  if (operation === "test" && !isSame(tested, values.replace)) {
    return undecided(requirement, "the expected value of the test operation is unknown", [
      writes.test.exchange,
    ]);
  }
  const value = values[operation];
  return afterAccepted(requirement, [read], () =>
    judgeStatus({
      requirement,
      write: writes[operation],
      read: shown,
      status: value === undefined ? rest : { ...rest, [counter]: value },
      because: `the patch, including its "${operation}" operation, can be applied`,
    }),
  );
}

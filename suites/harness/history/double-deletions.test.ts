import { expect, it } from "vitest";
import { judgeWorkload } from "./judge-workload.ts";
import type { RecordedLine, RecordedOperation } from "./recorded-line.ts";

const plan = { changes: { status: 1, spec: 1, remove: 1 }, watchers: 0 };

function operation(
  fields: Partial<RecordedOperation> & Pick<RecordedOperation, "invoke" | "op">,
): RecordedOperation {
  const { invoke } = fields;
  return {
    object: "x",
    client: "c1",
    return: invoke + 1,
    outcome: "ok",
    startedMs: 0,
    ...fields,
  };
}

const created = operation({ op: "create", invoke: 1, version: "1", uid: "a", value: "1.0" });
const deleted = operation({ op: "delete", invoke: 10, uid: "a" });
const successor = { op: "create", version: "5", uid: "b", value: "1.0" } as const;

function deletedAgain(invoke: number, client = "c2"): RecordedOperation {
  return operation({ op: "delete", invoke, uid: "a", client });
}

function broken(lines: readonly RecordedLine[]): readonly string[] {
  const findings = judgeWorkload(plan, {
    versions: "opaque",
    rounds: 1,
    operations: lines.length,
    events: 0,
    unreached: [],
    created: {},
    histories: [[{ history: 1, versions: "opaque" }, ...lines]],
  });
  return findings.flatMap(({ result, requirement }) => (result === "violated" ? requirement : []));
}

const ignoresUid = "concurrency.stale-deletion-conflicts";
const ignoresAbsence = "errors.missing-object-not-found";

it.each([
  {
    what: "found the successor",
    lines: [operation({ ...successor, invoke: 20 }), deletedAgain(30)],
    requirement: ignoresUid,
  },
  { what: "found nothing", lines: [deletedAgain(30)], requirement: ignoresAbsence },
  {
    what: "came before the successor",
    lines: [deletedAgain(20), operation({ ...successor, invoke: 30 })],
    requirement: ignoresAbsence,
  },
  {
    what: "came after the end of the successor",
    lines: [
      operation({ ...successor, invoke: 20 }),
      operation({ op: "delete", invoke: 25, uid: "b" }),
      deletedAgain(30),
    ],
    requirement: ignoresAbsence,
  },
  {
    what: "overlapped the creation of a successor",
    lines: [operation({ ...successor, invoke: 20, return: 40 }), deletedAgain(30)],
    requirement: ignoresAbsence,
  },
  {
    what: "found the successor, and another overlapped its creation",
    lines: [
      operation({ ...successor, invoke: 20, return: 40 }),
      deletedAgain(30),
      deletedAgain(50, "c3"),
    ],
    requirement: ignoresUid,
  },
])("a second deletion of one object that $what breaks $requirement", ({ lines, requirement }) => {
  expect(broken([created, deleted, ...lines])).toEqual([requirement]);
});

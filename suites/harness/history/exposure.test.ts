import { describe, expect, it } from "vitest";
import { exposureIn } from "./exposure.ts";
import type { RecordedEvent, RecordedLine, RecordedOperation } from "./recorded-line.ts";

function operation(
  members: Partial<RecordedOperation> & Pick<RecordedOperation, "invoke" | "op">,
): RecordedOperation {
  const { invoke } = members;
  return {
    object: "x",
    client: "c1",
    uid: "u",
    return: invoke + 1,
    outcome: "ok",
    startedMs: 0,
    ...members,
  };
}

function cas(invoke: number, precondition: string, version: string): RecordedOperation {
  return operation({ op: "cas", invoke, precondition, version });
}

function refused(invoke: number, precondition: string): RecordedOperation {
  const { uid: _uid, ...answer } = operation({ op: "cas", invoke, precondition });
  return { ...answer, outcome: "conflict" };
}

function read(invoke: number, version: string): RecordedOperation {
  return operation({ op: "read", invoke, version });
}

function modified(version: string): RecordedEvent {
  return {
    watch: "w1",
    event: "MODIFIED",
    object: "x",
    uid: "u",
    version,
    time: 50,
    arrivedMs: 0,
  };
}

function exposure(
  lines: readonly RecordedLine[],
  versions: "comparable" | "opaque" = "comparable",
): unknown {
  return exposureIn([{ history: 1, versions }, ...lines]);
}

const created = operation({ op: "create", invoke: 1, version: "1" });

describe("the exposure of a history", () => {
  it("includes a refusal for a version that a recorded write replaced", () => {
    const lines = [created, cas(3, "1", "2"), refused(5, "1"), refused(7, "9")];

    expect(exposure(lines)).toMatchObject({ "stale-write": 1 });
  });

  it("excludes a refusal if the object was created again, because it may be for either", () => {
    const again = operation({ op: "create", invoke: 11, version: "5", uid: "v" });
    const lines = [created, cas(3, "1", "2"), refused(5, "1"), again];

    expect(exposure(lines)).toMatchObject({ "stale-write": 0 });
  });

  it("includes a write that a later response shows, and excludes one that changed nothing", () => {
    const lines = [created, cas(3, "1", "2"), read(5, "2"), cas(7, "2", "2"), cas(9, "2", "3")];

    expect(exposure(lines)).toMatchObject({ "dropped-write": 1 });
  });

  it("includes a read that was sent after a write was acknowledged", () => {
    const lines = [created, read(3, "1"), cas(5, "1", "2"), read(6, "1"), read(8, "2")];

    expect(exposure(lines)).toMatchObject({ "stale-read": 1 });
  });

  it("includes an event for a recorded write if versions have an order", () => {
    const lines = [created, cas(3, "1", "2"), modified("2"), modified("7")];

    expect(exposure(lines)).toMatchObject({ "missing-event": 1 });
    expect(exposure(lines, "opaque")).toMatchObject({ "missing-event": 0 });
  });
});

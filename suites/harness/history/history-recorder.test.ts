import { describe, expect, it } from "vitest";
import { checkHistory } from "#checker";
import { HistoryRecorder } from "./history-recorder.ts";
import { historyText, readRecorded } from "./recorded-line.ts";

const shown = { version: "8", uid: "u1", value: "0.1" };

function ticking(): () => number {
  let now = 0;
  return () => {
    now += 1;
    return now;
  };
}

describe("a history recorder", () => {
  it("stamps invocations, returns and arrivals with one counter", () => {
    const recorder = new HistoryRecorder("opaque", ticking());
    const create = recorder.begin({
      operation: "create",
      object: "a/x",
      client: "c1",
      value: "1.0",
    });
    recorder.end(create, "ok", { version: "7", uid: "u1", value: "1.0" });
    recorder.watched({ watch: "w1", event: "open", after: "7" });
    const write = recorder.begin({
      operation: "cas",
      object: "a/x",
      client: "c1",
      precondition: "7",
      value: "1.2",
    });
    const read = recorder.begin({ operation: "read", object: "a/x", client: "c2" });
    recorder.watched({ watch: "w1", event: "MODIFIED", object: "a/x", version: "8" });
    recorder.end(read, "ok", { version: "8", uid: "u1", value: "1.2" });
    recorder.end(write, "ok", { version: "8", uid: "u1", value: "1.2" });

    expect(recorder.lines()).toEqual([
      { history: 1, versions: "opaque" },
      {
        op: "create",
        object: "a/x",
        client: "c1",
        invoke: 1,
        return: 2,
        outcome: "ok",
        version: "7",
        uid: "u1",
        value: "1.0",
        startedMs: 1,
        endedMs: 2,
      },
      { watch: "w1", event: "open", time: 3, after: "7", arrivedMs: 3 },
      {
        op: "cas",
        object: "a/x",
        client: "c1",
        invoke: 4,
        return: 8,
        outcome: "ok",
        precondition: "7",
        version: "8",
        uid: "u1",
        value: "1.2",
        startedMs: 4,
        endedMs: 8,
      },
      {
        op: "read",
        object: "a/x",
        client: "c2",
        invoke: 5,
        return: 7,
        outcome: "ok",
        version: "8",
        uid: "u1",
        value: "1.2",
        startedMs: 5,
        endedMs: 7,
      },
      {
        watch: "w1",
        event: "MODIFIED",
        time: 6,
        object: "a/x",
        version: "8",
        arrivedMs: 6,
      },
    ]);
    expect(checkHistory(readRecorded(recorder.lines())).verdict).toBe("legal");
  });

  it("records an operation without a response as unknown, with the content that it submitted", () => {
    const recorder = new HistoryRecorder("opaque", () => 5);
    recorder.begin({
      operation: "cas",
      object: "x",
      client: "c1",
      precondition: "7",
      value: "0.2",
    });
    const given = recorder.begin({ operation: "delete", object: "x", client: "c2", uid: "u1" });
    recorder.end(given, "unknown", shown);

    expect(recorder.lines().slice(1)).toEqual([
      {
        op: "cas",
        object: "x",
        client: "c1",
        invoke: 1,
        outcome: "unknown",
        precondition: "7",
        value: "0.2",
        startedMs: 5,
      },
      {
        op: "delete",
        object: "x",
        client: "c2",
        invoke: 2,
        outcome: "unknown",
        uid: "u1",
        startedMs: 5,
      },
    ]);
  });

  it("records the state in the response instead of the submitted one", () => {
    const recorder = new HistoryRecorder("opaque", () => 0);
    const write = recorder.begin({
      operation: "cas",
      object: "x",
      client: "c1",
      precondition: "7",
      value: "0.2",
    });
    recorder.end(write, "ok", shown);

    expect(recorder.lines()[1]).toMatchObject({ value: "0.1", version: "8" });
  });

  it.each([
    { said: "comparable", seen: "10", order: "comparable" },
    { said: "comparable", seen: "10.5", order: "opaque" },
    { said: "comparable", seen: "a7", order: "opaque" },
    { said: "opaque", seen: "10", order: "opaque" },
  ] as const)("takes versions that are said to be $said for $order where $seen is one", (row) => {
    const recorder = new HistoryRecorder(row.said, () => 0);
    recorder.watched({ watch: "w1", event: "BOOKMARK", version: row.seen });

    expect(recorder.lines()[0]).toEqual({ history: 1, versions: row.order });
  });

  it.each([
    { name: "reports the state in the response", precondition: undefined },
    { name: "named the version that its deletion time replaced", precondition: "7" },
  ])("permits a removal that follows the response to a deletion that $name", ({ precondition }) => {
    const recorder = new HistoryRecorder("opaque", () => 0);
    const of = { object: "a/x", client: "c1" };
    const create = recorder.begin({ operation: "create", value: "1.0", ...of });
    recorder.end(create, "ok", { version: "7", uid: "u1", value: "1.0" });
    recorder.watched({ watch: "w1", event: "open", after: "7" });
    const deletion = recorder.begin({ operation: "delete", uid: "u1", precondition, ...of });
    recorder.end(deletion, "ok");
    const terminating = { version: "8", uid: "u1", value: "1.0" };
    const late = recorder.begin({ operation: "read", ...of });
    recorder.lingers("a/x", terminating);
    recorder.end(late, "ok", terminating);
    recorder.lingers("a/x", terminating);
    recorder.watched({ watch: "w1", event: "MODIFIED", object: "a/x", ...terminating });
    recorder.watched({
      watch: "w1",
      event: "DELETED",
      object: "a/x",
      ...terminating,
      version: "9",
    });
    recorder.end(recorder.begin({ operation: "read", ...of }), "not-found");

    const { verdict, anomalies } = checkHistory(readRecorded(recorder.lines()));
    expect(anomalies).toEqual([]);
    expect(verdict).toBe("legal");
  });

  it("does not excuse a deleted object that is seen again without a deletion time", () => {
    const recorder = new HistoryRecorder("opaque", () => 0);
    const of = { object: "a/x", client: "c1" };
    const create = recorder.begin({ operation: "create", value: "1.0", ...of });
    recorder.end(create, "ok", { version: "7", uid: "u1", value: "1.0" });
    recorder.end(recorder.begin({ operation: "delete", uid: "u1", ...of }), "ok");
    const late = recorder.begin({ operation: "read", ...of });
    recorder.end(late, "ok", { version: "7", uid: "u1", value: "1.0" });

    expect(checkHistory(readRecorded(recorder.lines())).verdict).toBe("illegal");
  });

  it("counts its entries, and renders each as one line", () => {
    const recorder = new HistoryRecorder("opaque", () => 0);
    recorder.end(recorder.begin({ operation: "read", object: "x", client: "c1" }), "not-found");
    recorder.watched({ watch: "w1", event: "open" });
    recorder.watched({ watch: "w1", event: "close" });

    expect([recorder.operations, recorder.events]).toEqual([1, 2]);
    expect(historyText(recorder.lines()).trim().split("\n")).toHaveLength(4);
  });
});

import { describe, expect, it } from "vitest";
import { checkHistory, HistoryBuilder } from "#checker";
import type { HistoryLine } from "#checker";
import { operationInjections } from "../../suites/checker/testing/inject-operations.ts";
import { Random } from "../../suites/checker/testing/random-source.ts";
import { Timeline } from "../../suites/checker/testing/simulated-timeline.ts";
import { record } from "../../suites/checker/testing/workload.ts";
import { exportEdn } from "../../suites/wings/logs/exports/export-edn.ts";
import { parseEdn } from "../../suites/wings/logs/port/edn.ts";
import { jepsen } from "../../suites/wings/logs/readers/jepsen.ts";
import { judgeText } from "../../suites/wings/logs/testing/judged-log.ts";

function judged(text: string): ReturnType<typeof judgeText> {
  return judgeText(jepsen, text);
}

describe("EDN", () => {
  it.each([
    { text: "nil", value: null },
    { text: "{:a 1, :b [2.5 true]}", value: { ":a": 1, ":b": [2.5, true] } },
    {
      text: '#jepsen.history.Op{:f :cas, :value [1 "x y"]}',
      value: { ":f": ":cas", ":value": [1, "x y"] },
    },
    { text: "(1 2N)", value: [1, 2] },
  ])("is parsed: $text", ({ text, value }) => {
    expect(parseEdn(text)).toEqual(value);
  });

  it.each(["{:a", "[1", '"open', "1 2", "", "}"])("is rejected: %s", (text) => {
    expect(parseEdn(text)).toBeUndefined();
  });
});

describe("a Jepsen history", () => {
  it("is legal if reads return the written values", () => {
    const { verdict, facts } = judged(`[{:process 0, :type :invoke, :f :write, :value 1, :time 1}
{:process 0, :type :ok, :f :write, :value 1, :time 2}
{:process 1, :type :invoke, :f :read, :value nil}
{:process 0, :type :invoke, :f :cas, :value [1 2]}
{:process 1, :type :ok, :f :read, :value 2}
{:process 0, :type :ok, :f :cas, :value [1 2]}
{:process :nemesis, :type :info, :f :start-partition, :value nil}]`);

    expect(verdict).toMatchObject({ verdict: "legal", operations: 3 });
    expect(facts).toMatchObject({ requests: 3, limits: [] });
  });

  it("shows a stale read with its key and line", () => {
    const { verdict } = judged(`{:process 0, :type :invoke, :f :write, :value [7 1]}
{:process 0, :type :ok, :f :write, :value [7 1]}
{:process 0, :type :invoke, :f :write, :value [7 2]}
{:process 0, :type :ok, :f :write, :value [7 2]}
{:process 1, :type :invoke, :f :read, :value [7 nil]}
{:process 1, :type :ok, :f :read, :value [7 1]}`);

    expect(verdict.anomalies).toMatchObject([{ type: "stale-read", object: "register 7" }]);
    expect(verdict.anomalies[0]?.operations).toContain(6);
  });

  it("treats a write without a response as one that may have taken effect", () => {
    const { verdict } = judged(`{:process 0, :type :invoke, :f :write, :value 1}
{:process 0, :type :info, :f :write, :value 1, :error :timeout}
{:process 1, :type :invoke, :f :write, :value 2}
{:process 2, :type :invoke, :f :read, :value nil}
{:process 2, :type :ok, :f :read, :value 2}
{:process 2, :type :invoke, :f :read, :value nil}
{:process 2, :type :ok, :f :read, :value 1}`);

    expect(verdict).toMatchObject({ verdict: "legal", operations: 4 });
  });

  it("is searched if a value is written twice", () => {
    const { facts, verdict } = judged(`{:process 0, :type :invoke, :f :write, :value 1}
{:process 0, :type :ok, :f :write, :value 1}
{:process 0, :type :invoke, :f :write, :value 2}
{:process 0, :type :ok, :f :write, :value 2}
{:process 0, :type :invoke, :f :write, :value 1}
{:process 0, :type :ok, :f :write, :value 1}
{:process 1, :type :invoke, :f :read, :value nil}
{:process 1, :type :ok, :f :read, :value 2}`);

    expect(facts.limits).toEqual([]);
    expect(verdict).toMatchObject({ verdict: "illegal", operations: 4 });
    expect(verdict.anomalies).toMatchObject([
      { type: "stale-read", object: "register", operations: [8, 6] },
    ]);
  });

  it("is read from Jepsen's log", () => {
    const { facts, verdict } = judged(`INFO  jepsen.util - 0\t:invoke\t:write\t3
INFO  jepsen.util - 0\t:ok\t:write\t3
2026-11-20 10:00:00,000{GMT} INFO [jepsen worker 1] jepsen.util: 1\t:invoke\t:cas\t[3 4]
1       :info   :cas    [3 4]\t:timeout
INFO  jepsen.util - 2\t:invoke\t:read\tnil
INFO  jepsen.util - 2\t:fail\t:read\t:timed-out
INFO  jepsen.util - 0\t:invoke\t:read\tnil
INFO  jepsen.util - 0\t:ok\t:read\t4
INFO  jepsen.core - Tearing down`);

    expect(verdict).toMatchObject({ verdict: "legal", operations: 4 });
    expect([...facts.skipped]).toEqual([["not an EDN operation, first in history line 9", 1]]);
  });

  it("is read from maps that span lines or share one, surrounded by other text", () => {
    const { facts, verdict } = judged(`; a comment with { in it
[{:process 0,
  :type :invoke, :f :write,
  :value 1} #jepsen.history.Op{:process 0, :type :ok, :f :write, :value 1, :note "a } in a text
of two lines"}
 {:process 1, :type :invoke, :f :read, :value nil}
 {:process 1, :type :ok, :f :read, :value nil}]`);

    expect([...facts.skipped]).toEqual([]);
    expect(verdict.anomalies).toMatchObject([{ type: "stale-read", operations: [7, 4] }]);
  });

  it("reports the line at which it is truncated", () => {
    const { facts } = judged(`{:process 0, :type :invoke, :f :write, :value 1}
{:process 0, :type :ok, :f :wr`);

    expect([...facts.skipped]).toEqual([["not an EDN operation, first in history line 2", 1]]);
  });

  it("is read beyond an unclosed map", () => {
    const { facts, verdict } = judged(`{:process 0, "open
${"x\n".repeat(10_000)}{:process 0, :type :invoke, :f :write, :value 1}
{:process 0, :type :ok, :f :write, :value 1}`);

    expect(verdict.operations).toBe(1);
    expect([...facts.skipped].length).toBe(1);
  });

  it("does not treat a failed compare-and-set as proof of another value", () => {
    const failed = `{:process 0, :type :invoke, :f :write, :value 1}
{:process 0, :type :ok, :f :write, :value 1}
{:process 0, :type :invoke, :f :cas, :value [1 2]}
{:process 0, :type :fail, :f :cas, :value [1 2]}`;

    expect(judged(failed).verdict.verdict).toBe("legal");
    expect(judged(failed.replace(/\}$/u, ", :error :conflict}")).verdict.anomalies).toMatchObject([
      { type: "spurious-conflict" },
    ]);
  });

  it("skips transactions with several operations", () => {
    const { facts } =
      judged(`{:process 0, :type :invoke, :f :txn, :value [[:r 1 nil] [:append 1 2]]}
{:process 0, :type :ok, :f :txn, :value [[:r 1 [2]] [:append 1 2]]}`);

    expect([...facts.skipped]).toEqual([["not an operation on a register", 2]]);
  });
});

function verdicts(lines: readonly HistoryLine[]): readonly string[] {
  const builder = new HistoryBuilder("opaque");
  lines.forEach((line, i) => builder.add(line, i + 2));
  return [checkHistory(builder.finish()).verdict, judged(exportEdn(lines).text).verdict.verdict];
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

describe("an exported history", () => {
  const mix = { operations: 300, objects: 4, clients: 6, reads: 0.4, puts: 0.1, unknown: 0.02 };

  it.each([1, 2, 3])("stays legal (seed %i)", (seed) => {
    const { lines } = record({ seed, versions: "opaque", ...mix });

    expect(verdicts(lines)).toEqual(["legal", "legal"]);
  });

  it.each(operationInjections.filter(({ name }) => /stale|lost|dirty|future/u.test(name)))(
    "stays illegal: $name",
    ({ inject }) => {
      const recording = record({ seed: 5, versions: "opaque", ...mix });
      const lines = inject(new Timeline(recording, new Random(1)));

      expect(verdicts(lines)).toEqual(["illegal", "illegal"]);
    },
  );

  it("keeps the processes of clients separate", () => {
    const { lines } = record({ seed: 4, versions: "opaque", ...mix });
    const clients = new Map<unknown, Set<string>>();
    const operations = lines.flatMap((line) => (line.kind === "operation" ? [line] : []));
    const events = exportEdn(lines).text.trim().split("\n").map(parseEdn);
    const begun = operations.toSorted((left, right) => left.invoke - right.invoke);
    const invocations = events.filter((event) => isMap(event) && event[":type"] === ":invoke");
    invocations.forEach((event, index) => {
      const process = isMap(event) ? event[":process"] : undefined;
      const own = clients.get(process) ?? new Set();
      clients.set(process, own.add(begun[index]?.client ?? ""));
    });

    expect([...clients.values()].filter((own) => own.size !== 1)).toEqual([]);
  });
});

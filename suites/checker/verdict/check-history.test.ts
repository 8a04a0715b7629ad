import { describe, expect, it } from "vitest";
import { describeAnomaly, operationAnomalies, watchAnomalies } from "../history/anomaly.ts";
import type { ObjectAnomaly, WatchAnomaly } from "../history/anomaly.ts";
import type { InitialLine, OperationLine, VersionOrder } from "../history/history.ts";
import { HistoryBuilder } from "../reading/history-builder.ts";
import { checkHistory, MergedVerdict } from "./check-history.ts";
import type { HistoryVerdict } from "./check-history.ts";

type Short = Partial<Omit<OperationLine, "kind">> & Pick<OperationLine, "operation" | "invoke">;

function judge(versions: VersionOrder, lines: readonly (InitialLine | Short)[]): HistoryVerdict {
  const builder = new HistoryBuilder(versions);
  const defaults = { kind: "operation", object: "o", client: "c1", outcome: "ok" } as const;
  lines.forEach((line, i) =>
    builder.add("operation" in line ? { ...defaults, ...line } : line, i + 2),
  );
  return checkHistory(builder.finish());
}

const initial = { kind: "initial", object: "o", version: "1", uid: "u", value: "h0" } as const;
const replace = {
  operation: "cas",
  invoke: 1,
  return: 2,
  precondition: "1",
  version: "2",
} as const;
const stale = { operation: "read", client: "c2", invoke: 3, return: 4, version: "1" } as const;

describe("the verdict on a history", () => {
  it("names the anomaly, its lines and its meaning", () => {
    const seen = { ...stale, invoke: 2.2, return: 2.4, version: "2" };
    const { anomalies } = judge("comparable", [initial, replace, seen, { ...stale, client: "c3" }]);

    expect(anomalies).toEqual([
      {
        kind: "object",
        object: "o",
        type: "stale-read",
        operations: [5, 3],
        counterexample: [
          {
            fact: "line",
            line: 5,
            shows: "read",
            object: "o",
            client: "c3",
            operation: "read",
            outcome: "ok",
            version: "1",
          },
          {
            fact: "line",
            line: 3,
            shows: "write",
            object: "o",
            client: "c1",
            operation: "cas",
            outcome: "ok",
            names: "1",
            version: "2",
          },
          { fact: "before", line: 3, ended: "answered", other: 5, began: "sent" },
        ],
        message:
          "client c3 read version 1 (line 5); client c1 wrote version 2, based on version 1 (line 3); " +
          "line 3 completed before line 5 started",
        alternatives: [],
      },
    ]);
  });

  it("states if either of two operations may be the wrong one", () => {
    const [anomaly] = judge("comparable", [initial, replace, stale]).anomalies;

    expect(anomaly).toMatchObject({
      type: "stale-read",
      operations: [4, 3],
      alternatives: [{ type: "dropped-write", line: 3 }],
    });
  });

  it("judges each object separately", () => {
    const other = { ...stale, object: "p", version: "9" };
    const { verdict, anomalies } = judge("comparable", [initial, replace, other]);

    expect(verdict).toBe("illegal");
    expect(anomalies.map((anomaly) => anomaly.kind === "object" && anomaly.object)).toEqual(["p"]);
  });

  it("finds a second anomaly after the first", () => {
    const seen = { ...stale, version: "2" };
    const again = { ...stale, invoke: 5, return: 6 };
    const late = {
      ...stale,
      invoke: 7,
      return: 8,
      outcome: "not-found",
      version: undefined,
    } as const;
    const { anomalies } = judge("comparable", [initial, replace, seen, stale, again, late]);

    expect(anomalies.map(({ type }) => type)).toEqual([
      "stale-read",
      "stale-read",
      "spurious-not-found",
    ]);
  });

  it("stops counting if an object is wrong throughout", () => {
    const reads = Array.from({ length: 200 }, (_, i) => ({
      ...stale,
      invoke: 3 + i,
      return: 3 + i,
    }));
    const seen = { ...stale, invoke: 2, return: 2, version: "2" };
    const { anomalies } = judge("comparable", [initial, replace, seen, ...reads]);

    expect(anomalies).toHaveLength(16);
  });

  it("stops counting observations that contradict the writes", () => {
    const torn = Array.from({ length: 20 }, (_, i) => ({
      ...stale,
      value: `h${i + 1}`,
      invoke: 3 + i,
      return: 3 + i,
    }));

    expect(judge("comparable", [initial, ...torn]).anomalies).toHaveLength(16);
  });

  it("describes an observation that contradicts the writes", () => {
    const torn = { ...stale, version: "2", value: "h9" };
    const [anomaly] = judge("comparable", [initial, { ...replace, value: "h1" }, torn]).anomalies;

    expect(anomaly?.message).toMatch(
      /^client c2 read version 2, content h9 \(line 4\); client c1 wrote version 2, based on version 1, content h1 \(line 3\); /u,
    );
  });

  it("continues after an observation that contradicts the writes", () => {
    const torn = { ...stale, version: "2", value: "h9", invoke: 5, return: 6 };
    const { anomalies } = judge("comparable", [initial, { ...replace, value: "h1" }, torn, stale]);

    expect(anomalies.map(({ type }) => type)).toEqual(["torn-value", "stale-read"]);
  });
});

describe("refusals", () => {
  const first = {
    operation: "cas",
    client: "c1",
    invoke: 1,
    return: 7,
    precondition: "1",
  } as const;
  const write = { ...first, client: "c2", invoke: 3, return: 10, version: "2" } as const;
  const last = { ...first, client: "c3", invoke: 9, return: 16, precondition: "2" } as const;
  const conflict = { outcome: "conflict" } as const;

  it("can each be correct, but not all of them together", () => {
    const [early, late] = [
      { ...first, ...conflict },
      { ...last, ...conflict },
    ];

    expect(judge("opaque", [initial, early, write]).verdict).toBe("legal");
    expect(judge("opaque", [initial, write, late]).verdict).toBe("legal");
    expect(judge("opaque", [initial, early, write, late])).toMatchObject({
      verdict: "illegal",
      anomalies: [{ type: "spurious-conflict", operations: [5, 3] }],
    });
  });

  it("state that the object exists, other than a failure without a reason", () => {
    const gone = { operation: "delete", client: "c2", invoke: 1, return: 2 } as const;
    const after = { ...last, precondition: "1" } as const;

    expect(judge("opaque", [initial, gone, { ...after, ...conflict }])).toMatchObject({
      verdict: "illegal",
      anomalies: [{ type: "spurious-conflict" }],
    });
    for (const outcome of ["not-found", "failed"] as const)
      expect(judge("opaque", [initial, gone, { ...after, outcome }]).verdict).toBe("legal");
  });

  it("are explained by an unobserved write of unknown outcome", () => {
    const lost = { operation: "put", invoke: 7, outcome: "unknown", value: "h" } as const;

    const unexplained = [initial, { ...first, ...conflict }];

    expect(judge("opaque", unexplained).verdict).toBe("illegal");
    expect(judge("opaque", [...unexplained, lost]).verdict).toBe("legal");
    expect(judge("opaque", [...unexplained, { ...lost, invoke: 8 }]).verdict).toBe("illegal");
  });
});

describe("broken assumptions cause no false positive", () => {
  const unknown = { operation: "put", invoke: 1, outcome: "unknown" } as const;

  it("leaves open which of two writes with the same content was observed", () => {
    const variants = [
      { ...unknown, value: "h" },
      { ...unknown, client: "c2", invoke: 5, value: "h" },
    ];
    const seen = { operation: "read", invoke: 6, return: 7, version: "2", value: "h" } as const;
    const back = { ...stale, invoke: 8, return: 9 };

    expect(judge("opaque", [initial, ...variants, seen]).verdict).toBe("legal");
    expect(judge("opaque", [initial, ...variants, seen, back])).toMatchObject({
      verdict: "undetermined",
      anomalies: [],
      open: [{ object: "o" }],
    });
  });

  it("treats an unconditional write of the current content as one that changed nothing", () => {
    const put = { operation: "put", invoke: 3, return: 4, version: "2", value: "h1" } as const;

    expect(judge("opaque", [initial, { ...replace, value: "h1" }, put]).verdict).toBe("legal");
    expect(
      judge("opaque", [initial, { ...replace, value: "h1" }, { ...put, value: "h2" }]).anomalies[0],
    ).toMatchObject({ type: "version-reuse", operations: [4, 3] });
  });

  it("returns undetermined if too many operation orders are possible", () => {
    // Each possible last write contradicts one of the conflicts. Only a search over all orders detects this.
    expect(judge("opaque", [initial, ...contend(6)]).verdict).toBe("illegal");
    expect(judge("opaque", [initial, ...contend(24)])).toMatchObject({
      verdict: "undetermined",
      open: [{ object: "o", reason: "too many operation orders are possible" }],
    });
    const missing = { operation: "read", outcome: "not-found", invoke: 5, return: 6 } as const;
    expect(judge("opaque", [initial, ...contend(24), missing]).anomalies).toMatchObject([
      { type: "spurious-not-found" },
    ]);
  });
});

/** Concurrent unconditional writes, followed by a conflict for the version of each. */
function contend(writers: number): readonly Short[] {
  return Array.from({ length: writers }, (_, i) => i).flatMap((i) => [
    { operation: "put", client: `w${i}`, invoke: 1, return: 9, version: `v${i}`, value: `h${i}` },
    {
      operation: "cas",
      outcome: "conflict",
      client: `r${i}`,
      invoke: 10,
      return: 11,
      precondition: `v${i}`,
    },
  ]);
}

it("orders versions of any length as numbers", () => {
  const chain = ["9007199254740993", "9007199254740994", "10000000000000000000000"];
  const [one = "", two = "", three = ""] = chain;
  const lines = [
    { ...initial, version: one },
    { operation: "put", invoke: 1, return: 2, version: two, value: "h1" } as const,
    { operation: "put", invoke: 3, return: 4, version: three, value: "h2" } as const,
  ];

  expect(judge("comparable", lines).verdict).toBe("legal");
  expect(
    judge("comparable", [...lines, { ...stale, invoke: 5, return: 6, version: two }]).anomalies[0],
  ).toMatchObject({ type: "stale-read" });
});

it("describes every anomaly", () => {
  const types = Object.keys({ ...operationAnomalies, ...watchAnomalies });

  expect(types).toHaveLength(38);
  expect(describeAnomaly("lost-update")).toContain("already been replaced");
  expect(describeAnomaly("missing-event")).toContain("reliable");
});

function ofObject(object: string, ...operations: readonly number[]): ObjectAnomaly {
  return {
    kind: "object",
    object,
    type: "stale-read",
    operations,
    counterexample: [],
    message: "",
    alternatives: [],
  };
}

function ofWatch(watch: string, ...operations: readonly number[]): WatchAnomaly {
  return {
    kind: "watch",
    watch,
    type: "missing-event",
    operations,
    counterexample: [],
    message: "",
  };
}

function verdictWith(part: Partial<HistoryVerdict>): HistoryVerdict {
  return { verdict: "legal", operations: 0, events: 0, anomalies: [], open: [], ...part };
}

function merged(
  parts: readonly Partial<HistoryVerdict>[],
  anomalies: readonly WatchAnomaly[] = [],
): HistoryVerdict {
  const verdict = new MergedVerdict();
  for (const part of parts) verdict.add(verdictWith(part));
  return verdict.finish({ events: 7, anomalies });
}

it("counts the operations of each part and the events of the whole history", () => {
  expect(
    merged([
      { operations: 2, events: 3 },
      { operations: 5, events: 3 },
    ]),
  ).toEqual({
    verdict: "legal",
    operations: 7,
    events: 7,
    anomalies: [],
    open: [],
  });
});

it("is undetermined if a part is, and illegal if any part is", () => {
  const open = [{ object: "a", reason: "too many operation orders are possible" }];

  expect(merged([{ open }, {}])).toMatchObject({ verdict: "undetermined", open });
  expect(merged([{ open }, { anomalies: [ofObject("b", 3)] }])).toMatchObject({
    verdict: "illegal",
    open,
  });
  expect(merged([{}], [ofWatch("w", 4)]).verdict).toBe("illegal");
});

it("sorts all anomalies by line, those without a line first", () => {
  const parts = [
    { anomalies: [ofObject("a", 9, 2), ofObject("a", 12)] },
    { anomalies: [ofWatch("w", 10), ofObject("b")] },
  ];

  expect(merged(parts, [ofWatch("w", 11)]).anomalies).toEqual([
    ofObject("b"),
    ofObject("a", 9, 2),
    ofWatch("w", 10),
    ofWatch("w", 11),
    ofObject("a", 12),
  ]);
});

it("lists a line of a watch once, even if several parts contain it", () => {
  const parts = [{ anomalies: [ofWatch("w", 10, 3)] }, { anomalies: [ofWatch("w", 10, 4)] }];

  expect(merged(parts).anomalies).toEqual([ofWatch("w", 10, 3)]);
});

it.each([
  { name: "watches", one: ofWatch("v", 10), other: ofWatch("w", 10) },
  { name: "lines of a watch", one: ofWatch("w", 10), other: ofWatch("w", 11) },
  {
    name: "kinds of anomalies of a watch",
    one: ofWatch("w", 10),
    other: { ...ofWatch("w", 10), type: "duplicate-event" as const },
  },
  { name: "objects", one: ofObject("a", 10), other: ofObject("b", 10) },
  { name: "operations of an object", one: ofObject("a", 10, 3), other: ofObject("a", 10, 4) },
  { name: "numbers of operations", one: ofObject("a", 1, 23), other: ofObject("a", 12, 3) },
  {
    name: "kinds of anomalies of an object",
    one: ofObject("a", 10),
    other: { ...ofObject("a", 10), type: "dirty-read" as const },
  },
])("tells two $name apart", ({ one, other }) => {
  expect(merged([{ anomalies: [one] }, { anomalies: [other] }]).anomalies).toHaveLength(2);
});

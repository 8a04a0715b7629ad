import { describe, expect, it } from "vitest";
import { judgeHistories } from "./judge-workload.ts";
import type { RecordedLine, RecordedOperation } from "./recorded-line.ts";

type Part = Pick<RecordedOperation, "client" | "op" | "outcome"> & Partial<RecordedOperation>;

/** Completes operations that follow each other, each with its own time. */
function inSequence(
  parts: readonly Part[],
  versions: "comparable" | "opaque" = "opaque",
): readonly RecordedLine[] {
  return [
    { history: 1, versions },
    ...parts.map((part, index): RecordedLine => {
      const invoke = 2 * index + 1;
      const times = { invoke, return: invoke + 1, startedMs: index, endedMs: index };
      const { return: returned, ...open } = times;
      const own = part.outcome === "unknown" ? open : { ...open, return: returned };
      return { object: "a/x", uid: "u1", ...own, ...part };
    }),
  ];
}

/** A conflict, although a later read shows that the expected version is still current: one of them is wrong. */
function conflictBeforeRead(
  current: string | undefined,
  replacement: Partial<RecordedOperation> = {},
): readonly RecordedLine[] {
  return inSequence([
    { op: "create", client: "c1", outcome: "ok", version: "v1", value: "1" },
    { op: "cas", client: "c2", outcome: "ok", precondition: "v1", version: "v2", value: "2" },
    // The response to this write shows that it was stored, but not when.
    {
      op: "cas",
      client: "c5",
      outcome: "ok",
      precondition: "v2",
      version: "v3",
      value: "3",
      invoke: 5,
      return: 20,
      ...replacement,
    },
    {
      op: "cas",
      client: "c3",
      outcome: "conflict",
      precondition: "v2",
      value: "4",
      ...(current === undefined ? {} : { current }),
    },
    { op: "read", client: "c4", outcome: "ok", version: "v2", value: "2" },
  ]);
}

/** A history in which the response to a write between the two versions was lost. */
function withLostWrite(
  reported: string,
  versions: "comparable" | "opaque" = "comparable",
): readonly RecordedLine[] {
  return inSequence(
    [
      { op: "create", client: "c1", outcome: "ok", version: "1", value: "1" },
      { op: "cas", client: "c2", outcome: "ok", precondition: "1", version: "2", value: "2" },
      { op: "cas", client: "c5", outcome: "unknown", precondition: "2", value: "3" },
      { op: "cas", client: "c3", outcome: "conflict", precondition: "2", current: reported },
      { op: "read", client: "c4", outcome: "ok", version: "2", value: "2" },
      { op: "read", client: "c6", outcome: "ok", version: "3", value: "3" },
    ],
    versions,
  );
}

function brokenBy(lines: readonly RecordedLine[]): readonly string[] {
  return [...judgeHistories([lines]).broken.keys()];
}

describe("a conflict that another response contradicts", () => {
  it("was justified if it reports a version that replaced the expected one", () => {
    const { broken } = judgeHistories([conflictBeforeRead("v3")]);

    expect([...broken.keys()]).toEqual(["write.visible-to-later-reads"]);
    expect(broken.get("write.visible-to-later-reads")?.[0]?.anomaly).toMatchObject({
      type: "stale-read",
      operations: [6, 5, 3],
      alternatives: [{ type: "dropped-write", line: 3 }],
    });
  });

  it("was justified if it reports a later version that was seen", () => {
    expect(brokenBy(withLostWrite("3"))).toEqual(["write.visible-to-later-reads"]);
    expect(brokenBy(withLostWrite("3", "opaque"))).toEqual(["write.visible-to-later-reads"]);
    expect(brokenBy(withLostWrite("9"))).not.toEqual(["write.visible-to-later-reads"]);
  });

  it.each([
    { why: "no version", lines: conflictBeforeRead(undefined) },
    { why: "the expected version", lines: conflictBeforeRead("v2") },
    { why: "a version that no write produced", lines: conflictBeforeRead("v9") },
    {
      why: "a version that was written later",
      lines: conflictBeforeRead("v3", { invoke: 15, return: 20 }),
    },
  ])("may be wrong if it reports $why", ({ lines }) => {
    expect(brokenBy(lines)).toEqual(["write.stores-submitted-status"]);
  });
});

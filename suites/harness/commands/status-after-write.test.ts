import { describe, expect, it } from "vitest";
import { contractSemantics } from "#contract";
import type { JsonObject } from "#contract";
import type { StatusMode } from "#targets";
import { workloadKind } from "../history/workload-kind.fixture.ts";
import { inStoredOrder, laidOver, statusAfterWrites } from "./status-after-write.ts";

const stored = { conditions: [{ type: "Ready", status: "True" }], phase: "Idle" };
const sets = { setLists: ["peer.tags"] };
const applied = { conditions: [{ type: "Synced", status: "False" }] };

describe("a status merged into another one", () => {
  it("joins list entries with a type", () => {
    expect(laidOver(stored, applied)).toEqual({
      phase: "Idle",
      conditions: [
        { type: "Ready", status: "True" },
        { type: "Synced", status: "False" },
      ],
    });
  });

  it("replaces a list without keys, at any depth", () => {
    const lists = { wholeLists: ["conditions", "peer.conditions"] };

    expect(laidOver(stored, applied, lists)).toEqual({ phase: "Idle", ...applied });
    expect(laidOver({ peer: stored }, { peer: applied }, lists)).toEqual({
      peer: { phase: "Idle", ...applied },
    });
  });

  it.each([
    { below: ["a"], above: ["x"], tags: ["a", "x"] },
    { below: ["a", "b"], above: ["a", "x"], tags: ["b", "a", "x"] },
    { below: ["a", "b"], above: ["x", "b", "a"], tags: ["x", "b", "a"] },
    { below: ["a", "b"], above: [], tags: ["a", "b"] },
  ])("adds the values of $above to the set $below", ({ below, above, tags }) => {
    const merged = laidOver({ peer: { tags: below } }, { peer: { tags: above } }, sets);

    expect(merged).toEqual({ peer: { tags } });
  });

  it.each([
    { what: "another order", kept: ["c", "b", "a"], tags: ["c", "b", "a"] },
    { what: "fewer values", kept: ["b", "a"], tags: ["a", "b", "c"] },
    { what: "other values", kept: ["c", "b", "x"], tags: ["a", "b", "c"] },
    { what: "no list", kept: "a", tags: ["a", "b", "c"] },
  ])("has its sets in the order in which they are stored: $what", ({ kept, tags }) => {
    const wanted = { peer: { tags: ["a", "b", "c"], rest: ["x", "y"] } };
    const shown = { peer: { tags: kept, rest: ["y", "x"] } };

    expect(inStoredOrder(wanted, shown, sets)).toEqual({ peer: { ...wanted.peer, tags } });
  });
});

describe("the status after several writes", () => {
  const ready = { type: "Ready", status: "Unknown" };
  const accepted = { type: "Accepted", status: "Unknown" };
  const created = {
    status: { grade: "C", usage: { cpu: 1, disk: 2 }, conditions: [ready, accepted] },
  };

  function after(
    mode: StatusMode,
    statuses: readonly JsonObject[],
    initial: JsonObject = created.status,
  ): JsonObject {
    const [via = ""] = workloadKind.operations.updateStatus;
    const kind = { ...workloadKind, ...sets, statusModes: { [via]: mode } };
    const context = { kind, via: "", target: { semantics: contractSemantics } };
    return statusAfterWrites(context, { status: initial }, statuses);
  }

  it("lacks initial items and fields that an earlier apply contained, and a later one omits", () => {
    const first = { grade: "A", usage: { cpu: 7 }, conditions: [{ ...ready, status: "True" }] };

    expect(after("apply", [first, { conditions: [] }])).toEqual({
      usage: { disk: 2 },
      conditions: [accepted],
    });
  });

  it("lacks initial values of a set that an earlier apply contained, and a later one omits", () => {
    const applies = [{ peer: { tags: ["b", "x"] } }, { peer: { tags: ["y"] } }];

    expect(after("apply", applies, { peer: { tags: ["a", "b"] } })).toEqual({
      peer: { tags: ["a", "y"] },
    });
  });

  it("keeps initial fields that a merge omits", () => {
    expect(after("partial", [{ grade: "A" }, { usage: { cpu: 7 } }])).toMatchObject({
      usage: { cpu: 7, disk: 2 },
    });
  });
});

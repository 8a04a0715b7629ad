import { describe, expect, it } from "vitest";
import { contractSemantics } from "#contract";
import type { JsonObject } from "#contract";
import type { KindDescription, StatusMode } from "#targets";
import { workloadKind } from "../history/workload-kind.fixture.ts";
import { inStoredOrder, laidOver, statusAfterWrites } from "./status-after-write.ts";
import type { Unowned } from "./status-after-write.ts";

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

function listenersNamed(names: string): JsonObject {
  return { listeners: names.split("").map((name) => ({ name })) };
}

function appliedTo(
  status: JsonObject,
  statuses: readonly JsonObject[],
  lists: Pick<KindDescription, "keyedLists" | "wholeLists">,
): JsonObject {
  const [via = ""] = workloadKind.operations.updateStatus;
  const statusModes = { [via]: "apply" } as const;
  const kind = { ...workloadKind, ...lists, statusModes };
  const context = { kind, via: "", target: { semantics: contractSemantics } };
  return statusAfterWrites(context, { status }, statuses);
}

describe("lists with keys", () => {
  const keyed = {
    wholeLists: ["tags"],
    keyedLists: [
      { path: "listeners", keys: ["name"] },
      { path: "listeners.ports", keys: ["port", "protocol"] },
    ],
  };
  const tcp = { port: 80, protocol: "TCP" };
  const udp = { port: 80, protocol: "UDP" };
  const below = {
    listeners: [
      { name: "main", attached: 0, note: "new", ports: [tcp] },
      { name: "aux", attached: 1 },
    ],
  };

  it("merge items with equal keys, at any depth", () => {
    const above = {
      listeners: [{ name: "main", attached: 7, ports: [{ ...tcp, backlog: 1 }, udp] }],
    };

    expect(laidOver(below, above, keyed)).toEqual({
      listeners: [
        { name: "main", attached: 7, note: "new", ports: [{ ...tcp, backlog: 1 }, udp] },
        { name: "aux", attached: 1 },
      ],
    });
  });

  it.each([
    { stored: "ab", submitted: "a", result: "ab" },
    { stored: "ab", submitted: "b", result: "ab" },
    { stored: "ab", submitted: "ac", result: "abc" },
    { stored: "ab", submitted: "cb", result: "acb" },
    { stored: "ab", submitted: "ba", result: "ba" },
    { stored: "abc", submitted: "ca", result: "bca" },
    { stored: "ab", submitted: "c", result: "abc" },
    { stored: "", submitted: "ba", result: "ba" },
  ])(
    "$submitted over $stored is $result, as on API servers",
    ({ stored: was, submitted, result }) => {
      expect(laidOver(listenersNamed(was), listenersNamed(submitted), keyed)).toEqual(
        listenersNamed(result),
      );
    },
  );

  it("merge items with equal keys in the entries of a map", () => {
    const lists = { wholeLists: [], keyedLists: [{ path: "zones.*.ports", keys: ["port"] }] };
    const zoned = { zones: { a: { ports: [{ port: 1, up: true }, { port: 2 }] } } };
    const above = { zones: { a: { ports: [{ port: 2, up: false }] }, b: { ports: [] } } };
    const merged = {
      zones: {
        a: {
          ports: [
            { port: 1, up: true },
            { port: 2, up: false },
          ],
        },
        b: { ports: [] },
      },
    };

    expect(laidOver(zoned, above, lists)).toEqual(merged);
    const shown = { zones: { a: { ports: [{ port: 2 }, { port: 1 }] } } };
    expect(inStoredOrder(zoned, shown, lists)).toEqual({
      zones: { a: { ports: [{ port: 2 }, { port: 1, up: true }] } },
    });
  });

  it("replace a list with types if the schema gives it no keys", () => {
    const lists = { wholeLists: ["other"], keyedLists: keyed.keyedLists };

    expect(laidOver(stored, applied, lists)).toEqual({ phase: "Idle", ...applied });
  });

  it("have the order in which a server has stored the same keys", () => {
    const [main = {}, aux = {}] = below.listeners;
    const shown = { listeners: [{ name: "aux" }, { name: "main" }] };

    expect(inStoredOrder(below, shown, keyed)).toEqual({ listeners: [aux, main] });
    expect(inStoredOrder(below, { listeners: [aux, { name: "x" }] }, keyed)).toEqual(below);
    expect(inStoredOrder(below, { listeners: [main, main] }, keyed)).toEqual(below);
  });

  it("keep the fields of an initial item that no apply contained", () => {
    const first = { listeners: [{ name: "main", attached: 1, note: "mine" }] };
    const second = { listeners: [{ name: "main", attached: 2 }] };

    expect(appliedTo(below, [first, second], keyed)).toEqual({
      listeners: [
        { name: "main", attached: 2, ports: [tcp] },
        { name: "aux", attached: 1 },
      ],
    });
  });

  it("lack an item that an earlier apply contained, and a later one omits", () => {
    const first = { listeners: [{ name: "main", attached: 1 }] };

    const other = { listeners: [{ name: "new", attached: 1 }] };

    expect(appliedTo(below, [first, other], keyed)).toEqual({
      listeners: [{ name: "aux", attached: 1 }, ...other.listeners],
    });
    expect(appliedTo(below, [first, { listeners: [] }, first], keyed)).toEqual(first);
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
    unowned: Unowned = "removed",
  ): JsonObject {
    const [via = ""] = workloadKind.operations.updateStatus;
    const kind = { ...workloadKind, ...sets, statusModes: { [via]: mode } };
    const context = { kind, via: "", target: { semantics: contractSemantics }, unowned };
    return statusAfterWrites(context, { status: initial }, statuses);
  }

  it("lacks initial items and fields that an earlier apply contained, and a later one omits", () => {
    const first = { grade: "A", usage: { cpu: 7 }, conditions: [{ ...ready, status: "True" }] };

    expect(after("apply", [first, { usage: {} }])).toEqual({ usage: { disk: 2 } });
    expect(after("apply", [first, { conditions: [] }])).toEqual({ conditions: [] });
    expect(after("apply", [first, { conditions: [] }], created.status, "kept")).toEqual({
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

import { expect, it } from "vitest";
import { contractSemantics } from "#contract";
import { canonicalDialect } from "#targets/graphql";
import { mistypedStatuses, withoutUntested } from "./mistyped-statuses.ts";
import { Notebook } from "../schema/notebook.ts";
import type { Confidence } from "../schema/notebook.ts";

it("gives each field a value of another type", () => {
  const status = { heat: 1, note: "a", lit: true, cracks: ["a"], at: { x: 1 }, gone: null };

  expect(mistypedStatuses(status).map(({ status: one, field }) => [field, one])).toEqual([
    ["status.heat", { heat: "many" }],
    ["status.note", { note: 7 }],
    ["status.lit", { lit: "maybe" }],
    ["status.cracks", { cracks: "none" }],
    ["status.at", { at: "none" }],
  ]);
});

it.each<{ confidence: Confidence; isObserved: boolean; isKept: boolean }>([
  { confidence: "medium", isObserved: false, isKept: false },
  { confidence: "medium", isObserved: true, isKept: true },
  // The user gave the samples.
  { confidence: "high", isObserved: false, isKept: true },
])(
  "keeps invalid statuses that were rejected or given: $confidence, $isObserved",
  ({ confidence, isObserved, isKept }) => {
    const [first] = canonicalDialect.kinds;
    if (first === undefined) throw new Error("the canonical dialect has no kind");
    const { semantics: _own, ...bare } = first;
    const kind = isObserved ? { ...bare, semantics: contractSemantics } : bare;
    const notes = new Notebook();
    notes.note(["kinds", kind.name, "samples"], confidence, "as assumed here");

    const dialect = { ...canonicalDialect, kinds: [kind] };
    const [left] = withoutUntested(dialect, kind.name, notes).kinds;

    expect(left?.samples.invalidStatuses).toEqual(isKept ? kind.samples.invalidStatuses : []);
    expect(kind.samples.invalidStatuses).not.toEqual([]);
  },
);

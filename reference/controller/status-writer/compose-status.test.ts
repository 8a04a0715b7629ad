import { describe, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { JsonObject, Resource } from "#contract";
import { composeStatus, statusToSend } from "./compose-status.ts";
import { correctStatusRules } from "./flush-rules.ts";
import { StagedStatus, lostClaims } from "./staged-status.ts";

const now = "2024-05-05T00:00:00Z";

function widget(generation: number, status: JsonObject): Resource {
  const metadata = { name: "a", uid: uid("u"), resourceVersion: resourceVersion("1"), generation };
  return { kind: "Widget", metadata, status };
}

function composed(started: Resource, current: Resource): JsonObject {
  const staged = new StagedStatus(started);
  staged.set("size", 3);
  staged.clear("old");
  staged.condition({ type: "Ready", status: "True", reason: "Done", message: "3 of 3" });
  const snapshots = { started, current };
  const changes = staged.changes();
  return composeStatus({ changes, snapshots, rules: correctStatusRules, observes: true, now });
}

describe("composeStatus", () => {
  it("merges the staged changes into the stored status, and states the initial one", () => {
    const started = widget(4, { size: 1, old: true });
    const current = widget(5, {
      size: 2,
      old: true,
      theirs: "kept",
      conditions: [{ type: "Theirs" }],
    });

    expect(composed(started, current)).toEqual({
      size: 3,
      theirs: "kept",
      observedGeneration: 4,
      conditions: [
        { type: "Theirs" },
        {
          type: "Ready",
          status: "True",
          reason: "Done",
          message: "3 of 3",
          lastTransitionTime: now,
          observedGeneration: 4,
        },
      ],
    });
  });

  it("returns the same if nothing changed", () => {
    const first = composed(widget(1, {}), widget(1, {}));

    expect(composed(widget(1, first), widget(1, first))).toEqual(first);
  });
});

describe("statusToSend", () => {
  const stored = { kept: 1, changed: 1, gone: 1 };
  const wanted = { kept: 1, changed: 2, added: 3 };

  it.each([
    ["partial", { changed: 2, added: 3, gone: null }],
    ["replace", wanted],
  ] as const)("through a mutation that is %s", (mode, expected) => {
    expect(statusToSend(stored, wanted, mode)).toEqual(expected);
  });
});

describe("StagedStatus", () => {
  it.each(["conditions", "observedGeneration"])("does not let %s be set by hand", (member) => {
    expect(() => new StagedStatus(widget(1, {})).set(member, 1)).toThrow(
      `status.${member} cannot be set directly`,
    );
  });

  it("loses a claim if another client changed the field, and no other field", () => {
    const started = widget(1, { address: "a", other: 1 });
    const staged = new StagedStatus(started);
    staged.claim("address", "b");
    const changes = staged.changes();

    expect(lostClaims(changes, started, widget(1, { address: "a", other: 2 }))).toEqual([]);
    expect(lostClaims(changes, started, widget(1, { address: "c", other: 1 }))).toEqual([
      "address",
    ]);
    expect(lostClaims(changes, started, widget(1, {}))).toEqual(["address"]);
  });
});

import { describe, expect, it } from "vitest";
import { laidOver } from "./status-after-write.ts";

const stored = { conditions: [{ type: "Ready", status: "True" }], phase: "Idle" };
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
    expect(laidOver(stored, applied, ["conditions"])).toEqual({ phase: "Idle", ...applied });
    expect(laidOver({ peer: stored }, { peer: applied }, ["peer.conditions"])).toEqual({
      peer: { phase: "Idle", ...applied },
    });
  });
});

import { describe, expect, it } from "vitest";
import { readConditions, spellConditions } from "./conditions.ts";

describe("conditions in other words", () => {
  const spelling = {
    status: { True: "TRUE", False: "FALSE", Unknown: "UNKNOWN" },
    members: { type: "kind", lastTransitionTime: "since" },
    time: "milliseconds",
  } as const;
  const common = {
    phase: "x",
    conditions: [{ type: "Ready", status: "True", lastTransitionTime: "2024-01-01T00:00:00Z" }],
  };
  const spelled = {
    phase: "x",
    conditions: [{ kind: "Ready", status: "TRUE", since: "2024-01-01T00:00:00.000Z" }],
  };

  it("are written in them and read back", () => {
    expect(spellConditions(common, spelling)).toEqual(spelled);
    expect(readConditions(spelled, spelling)).toEqual(common);
  });

  it.each([
    { conditions: [{ status: "true", lastTransitionTime: "yesterday" }, 7, null] },
    { conditions: "none" },
    {},
  ])("stay as wrong as they are: $conditions", (status) => {
    expect(readConditions(spellConditions(status, spelling), spelling)).toEqual(status);
  });
});

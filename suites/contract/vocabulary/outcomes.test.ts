import { describe, expect, it } from "vitest";
import { describeRefusal } from "./outcomes.ts";
import type { Refusal } from "./outcomes.ts";

const refusal: Refusal = { reason: "conflict", message: "the version was replaced", causes: [] };

describe("a refusal in words", () => {
  it("has the reason, the code and the message, as far as there are any", () => {
    expect(describeRefusal({ ...refusal, code: "CONFLICT" })).toBe(
      "rejected as conflict (code CONFLICT): the version was replaced",
    );
    expect(describeRefusal(refusal)).toBe(
      "rejected as conflict (no code): the version was replaced",
    );
    expect(describeRefusal({ ...refusal, message: "" })).toBe("rejected as conflict (no code)");
  });
});

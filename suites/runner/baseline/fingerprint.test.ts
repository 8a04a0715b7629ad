import { describe, expect, it } from "vitest";
import { gap, violation } from "../testing/baseline-rows.ts";
import { fingerprintOf } from "./fingerprint.ts";

describe("a fingerprint", () => {
  const print = fingerprintOf(violation());

  it.each([
    {
      name: "the kind",
      over: {
        case: "watch/ordered#Bucket",
        actual: violation().actual.replace("Service", "Bucket"),
      },
    },
    { name: "the mutation", over: { case: "watch/ordered#Service.updateServiceStatus" } },
    { name: "the evidence", over: { evidence: [4, 5, 6] } },
  ])("does not depend on $name", ({ over }) => {
    expect(fingerprintOf(violation(over))).toBe(print);
  });

  it.each([
    { name: "the requirement", over: { requirement: gap } },
    { name: "the check", over: { case: "watch/other#Service" } },
    { name: "what was expected", over: { expected: "another order" } },
    { name: "what came", over: { actual: "nothing" } },
  ])("depends on $name", ({ over }) => {
    expect(fingerprintOf(violation(over))).not.toBe(print);
  });
});

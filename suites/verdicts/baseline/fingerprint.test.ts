import { describe, expect, it } from "vitest";
import { baselineRun, gap, violation } from "../testing/baseline-rows.ts";
import { fingerprintOf as hashOf } from "./fingerprint.ts";
import type { ViolationFinding } from "./fingerprint.ts";

const kinds = [...baselineRun.kinds, { name: "gears.example.com" }];

function fingerprintOf(finding: ViolationFinding): string {
  return hashOf(finding, kinds);
}

function printOf(name: string, actual: string): string {
  return fingerprintOf(violation({ actual, names: [name] }));
}

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
    {
      name: "a kind with dots in its name",
      over: {
        case: "watch/ordered#gears.example.com.status.put",
        actual: violation().actual.replace("Service", "gears.example.com"),
      },
    },
    { name: "the evidence", over: { evidence: [4, 5, 6] } },
  ])("does not depend on $name", ({ over }) => {
    expect(fingerprintOf(violation(over))).toBe(print);
  });

  it("does not depend on the names that the run has drawn, however they look", () => {
    for (const name of ["orders-for-web-in-7kd2mxq9vbt", "a1b2c3d4e5f60718"]) {
      expect(printOf(name, `version 12 after version 13 of Service default/${name}`)).toBe(print);
    }
    expect(
      fingerprintOf(violation({ actual: "version 12 after version 13 of Service b/a-b" })),
    ).not.toBe(print);
  });

  it("does not depend on the length of the names in a text that is too long to be kept whole", () => {
    const prints = ["orders-for-web-in-7kd2mxq9vbt", "a1b2c3d4e5f60718"].map((name) =>
      printOf(name, `${`${name} `.repeat(400)}end`),
    );

    expect(prints[0]).toBe(prints[1]);
  });

  it.each([
    { one: "1 event: ADDED", many: "3 events: ADDED" },
    { one: "1 was accepted (versions 7)", many: "2 were accepted (versions 7, 8)" },
  ])("does not depend on how many there were: $one", ({ one, many }) => {
    expect(fingerprintOf(violation({ actual: one }))).toBe(
      fingerprintOf(violation({ actual: many })),
    );
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

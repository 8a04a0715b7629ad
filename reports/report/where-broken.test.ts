import { expect, it } from "vitest";
import { caseLine, recordOf, verdictLine, violated } from "../testing/record-lines.ts";
import { buildReport } from "./report-builder.ts";
import { whereBroken } from "./where-broken.ts";

const stale = "concurrency.stale-status-write-conflicts";

function where(broken: readonly string[], held: readonly string[]): ReturnType<typeof whereBroken> {
  const findings = broken.map((name) => violated(stale, { case: name }));
  const cases = [...broken, ...held].map((name) =>
    caseLine(
      name,
      findings.filter((finding) => finding.case === name),
    ),
  );
  const report = buildReport(
    recordOf(cases, [verdictLine(stale, { verdict: "fail", findings, instances: 0 })]),
  );
  const requirement = report.requirements.find((one) => one.requirement === stale);
  if (requirement === undefined) throw new Error("the report lacks the requirement");
  return whereBroken(requirement, report);
}

it("names the broken operation if others pass", () => {
  const found = where(["a/b#Kiln.patch", "a/b#Yard.patch"], ["a/b#Kiln.set", "a/b#Yard.set"]);
  expect(found).toEqual({
    broken: 2,
    of: 4,
    kinds: { broken: [], held: [] },
    operations: { broken: ["patch"], held: ["set"] },
  });
});

it("names the broken kind, and ignores other checks", () => {
  const found = where(["a/b#Kiln.patch"], ["a/b#Yard.patch", "c/d#Pond.patch"]);
  expect(found.kinds).toEqual({ broken: ["Kiln"], held: ["Yard"] });
  expect(found.operations).toEqual({ broken: [], held: [] });
});

it("names no difference if everything is broken", () => {
  const found = where(["a/b#Kiln.patch", "a/b#Yard.set"], []);
  expect([found.broken, found.of]).toEqual([2, 2]);
  expect(found.kinds.broken).toEqual([]);
});

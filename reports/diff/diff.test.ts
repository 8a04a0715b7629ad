import { describe, expect, it } from "vitest";
import type { Level, RequirementId } from "#contract";
import type { Verdict, VerdictLine } from "#runner";
import { buildReport } from "../report-builder.ts";
import type { HeaderLine } from "../record/lines.ts";
import type { Report } from "../report.ts";
import { hostileRecord } from "../testing/hostile-record.ts";
import {
  caseLine,
  exchangeLine,
  recordOf,
  verdictLine,
  violated,
} from "../testing/record-lines.ts";
import { diffReports } from "./diff.ts";
import type { DiffOptions } from "./diff.ts";
import { renderDiff, renderDiffJson, renderDiffMarkdown } from "./diff-text.ts";
import { OperationUses, schemaChanges } from "./schema-changes.ts";

const id: RequirementId = "watch.ordered";

interface Side {
  readonly verdict: Verdict;
  readonly level?: Level;
  readonly actual?: string;
  readonly header?: Partial<HeaderLine>;
}

function reportOf({
  verdict,
  level = "MUST",
  actual = "an old version",
  header = {},
}: Side): Report {
  const isBroken = verdict === "fail" || verdict === "warn";
  const findings = isBroken ? [violated(id, { actual, case: "watch/ordered#Service" })] : [];
  const line: VerdictLine = verdictLine(id, { verdict, level, findings });
  return buildReport(recordOf([], [line], { header }));
}

const otherSuite = { suite: { name: "status-conformance", version: "9.9.9" } };

interface Row {
  readonly name: string;
  readonly before: Side;
  readonly after: Side;
  readonly options?: Partial<DiffOptions>;
  readonly direction: "worse" | "better" | "other";
  readonly cause: "implementation" | "suite" | "configuration" | "flake";
  readonly isWorse: boolean;
}

const rows: readonly Row[] = [
  {
    name: "a MUST that broke",
    before: { verdict: "pass" },
    after: { verdict: "fail" },
    direction: "worse",
    cause: "implementation",
    isWorse: true,
  },
  {
    name: "a SHOULD that broke",
    before: { verdict: "pass", level: "SHOULD" },
    after: { verdict: "warn", level: "SHOULD" },
    direction: "worse",
    cause: "implementation",
    isWorse: false,
  },
  {
    name: "a failure that was mended",
    before: { verdict: "fail" },
    after: { verdict: "pass" },
    direction: "better",
    cause: "implementation",
    isWorse: false,
  },
  {
    name: "another failure of what was broken already",
    before: { verdict: "fail" },
    after: { verdict: "fail", actual: "no version at all" },
    direction: "worse",
    cause: "implementation",
    isWorse: true,
  },
  {
    name: "a verdict that today's judges give the first record as well",
    before: { verdict: "pass" },
    after: { verdict: "fail", header: otherSuite },
    options: { rejudged: new Map([[id, "fail"]]) },
    direction: "worse",
    cause: "suite",
    isWorse: true,
  },
  {
    name: "a verdict that today's judges do not give the first record",
    before: { verdict: "pass" },
    after: { verdict: "fail", header: otherSuite },
    options: { rejudged: new Map([[id, "pass"]]) },
    direction: "worse",
    cause: "implementation",
    isWorse: true,
  },
  {
    name: "another level",
    before: { verdict: "warn", level: "SHOULD" },
    after: { verdict: "fail", level: "MUST" },
    direction: "worse",
    cause: "suite",
    isWorse: true,
  },
  {
    name: "a feature that was withdrawn",
    before: { verdict: "pass" },
    after: { verdict: "not-applicable", header: { skip: ["watch.*"] } },
    direction: "other",
    cause: "configuration",
    isWorse: false,
  },
  {
    name: "a failure although something else was configured",
    before: { verdict: "pass" },
    after: { verdict: "fail", header: { skip: ["apply.*"] } },
    direction: "worse",
    cause: "implementation",
    isWorse: true,
  },
  {
    name: "a connection that broke",
    before: { verdict: "pass" },
    after: { verdict: "errored" },
    direction: "worse",
    cause: "flake",
    isWorse: true,
  },
];

describe("a difference", () => {
  it.each(rows)("tells $name", ({ before, after, options, direction, cause, isWorse }) => {
    const diff = diffReports(reportOf(before), reportOf(after), { schema: [], ...options });
    expect(diff.changes).toMatchObject([{ requirement: id, direction, cause }]);
    expect(diff.isWorse).toBe(isWorse);
  });

  it("is none between a run and itself, whatever versions and names it had", () => {
    const other = { verdict: "fail", actual: "version 12", header: { run: "zzzzzzzz" } } as const;
    const again = reportOf({ ...other, actual: "version 99" });
    const diff = diffReports(reportOf(other), again, { schema: [] });
    expect(diff.changes).toEqual([]);
    expect(renderDiff(diff, { width: 80, colorLevel: 0 })).toContain("Nothing changed.");
  });

  it("keeps every format whole, whatever a target sends", () => {
    const clean = buildReport(recordOf([], []));
    const diff = diffReports(clean, buildReport(hostileRecord()), { schema: [] });
    const markdown = renderDiffMarkdown(diff);
    expect(markdown).not.toContain("<script");
    for (const row of markdown.split("\n").filter((line) => line.startsWith("| "))) {
      expect(row.split("|")).toHaveLength(7);
    }
    expect(renderDiff(diff, { width: 80, colorLevel: 0 })).not.toMatch(/(?!\n)\p{Cc}|\u202e/u);
    expect(JSON.parse(renderDiffJson(diff))).toMatchObject({ isWorse: true });
  });
});

const before = `
  type Query { service(name: String): Service }
  type Mutation { updateServiceStatus(input: StatusInput): Service, other: Int }
  type Service { name: String, phase: String }
  input StatusInput { name: String }
`;

describe("a change of the schema", () => {
  const uses = new OperationUses();
  const name = "concurrency/stale#Service.updateServiceStatus";
  uses.add(exchangeLine(1));
  uses.add(caseLine(name, [violated("concurrency.stale-status-write-conflicts", { case: name })]));

  it.each([
    {
      name: "of an argument puts at risk what was judged through the operation",
      from: "input: StatusInput)",
      to: "input: StatusInput!)",
      severity: "breaking",
      operations: ["Mutation.updateServiceStatus"],
      atRisk: ["concurrency.stale-status-write-conflicts"],
    },
    {
      name: "of a type reaches every operation that has it",
      from: ", phase: String",
      to: "",
      severity: "breaking",
      operations: ["Mutation.updateServiceStatus", "Query.service"],
      atRisk: ["concurrency.stale-status-write-conflicts"],
    },
    {
      name: "of an operation that nothing was judged through puts nothing at risk",
      from: ", other: Int",
      to: "",
      severity: "breaking",
      operations: ["Mutation.other"],
      atRisk: [],
    },
    {
      name: "that adds an argument with a default is only dangerous",
      from: "service(name: String)",
      to: "service(name: String, deep: Boolean)",
      severity: "dangerous",
      operations: ["Query.service"],
      atRisk: [],
    },
  ])("$name", ({ from, to, severity, operations, atRisk }) => {
    const changes = schemaChanges(before, before.replace(from, to), uses.uses);
    expect(changes).toMatchObject([{ severity, operations, atRisk }]);
  });

  it("is none where the schema grew", () => {
    const grown = before.replace("phase: String", "phase: String, more: Int");
    expect(schemaChanges(before, grown, uses.uses)).toEqual([]);
  });
});

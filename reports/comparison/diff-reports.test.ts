import { describe, expect, it } from "vitest";
import { buildReport } from "../report/report-builder.ts";
import { diffRows, id, reportOf } from "../testing/diff-rows.ts";
import { hostileRecord } from "../testing/hostile-record.ts";
import { recordOf } from "../testing/record-lines.ts";
import { diffReports } from "./diff-reports.ts";
import { renderDiff, renderDiffJson, renderDiffMarkdown } from "./diff-text.ts";
import { schemaChanges } from "./schema-changes.ts";

const small = "type Query { service(name: String): String, phase: String }";

describe("a difference", () => {
  it.each(diffRows)("tells $name", ({ before, after, options, direction, cause, isWorse }) => {
    const diff = diffReports(reportOf(before), reportOf(after), { schema: [], ...options });
    expect(diff.changes).toMatchObject([{ requirement: id, direction, cause }]);
    expect(diff.isWorse).toBe(isWorse);
  });

  it("concerns only the API if only a change of the schema can break clients", () => {
    const schema = schemaChanges(small, small.replace(", phase: String", ""), new Map());
    const sides = [reportOf({ verdict: "fail" }), reportOf({ verdict: "pass" })] as const;
    const diff = diffReports(...sides, { schema });
    expect(schema).toMatchObject([{ severity: "breaking" }]);
    expect(diff.isWorse).toBe(false);
    expect(renderDiff(diff, { width: 200, colorLevel: 0 })).toContain(
      "Not worse: 0 requirements worse, 1 better, 0 changed in other ways, 1 schema change that can break clients.",
    );
    expect(diffReports(...sides, { schema, failsOnSchema: true }).isWorse).toBe(true);
  });

  it.each([
    {
      name: "another level",
      after: { verdict: "fail", level: "SHOULD" },
      text: "(SHOULD): fail in both, but MUST in the first run",
    },
    {
      name: "other findings",
      after: { verdict: "fail", actual: "no version" },
      text: "(MUST): fail in both, with different findings",
    },
    {
      name: "another level and other findings",
      after: { verdict: "fail", level: "SHOULD", actual: "no version" },
      text: "(SHOULD): fail in both, with different findings, but MUST in the first run",
    },
  ] as const)("names $name under the same verdict", ({ after, text }) => {
    const diff = diffReports(reportOf({ verdict: "fail" }), reportOf(after), { schema: [] });

    expect(renderDiff(diff, { width: 200, colorLevel: 0 })).toContain(text);
    expect(renderDiffMarkdown(diff)).toContain(text.slice(text.indexOf(": ") + 2));
  });

  it("is empty between a run and itself, regardless of its versions and names", () => {
    const other = { verdict: "fail", actual: "version 12", header: { run: "zzzzzzzz" } } as const;
    const again = reportOf({ ...other, actual: "version 99" });
    const diff = diffReports(reportOf(other), again, { schema: [] });
    expect(diff.changes).toEqual([]);
    expect(renderDiff(diff, { width: 80, colorLevel: 0 })).toContain("Nothing changed.");
  });

  it("concerns the configuration if a requirement is new in the revision of one run", () => {
    const older = { ...reportOf({ verdict: "pass" }), revision: "2026-11" };
    const newer = {
      ...older,
      revision: "2027-05",
      contract: "other",
      requirements: reportOf({ verdict: "fail" }).requirements,
    };
    const without = older.requirements.filter(({ requirement }) => requirement !== id);

    const added = diffReports({ ...older, requirements: without }, newer, { schema: [] });
    expect(added.changes).toMatchObject([
      {
        requirement: id,
        cause: "configuration",
        because: "revision: was 2026-11, is 2027-05",
      },
    ]);
    // Both revisions judge the requirements that they share by the same rules, so a difference is a change in the
    // endpoint.
    const both = diffReports(older, newer, { schema: [] });
    expect(both.changes).toMatchObject([{ requirement: id, cause: "implementation" }]);
    const { revision: _, ...early } = older;
    expect(diffReports(early, older, { schema: [] }).configuration).toEqual([]);
  });

  it("keeps every format well-formed, regardless of the target's data", () => {
    const clean = buildReport(recordOf([], []));
    const diff = diffReports(clean, buildReport(hostileRecord()), { schema: [] });
    const markdown = renderDiffMarkdown(diff);
    expect(markdown).not.toContain("<script");
    for (const row of markdown.split("\n").filter((line) => line.startsWith("| "))) {
      expect(row.split("|")).toHaveLength(8);
    }
    expect(renderDiff(diff, { width: 80, colorLevel: 0 })).not.toMatch(/(?!\n)\p{Cc}|\u202e/u);
    expect(JSON.parse(renderDiffJson(diff))).toMatchObject({ isWorse: true });
  });
});

import { parse as parseYaml } from "yaml";
import { describe, expect, it } from "vitest";
import { isJsonObject } from "#contract";
import type { RecordLine } from "#verdicts";
import { buildReport } from "../report/report-builder.ts";
import type { Report } from "../report/report.ts";
import { failingRecord } from "../testing/failing-record.ts";
import { hostileRecord } from "../testing/hostile-record.ts";
import { askedIds, headerLine, recordOf, verdictLine } from "../testing/record-lines.ts";
import { ordersIn } from "../testing/ci-runners.ts";
import { jsonValidator } from "../testing/validators.ts";
import { fileFormats, isFileFormat } from "./format-table.ts";
import { renderFormat } from "./formats.ts";
import { standingOf } from "./standing.ts";

const records: readonly { readonly name: string; readonly lines: readonly RecordLine[] }[] = [
  { name: "a clean run", lines: recordOf([], []) },
  { name: "a failing run", lines: failingRecord() },
  { name: "a run that was killed", lines: failingRecord().slice(0, 8) },
  { name: "hostile texts", lines: hostileRecord() },
];

const validators = {
  json: jsonValidator("schema/report.schema.json"),
  ctrf: jsonValidator("testing/ctrf.schema.json"),
  sarif: jsonValidator("testing/sarif.schema.json"),
  "conformance-report": jsonValidator("schema/conformance-report.schema.json"),
} as const;

describe.each(records)("the formats of $name", ({ lines }) => {
  const report = buildReport(lines);

  it("match their schemas", () => {
    for (const [format, validate] of Object.entries(validators)) {
      if (!isFileFormat(format)) throw new Error(format);
      const text = renderFormat(format, report);
      const document: unknown =
        format === "conformance-report" ? parseYaml(text) : JSON.parse(text);
      expect(validate(document), format).toEqual([]);
    }
  });

  it("are the same bytes each time", () => {
    for (const format of fileFormats) {
      expect(renderFormat(format, buildReport(lines))).toBe(renderFormat(format, report));
    }
  });

  it("hold no order to a CI system, but for the annotations, which are such orders", () => {
    for (const format of fileFormats.filter((name) => name !== "github")) {
      expect(ordersIn(renderFormat(format, report)), format).toEqual([]);
    }
  });

  it("hold nothing that a terminal or a reader would obey", () => {
    // The HTML page has its own tests, which run in a browser.
    for (const format of fileFormats.filter((name) => name !== "html")) {
      const text = renderFormat(format, report);
      expect(text, format).not.toMatch(/(?!\n)\p{Cc}/u);
      if (format !== "json") expect(text, format).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/u);
    }
  });
});

function annotationsOf(report: Report): readonly string[] {
  return renderFormat("github", report).trimEnd().split("\n");
}

describe("GitHub annotations", () => {
  it("are one line each, regardless of the target's data", () => {
    for (const line of annotationsOf(buildReport(hostileRecord()))) {
      expect(line).toMatch(/^::(?:error|warning|notice) /u);
    }
  });

  it("are one per cause, which names its consequences", () => {
    const lead = "concurrency.stale-status-write-conflicts";
    const follows = "concurrency.one-winner";
    const broken = [
      verdictLine(lead, { verdict: "fail", rank: 0 }),
      verdictLine(follows, { verdict: "fail", rank: 1, cause: lead }),
    ];
    const lines = annotationsOf(buildReport(recordOf([], broken)));
    const about = lines.filter((line) => line.includes(lead) || line.includes(follows));
    expect(about).toEqual([
      expect.stringMatching(new RegExp(`title=${lead} .*also broken: ${follows}`, "u")),
    ]);
  });

  it("are one for all MUSTs that are undecided for the same reason", () => {
    const verdicts = askedIds.map((id, index) =>
      verdictLine(id, {
        verdict: "inconclusive",
        reason: index === 0 ? "no event arrived" : "the run was interrupted",
      }),
    );
    const report = buildReport(recordOf([], verdicts));
    const undecided = report.requirements.filter((of) => standingOf(of) === "errored");
    const lines = annotationsOf(report);

    expect(undecided.length).toBeGreaterThan(3);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(
      `::error title=${undecided.length - 1} requirements inconclusive::the run was interrupted%0A`,
    );
    expect(lines[1]).toMatch(/, [a-z.-]+ and \d+ others$/u);
  });

  it("are at the operation if the schema is available", () => {
    const text =
      "type Query {\n  a: Int\n}\ntype Mutation {\n  b: Int\n  updateServiceStatus: Int\n}\n";
    const options = { schema: { path: "api/schema.graphql", text } };
    const given = renderFormat("github", buildReport(failingRecord()), options);
    expect(given).toContain("::error file=api/schema.graphql,line=6,title=");
  });
});

describe("Markdown", () => {
  const text = renderFormat("markdown", buildReport(hostileRecord()));

  it("renders nothing from a target as markup", () => {
    expect(text).not.toContain("<script");
    expect(text).not.toContain("](javascript");
    expect(text).not.toContain("![x]");
    // A mention outside of code would notify users.
    expect(text.replaceAll(/`[^`\n]*`/gu, "")).not.toContain("@everyone");
  });

  it("counts the requirements of a table row that it does not name", () => {
    const lines = askedIds.map((id) =>
      verdictLine(id, { verdict: "inconclusive", reason: "the run was interrupted" }),
    );
    const interrupted = renderFormat("markdown", buildReport(recordOf([], lines)));
    const row = interrupted.split("\n").find((line) => line.includes("| inconclusive |"));

    expect(row).toMatch(/^\|(?: `[a-z.-]+`,?){10} and \d+ others \| MUST /u);
    expect(row?.length).toBeLessThan(800);
  });

  it("keeps every table row whole", () => {
    for (const row of text.split("\n").filter((line) => line.startsWith("| "))) {
      const cells = row.split("|").length - 2;
      expect([4, 7], row).toContain(cells);
    }
  });
});

describe("SARIF", () => {
  const document: unknown = JSON.parse(renderFormat("sarif", buildReport(failingRecord())));
  const runs = isJsonObject(document) ? document["runs"] : undefined;
  const [run] = Array.isArray(runs) ? runs : [];
  const results: unknown = isJsonObject(run) ? run["results"] : undefined;

  it("has a result for each cause, at the operation that shows it", () => {
    expect(results).toMatchObject([
      {
        ruleId: "concurrency.stale-status-write-conflicts",
        level: "error",
        locations: [{ logicalLocations: [{ fullyQualifiedName: "Mutation.updateServiceStatus" }] }],
        properties: { follows: ["isolation.refused-write-changes-nothing"] },
      },
      { ruleId: "errors.invalid-names-field", level: "warning" },
    ]);
  });
});

it("SARIF shows no text of a target as a link", () => {
  const text = renderFormat("sarif", buildReport(hostileRecord()));
  const messages = [...text.matchAll(/"message": \{\s*"text": ("(?:[^"\\]|\\.)*")/gu)].map(
    ([, json = '""']): string => JSON.parse(json),
  );

  expect(messages.join("")).toContain(String.raw`\[a link\](http://evil.example/l)`);
  expect(messages.filter((message) => /(?<!\\)(?:\\\\)*\[[^\]]*\]\(/u.test(message))).toEqual([]);
});

describe("the badge", () => {
  it.each([
    { name: "a clean run", lines: recordOf([], []), message: "conformant", color: "brightgreen" },
    { name: "a failing run", lines: failingRecord(), message: "2 rules broken", color: "red" },
  ])("of $name", ({ lines, message, color }) => {
    expect(JSON.parse(renderFormat("badge", buildReport(lines)))).toEqual({
      schemaVersion: 1,
      label: "graphql-status/v1",
      message,
      color,
    });
  });
});

describe("a conformance report", () => {
  it("reports no success if something was skipped", () => {
    const lines = failingRecord().slice(0, 3);
    const document: unknown = parseYaml(renderFormat("conformance-report", buildReport(lines)));
    expect(document).toMatchObject({ profiles: [{ core: { result: "partial" } }] });
  });

  it("names the responsible writer, if known", () => {
    const implementation = {
      organization: "example",
      project: "api",
      url: "https://example.invalid",
      version: "v1",
      contact: ["@someone"],
    };
    const text = renderFormat("conformance-report", buildReport(recordOf([], [])), {
      implementation,
    });
    expect(parseYaml(text)).toMatchObject({ implementation });
    expect(parseYaml(text)).toMatchObject({ profiles: [{ core: { result: "success" } }] });
  });
});

describe("the source of features in a conformance report", () => {
  const byHand = { declared: [], withdrawn: ["dry-run"] } as const;

  it.each([
    { over: { protocol: "graphql" }, source: "declared" },
    { over: { protocol: "graphql", byHand }, source: "declared, overridden on the command line" },
    { over: { protocol: "kubernetes" }, source: "probed" },
    { over: { protocol: "kubernetes", byHand }, source: "probed, overridden on the command line" },
  ])("is $source", ({ over, source }) => {
    const target = { ...headerLine().target, ...over };
    const text = renderFormat(
      "conformance-report",
      buildReport(recordOf([], [], { header: { target } })),
    );
    const document: unknown = parseYaml(text);
    expect(document).toMatchObject({ featuresSource: source });
    expect(validators["conformance-report"](document)).toEqual([]);
  });
});

it.each(["html", "markdown"] as const)("%s shows the notes on the target", (format) => {
  const report = buildReport(failingRecord());
  const remarks = ["its schema is a copy", "<b>kilns</b> are not tested"];
  const { target } = report;
  const rendered = renderFormat(format, { ...report, target: { ...target, remarks } }, {});

  expect(rendered).toContain("its schema is a copy");
  expect(rendered).toContain("kilns");
  expect(rendered).not.toContain("<b>kilns</b>");
  expect(renderFormat(format, report, {})).not.toContain("its schema is a copy");
});

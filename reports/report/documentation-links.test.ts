import { describe, expect, test } from "vitest";
import { renderMarkdown } from "../formats/render-markdown.ts";
import { renderSarif } from "../formats/sarif.ts";
import { renderHtml } from "../html/render-html.ts";
import { renderJson } from "./render-json.ts";
import { buildReport } from "./report-builder.ts";
import type { Report } from "./report.ts";
import { renderTerminal } from "../terminal/terminal.ts";
import { failingRecord } from "../testing/failing-record.ts";
import { jsonValidator } from "../testing/validators.ts";

const address = "https://docs.example/suite/requirements/concurrency.stale-status-write-conflicts/";

function reportWith(documentation: string): Report {
  return buildReport(
    failingRecord().map((line) =>
      line.line === "header" ? { ...line, suite: { ...line.suite, documentation } } : line,
    ),
  );
}

const formats = [
  {
    name: "the terminal",
    render: (report: Report) =>
      renderTerminal(report, { width: 80, colorLevel: 0, verbosity: "normal" }),
    shown: `more:      ${address}\n`,
  },
  { name: "Markdown", render: renderMarkdown, shown: `- more: <${address}>\n` },
  { name: "HTML", render: renderHtml, shown: `<a href="${address}"` },
  { name: "JSON", render: renderJson, shown: `"documentation": "${address}"` },
  {
    name: "SARIF",
    render: (report: Report) => renderSarif(report),
    shown: `"helpUri": "${address}"`,
  },
] as const;

describe.each(formats)("a report in $name", ({ render, shown }) => {
  test("links to the page of a requirement where the suite has a public one", () => {
    expect(render(reportWith("https://docs.example/suite"))).toContain(shown);
  });

  test.each(["javascript:alert(1)", "\u001b[2J", "data:text/html,<script>"])(
    "is the same as without one where %j is no address of one",
    (documentation) => {
      expect(render(reportWith(documentation))).toBe(render(buildReport(failingRecord())));
    },
  );
});

test("a report with links is valid by its schema", () => {
  const report: unknown = JSON.parse(renderJson(reportWith("https://docs.example/suite")));

  expect(jsonValidator("schema/report.schema.json")(report)).toEqual([]);
});

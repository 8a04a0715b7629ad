import { expect, test } from "vitest";
import type { ReportWatch, Violation } from "../report/report.ts";
import type { Row } from "../text/row.ts";
import { exchangeRows, shortOperation } from "./exchange-rows.ts";
import { shownLimits } from "./terminal-options.ts";

test.each([
  { operation: "query { services { items { name } } }", shown: "services" },
  { operation: "query Q($n: ID!) { service(name: $n) { name } }", shown: "service" },
  {
    operation: "mutation M($i: In!) {\n  write: updateService(input: $i) { a }\n}",
    shown: "updateService",
  },
  {
    operation: "mutation M($i: In!) { example { v1 { updateService(input: $i) { a { b } } } } }",
    shown: "example.v1.updateService",
  },
  { operation: "{ a b { c(x: 1) } }", shown: "a" },
  {
    operation: "PATCH /apis/example/v1/services/web\nbody",
    shown: "PATCH /apis/example/v1/services/web",
  },
  { operation: "", shown: "" },
])("$operation", ({ operation, shown }) => {
  expect(shortOperation(operation)).toBe(shown);
});

test("a document made to be slow is not", () => {
  const before = performance.now();
  shortOperation(`{${"a:".repeat(100_000)}${"a{ ".repeat(100_000)}`);

  expect(performance.now() - before).toBeLessThan(1000);
});

const watch: ReportWatch = {
  kind: "watch",
  exchange: 9,
  case: "watch/resumes#Kiln",
  identity: "controller",
  verb: "watch",
  about: "Kiln in default",
  outcome: "closed by the suite",
  startedMs: 0,
  request: { url: "https://kilns.example/graphql", operation: "subscription { kilns { kind } }" },
  eventCount: 3,
  events: ["Kiln b", "Kiln a", "Kiln c"].map((about, i) => ({
    type: "MODIFIED",
    about,
    resourceVersion: `${10 + i}`,
    arrivedMs: i,
  })),
};

test.each([
  { about: ["Kiln a"], actual: "no event", shown: ["Kiln a"], scope: "3 events, 1 of them" },
  { about: ["Kiln a"], actual: "MODIFIED 12", shown: ["Kiln a", "Kiln c"], scope: "2 of them" },
  { about: [], actual: "no event", shown: ["Kiln b", "Kiln a", "Kiln c"], scope: "3 events" },
])("shows the events of a watch that concern $about and $actual", (row) => {
  const violation: Violation = {
    result: "violated",
    case: watch.case,
    evidence: [9],
    expected: "one DELETED event",
    actual: row.actual,
  };
  const context = { about: new Set(row.about), limits: shownLimits("normal"), violation };
  const text = exchangeRows(watch, context).map(textOf).join("\n");

  expect(text.match(/Kiln [a-c]/gu)).toEqual(row.shown);
  expect(text).toContain(row.scope);
});

function textOf({ spans }: Row): string {
  return spans.map((span) => span.text).join("");
}

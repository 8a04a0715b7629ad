import { describe, expect, test } from "vitest";
import { surveyRowIds } from "#contract";
import type { CatalogueEntry } from "../report/requirement-catalogue.ts";
import { renderChecksPage, renderFaultsPage, renderRequirementsPage } from "./catalogue-pages.ts";
import { renderContractPage } from "./contract-page.ts";
import { escapeMarkdown } from "./page-markdown.ts";
import { renderRequirementPage } from "./requirement-page.ts";
import { renderSourcesPage } from "./sources-page.ts";
import { renderSurveyPage } from "./survey-page.ts";
import { renderTargetsPage } from "./targets-page.ts";

/** A fixed entry, so that the tests do not depend on the wording of the catalogue. */
const entry: CatalogueEntry = {
  requirement: "watch.ordered",
  area: "watch",
  levels: [{ profile: "graphql-status/v1", level: "MUST" }],
  statement: "Events of one object come in order.",
  why: "A controller acts on what it saw <last>.",
  sources: [
    { source: "kep-2527", title: "A document", at: "Part 1 | Examples" },
    {
      source: "kubernetes/apiserver",
      title: "A server",
      revision: "24a394e516bf",
      at: "watch_cache.go",
    },
  ],
  rows: [{ row: "WA-04", level: "MUST", behaviour: "Versions <grow>." }],
  features: [{ feature: "watch", meaning: "a subscription delivers changes as events" }],
  minimumInstances: 1,
  checks: [{ id: "watch/order", title: "Events come in order" }],
  faults: [
    { name: "unordered-events", summary: "two events change places" },
    { name: "doubled-events", summary: "an event comes twice" },
  ],
};

const bare: CatalogueEntry = {
  ...entry,
  requirement: "errors.machine-code",
  area: "errors",
  levels: [{ profile: "graphql-status/v1", level: "not-asked" }],
  statement: "Refusals carry a code.",
  sources: [],
  rows: [],
  features: [],
  checks: [],
  faults: [],
};

const page = renderContractPage([entry, bare]);
const surveyPage = renderSurveyPage([entry, bare]);

describe("the page of the contract", () => {
  test("has a row for each requirement, with all that is known of it", () => {
    expect(rowsWith(page, "<a id=")).toEqual([
      '| <a id="watch.ordered"></a>`watch.ordered` | MUST | **Events of one object come in order.**<br>A controller acts on what it saw \\<last\\>. | `watch` | `kep-2527`: Part 1 \\| Examples<br>`kubernetes/apiserver`: watch\\_cache.go | `watch/order` | `unordered-events`<br>`doubled-events` | [WA-04](survey.md#WA-04) |',
      '| <a id="errors.machine-code"></a>`errors.machine-code` | not-asked | **Refusals carry a code.**<br>A controller acts on what it saw \\<last\\>. | – | – | – | – | – |',
    ]);
  });

  test("counts the results of each area, feature and source", () => {
    expect(rowsWith(page, "](#watch) ")).toEqual(["| [watch](#watch) | 1 | 1 | 2 |"]);
    expect(rowsWith(page, "| `watch` | a subscription")).toEqual([
      "| `watch` | a subscription delivers changes as events | 1 |",
    ]);
    expect(rowsWith(page, "| `kep-2527` |")).toEqual([expect.stringMatching(/ \| 1 \|$/u)]);
  });

  test("has as many cells in each row as its table has columns", () => {
    const tables = page
      .trim()
      .split("\n\n")
      .filter((part) => part.startsWith("|"));
    const widths = tables.map((table) => new Set(table.split("\n").map(cellsOf)));

    expect(tables.length).toBeGreaterThan(4);
    expect(widths.filter(({ size }) => size !== 1)).toEqual([]);
  });
});

describe("the page of the survey", () => {
  test("has every row, with an anchor that the contract links to", () => {
    const anchors = [...surveyPage.matchAll(/^\| <a id="([^"]+)">/gmu)].map(([, id]) => id);

    expect(anchors).toEqual(surveyRowIds);
    expect(page).toContain("(survey.md#WA-04)");
  });

  test("states the source and the outcome of each row", () => {
    expect(rowsWith(surveyPage, '"WA-04"')).toEqual([
      expect.stringMatching(
        / \| MUST \| .+ \| `etcd\/robustness`: .+ \| \[`watch.ordered`\]\(contract.md#watch.ordered\) \| – \|$/u,
      ),
    ]);
    expect(rowsWith(surveyPage, '"WA-11"')).toEqual([expect.stringContaining("Kubernetes only: ")]);
    expect(rowsWith(surveyPage, '"CC-11"')).toEqual([expect.stringContaining("corrected: ")]);
    expect(rowsWith(surveyPage, '"WA-05"')).toEqual([expect.stringContaining("**open**")]);
  });

  test("has as many cells in each row as its table has columns", () => {
    expect(new Set(rowsWith(surveyPage, "").map(cellsOf))).toEqual(new Set([8]));
  });
});

describe("the page of the sources", () => {
  test("has the requirements of each document, with the place", () => {
    expect(rowsWith(renderSourcesPage([entry, bare]), "| [`")).toEqual([
      "| [`watch.ordered`](contract.md#watch.ordered) | Events of one object come in order. | Part 1 \\| Examples | `watch/order` |",
    ]);
  });
});

describe("the page of a requirement", () => {
  test("has all details, and links to the evidence", () => {
    expect(renderRequirementPage(entry)).toMatchSnapshot();
  });

  test("states what is missing", () => {
    const text = renderRequirementPage(bare);

    expect(text).toContain(
      "The requirement applies to every target. A run must exercise the requirement at least once",
    );
    expect(text).toContain("No check in this release covers this requirement.");
    expect(text).toContain("No fault in this release breaks this requirement.");
    expect(text).toContain("This requirement follows from other requirements.");
  });

  test("states where Kubernetes has a different rule, and its observed behavior", () => {
    const text = renderRequirementPage({
      ...entry,
      levels: [
        { profile: "graphql-status/v1", level: "MUST" },
        { profile: "kubernetes/v1", level: "SHOULD" },
      ],
      rows: [
        {
          row: "WR-09",
          level: "MUST",
          behaviour: "A failed test is invalid.",
          finding: { outcome: "held", note: "Seen." },
        },
        ...entry.rows,
      ],
    });

    expect(text).toContain(
      "The level is SHOULD in `kubernetes/v1`, but MUST in `graphql-status/v1`.",
    );
    expect(text).toContain("- WR-09, release 1.34.4, held:");
    expect(text).not.toContain("- WA-04, release");
  });
});

test("the lists of the catalogue have a row for each, which pages of requirements link to", () => {
  const { requirement } = entry;
  const check = { id: "watch/order", title: "Events come in order", covers: [requirement] };
  const fault = { name: "unordered-events", summary: "two events | change", breaks: [requirement] };
  const catalogue = { checks: [check], faults: [fault] };

  expect(rowsWith(renderRequirementsPage([entry, bare]), "](watch.ordered.md)")).toEqual([
    "| [`watch.ordered`](watch.ordered.md) | Events of one object come in order. | MUST |",
  ]);
  expect(rowsWith(renderChecksPage(catalogue), "<a id")).toEqual([
    '| <a id="watch/order"></a>`watch/order` | Events come in order | `watch.ordered` |',
  ]);
  expect(rowsWith(renderFaultsPage(catalogue), "<a id")).toEqual([
    '| <a id="unordered-events"></a>`unordered-events` | two events \\| change | `watch.ordered` |',
  ]);
});

test("targets are side by side, and results other than a pass have a reason", () => {
  const text = renderTargetsPage([
    {
      name: "one",
      description: "The first.",
      profile: "graphql-status/v1",
      verdicts: new Map([
        ["watch.ordered", { verdict: "pass" }],
        ["watch.unique", { verdict: "untestable", reason: "no <watch>" }],
      ]),
    },
    {
      name: "two",
      description: "The second.",
      profile: "kubernetes/v1",
      verdicts: new Map([["watch.unique", { verdict: "not-applicable" }]]),
    },
  ]);

  expect(text).toContain("- **one**: The first. `graphql-status/v1`: 1 pass, 1 untestable.");
  expect(rowsWith(text, "| `watch.")).toEqual([
    "| `watch.ordered` | pass |  |",
    "| `watch.unique` | **untestable** | n/a |",
    "| `watch.unique` | untestable | no \\<watch\\> |",
  ]);
  expect(text).not.toContain("### two");
});

test("text with Markdown syntax is shown literally", () => {
  expect(escapeMarkdown("a|b *c* `d` <e> [f] \\")).toBe(
    "a\\|b \\*c\\* \\`d\\` \\<e\\> \\[f\\] \\\\",
  );
});

function rowsWith(text: string, part: string): readonly string[] {
  return text.split("\n").filter((line) => line.startsWith("|") && line.includes(part));
}

function cellsOf(row: string): number {
  return row.split(/(?<!\\)\|/u).length;
}

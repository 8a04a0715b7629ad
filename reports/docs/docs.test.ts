import { describe, expect, test } from "vitest";
import type { CatalogueEntry } from "../catalogue.ts";
import { renderChecksPage, renderFaultsPage, renderRequirementsPage } from "./catalogue-pages.ts";
import { renderContractPage } from "./contract-page.ts";
import { escapeMarkdown } from "./markdown.ts";
import { renderRequirementPage } from "./requirement-page.ts";
import { renderSourcesPage } from "./sources-page.ts";
import { renderTargetsPage } from "./targets-page.ts";

/** Independent of the words of the catalogue. */
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
  rows: ["AA-01"],
  features: [{ feature: "watch", meaning: "changes are delivered as a stream of events" }],
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

const page = renderContractPage({
  entries: [entry, bare],
  survey: { AA: { title: "The first area", rows: 3 } },
  notCarried: { "AA-02": "Of no use here." },
});

describe("the page of the contract", () => {
  test("has a row for each requirement, with all that is known of it", () => {
    expect(rowsWith(page, "<a id=")).toEqual([
      '| <a id="watch.ordered"></a>`watch.ordered` | MUST | **Events of one object come in order.**<br>A controller acts on what it saw \\<last\\>. | `watch` | `kep-2527`: Part 1 \\| Examples<br>`kubernetes/apiserver`: watch\\_cache.go | `watch/order` | `unordered-events`<br>`doubled-events` | AA-01 |',
      '| <a id="errors.machine-code"></a>`errors.machine-code` | not-asked | **Refusals carry a code.**<br>A controller acts on what it saw \\<last\\>. | – | – | – | – | – |',
    ]);
  });

  test("says of each row of the survey what became of it", () => {
    expect(rowsWith(page, "| AA-").filter((row) => row.startsWith("| AA-"))).toEqual([
      "| AA-01 | [`watch.ordered`](#watch.ordered) | – |",
      "| AA-02 | Of no use here. | – |",
      "| AA-03 | **open** | – |",
    ]);
  });

  test("counts what each area, feature and source comes to", () => {
    expect(rowsWith(page, "](#watch) ")).toEqual(["| [watch](#watch) | 1 | 1 | 2 |"]);
    expect(rowsWith(page, "| `watch` | changes")).toEqual([
      "| `watch` | changes are delivered as a stream of events | 1 |",
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

describe("the page of the sources", () => {
  test("has the requirements of each document, with the place", () => {
    expect(rowsWith(renderSourcesPage([entry, bare]), "| [`")).toEqual([
      "| [`watch.ordered`](contract.md#watch.ordered) | Events of one object come in order. | Part 1 \\| Examples | `watch/order` |",
    ]);
  });
});

describe("the page of a requirement", () => {
  test("has all that is known of it, and links to what proves it", () => {
    expect(renderRequirementPage(entry)).toMatchSnapshot();
  });

  test("says what is missing", () => {
    const text = renderRequirementPage(bare);

    expect(text).toContain("Everywhere. A run must see at least 1 instance");
    expect(text).toContain("No check of this release covers it.");
    expect(text).toContain("No fault of this release breaks it.");
    expect(text).toContain("It follows from the other requirements.");
  });

  test("says where Kubernetes is held to something else, and what it was seen to do", () => {
    const text = renderRequirementPage({
      ...entry,
      levels: [
        { profile: "graphql-status/v1", level: "MUST" },
        { profile: "kubernetes/v1", level: "SHOULD" },
      ],
      rows: ["WR-09", "AA-01"],
    });

    expect(text).toContain("`kubernetes/v1` says SHOULD where `graphql-status/v1` says MUST.");
    expect(text).toContain("- WR-09, release 1.34.4, held:");
    expect(text).not.toContain("- AA-01");
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

test("targets stand side by side, and what is not a pass has its reason", () => {
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

test("text that means something in Markdown is shown as it is", () => {
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

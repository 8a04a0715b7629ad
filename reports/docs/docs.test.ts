import { describe, expect, test } from "vitest";
import type { CatalogueEntry } from "../catalogue.ts";
import { renderContractPage } from "./contract-page.ts";
import { escapeMarkdown } from "./markdown.ts";
import { renderSourcesPage } from "./sources-page.ts";

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

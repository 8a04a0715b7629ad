import { brokenRequirements } from "../report/broken-causes.ts";
import type { Report, ReportRequirement } from "../report/report.ts";
import { caseResults } from "../report/where-broken.ts";
import type { CaseResult } from "../report/where-broken.ts";
import { html } from "./markup.ts";
import type { Markup } from "./markup.ts";
import { shownLine } from "./shown-text.ts";

/** Maximum size of a matrix. A larger one does not fit on the page and is hard to read. */
const most = { columns: 24, rows: 40 } as const;

type Cell = "broken" | "some" | "held" | "none";

const marks: Readonly<Record<Cell, string>> = { broken: "●", some: "◐", held: "○", none: "" };

const descriptions: Readonly<Record<Cell, string>> = {
  broken: "broken",
  some: "broken in some cases",
  held: "passed",
  none: "not checked",
};

interface Matrix {
  readonly kinds: readonly string[];
  readonly operations: readonly string[];
  readonly rows: readonly { readonly of: ReportRequirement; readonly cells: readonly Cell[] }[];
}

/**
 * Renders a matrix of violated requirements by kind and operation, which makes a faulty resolver visible at a glance.
 * Returns undefined if it has no rows, or fewer than three columns.
 */
export function matrixView({ report }: { readonly report: Report }): Markup | undefined {
  const { kinds, operations, rows } = matrixOf(report);
  if (rows.length === 0 || kinds.length + operations.length < 3) return undefined;
  const columns = [...operations, ...kinds];
  return html`<section class="panel" aria-labelledby="matrix">
    <h2 id="matrix">Where it breaks</h2>
    <p class="note">● broken, ◐ broken in some cases, ○ passed. Empty: not checked.</p>
    <div
      class="matrix-scroll"
      tabindex="0"
      role="region"
      aria-label="Table of broken requirements by operation and kind"
    >
      <table class="matrix">
        <thead>
          <tr>
            <th scope="col">Requirement</th>
            ${columns.map((name) => html`<th scope="col"><span>${shownLine(name, 60)}</span></th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ of, cells }) =>
              html`<tr>
                <th scope="row"><a href=${`#${of.requirement}`}>${of.requirement}</a></th>
                ${cells.map((cell) => html`<td class=${`cell-${cell}`} title=${descriptions[cell]}><span aria-hidden="true">${marks[cell]}</span><span class="unseen">${descriptions[cell]}</span></td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

function matrixOf(report: Report): Matrix {
  const broken = brokenRequirements(report).slice(0, most.rows);
  const rows = broken.map((of) => ({ of, results: caseResults(of, report) }));
  const all = rows.flatMap(({ results }) => results);
  const names = (nameOf: (result: CaseResult) => string): readonly string[] =>
    [...new Set(all.map(nameOf))].filter((name) => name !== "").slice(0, most.columns);
  const kinds = names(({ kind }) => kind);
  const operations = names(({ via }) => via);
  return {
    kinds,
    operations,
    rows: rows.map(({ of, results }) => ({
      of,
      cells: [
        ...operations.map((name) => cellOf(results.filter(({ via }) => via === name))),
        ...kinds.map((name) => cellOf(results.filter(({ kind }) => kind === name))),
      ],
    })),
  };
}

function cellOf(results: readonly CaseResult[]): Cell {
  if (results.length === 0) return "none";
  const broken = results.filter(({ isBroken }) => isBroken).length;
  if (broken === 0) return "held";
  return broken === results.length ? "broken" : "some";
}

import { suiteCommand } from "#contract";
import type { Report } from "../report/report.ts";
import { html } from "./markup.ts";
import type { Markup } from "./markup.ts";
import { shownLine } from "./shown-text.ts";
import { convergenceView } from "./convergence-view.ts";
import { declaredView } from "./declared-view.ts";
import { brokenList } from "./broken-view.ts";
import { matrixView } from "./matrix-view.ts";
import { overview } from "./overview.ts";
import { renderPage } from "./page-frame.ts";
import { pageContextOf } from "./page-context.ts";
import type { PageContext } from "./page-context.ts";
import { provenance } from "./provenance-view.ts";
import { requirementsView } from "./requirements-view.ts";

/**
 * Renders the report as a self-contained HTML page. Deterministic. Truncates long evidence according to
 * `page-limits.ts`; the record contains all of it.
 */
export function renderHtml(report: Report): string {
  const context = pageContextOf(report);
  return renderPage({
    title: `Conformance of ${shownLine(report.target.endpoint, 120)} to ${report.profile}`,
    body: page({ context }),
  });
}

function page({ context }: { readonly context: PageContext }): readonly Markup[] {
  const { report } = context;
  return [
    html`<a class="skip" href="#requirements">Skip to the requirements</a>`,
    html`<main>
      ${overview({ context })} ${brokenList({ context })} ${matrixView({ report })}
      ${requirementsView({ context })} ${declaredView({ context })} ${convergenceView({ context })}
      ${provenance({ context })}
    </main>`,
    html`<footer>
      <p>
        Rendered from the record of run <code>${shownLine(report.run, 60)}</code>. Long evidence is
        truncated; the record contains all of it. To render this page again, use
        <code>${suiteCommand} report</code>.
      </p>
    </footer>`,
  ];
}

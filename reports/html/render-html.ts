import { createHash } from "node:crypto";
import { suiteCommand } from "#contract";
import type { Report } from "../report/report.ts";
import { script } from "./client/page.ts?script";
import { html, rendered, renderMarkup } from "./markup.ts";
import type { Markup } from "./markup.ts";
import { style } from "./style.ts";
import { shownLine } from "./shown-text.ts";
import { convergenceView } from "./convergence-view.ts";
import { declaredView } from "./declared-view.ts";
import { brokenList } from "./broken-view.ts";
import { overview } from "./overview.ts";
import { pageContextOf } from "./page-context.ts";
import type { PageContext } from "./page-context.ts";
import { provenance } from "./provenance-view.ts";
import { requirementsView } from "./requirements-view.ts";

/**
 * The report as one HTML page that needs no network and runs no script but its own. The same record
 * always gives the same bytes. Long evidence is cut as `limits.ts` says; the record has all of it.
 */
export function renderHtml(report: Report): string {
  const context = pageContextOf(report);
  return `<!DOCTYPE html>\n${renderMarkup(page({ context }))}\n`;
}

function page({ context }: { readonly context: PageContext }): Markup {
  const { report } = context;
  return html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content=${policy} />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="referrer" content="no-referrer" />
      <link rel="icon" href="data:," />
      <title>Conformance of ${shownLine(report.target.endpoint, 120)} to ${report.profile}</title>
      <style dangerouslySetInnerHTML=${rendered(style)} />
    </head>
    <body>
      <a class="skip" href="#requirements">Skip to the requirements</a>
      <main>
        ${overview({ context })} ${brokenList({ context })} ${requirementsView({ context })}
        ${declaredView({ context })} ${convergenceView({ context })} ${provenance({ context })}
      </main>
      <footer>
        <p>
          Made from the record of run <code>${shownLine(report.run, 60)}</code>. Long evidence is
          cut; the record has all of it, and <code>${suiteCommand} report</code> renders it again.
        </p>
      </footer>
      <script dangerouslySetInnerHTML=${rendered(script)} />
    </body>
  </html>`;
}

/** Nothing is loaded, and nothing runs but the one style and the one script of the page. */
const policy = [
  "default-src 'none'",
  `script-src ${sourceOf(script)}`,
  `style-src ${sourceOf(style)}`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

function sourceOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

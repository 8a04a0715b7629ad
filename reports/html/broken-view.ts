import type { Verdict } from "#verdicts";
import type { ReportRequirement } from "../report/report.ts";
import { html } from "./markup.ts";
import type { Markup } from "./markup.ts";
import { shownLine } from "./shown-text.ts";
import type { PageContext } from "./page-context.ts";
import { toneOf } from "./verdict-view.ts";

/** What is broken, the most direct first, each with what was expected and what came instead. */
export function brokenList({ context }: { readonly context: PageContext }): Markup | undefined {
  const broken = context.report.requirements
    .filter(({ verdict }) => ["fail", "flaky", "warn", "errored"].includes(verdict))
    .toSorted(byWeight);
  if (broken.length === 0) return undefined;
  const shown = broken.slice(0, 6);
  return html`<section class="panel" aria-labelledby="broken">
    <h2 id="broken">What to look at first</h2>
    <ol class="broken">
      ${shown.map((requirement) => brokenItem({ requirement }))}
    </ol>
    ${broken.length > shown.length ? html`<p class="note"><a href="#verdict=fail,flaky,warn,errored">The list below has all ${broken.length}.</a></p>` : undefined}
  </section>`;
}

function byWeight(left: ReportRequirement, right: ReportRequirement): number {
  const order: readonly Verdict[] = ["fail", "flaky", "warn", "errored"];
  return (
    order.indexOf(left.verdict) - order.indexOf(right.verdict) ||
    (left.rank ?? 9999) - (right.rank ?? 9999) ||
    right.findings.length - left.findings.length
  );
}

function brokenItem({ requirement }: { readonly requirement: ReportRequirement }): Markup {
  const { level, verdict, statement, resembles, findings } = requirement;
  const finding = findings.find(({ result }) => result === "violated");
  return html`<li>
    <p class="broken-head">
      <span class=${`level-tag ${toneOf(verdict)}`}>${level} ${verdict}</span>
      <a href=${`#${requirement.requirement}`}>${shownLine(statement, 300)}</a>
    </p>
    ${
      finding?.result === "violated"
        ? html`<dl class="words short">
            <dt>expected</dt>
            <dd><bdi>${shownLine(finding.expected, 240)}</bdi></dd>
            <dt>actual</dt>
            <dd class="actual"><bdi>${shownLine(finding.actual, 240)}</bdi></dd>
          </dl>`
        : undefined
    }
    ${resembles === undefined ? undefined : html`<p class="muted">Resembles: <bdi>${shownLine(resembles, 240)}</bdi></p>`}
  </li>`;
}

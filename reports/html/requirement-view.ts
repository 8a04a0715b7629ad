import { counted } from "#contract";
import type {
  ExcludedRate,
  ReportFinding,
  ReportRequirement,
  ReportSource,
  WouldNotice,
} from "../report/report.ts";
import { levelWords } from "../report/profile-requirements.ts";
import { ByteBudget } from "../report/byte-budget.ts";
import { violatedCases } from "../report/broken-causes.ts";
import { remedyFor } from "../report/remedies.ts";
import { confidencePercent, excludedRateText } from "../report/excluded-rate.ts";
import { noticedText } from "../report/would-notice.ts";
import { pageLimits } from "../report/page-limits.ts";
import { html, rendered, renderMarkup } from "./markup.ts";
import type { Markup } from "./markup.ts";
import { shownLine } from "./shown-text.ts";
import { findingView } from "./finding-view.ts";
import type { PageContext } from "./page-context.ts";
import { toneOf, verdictBadge } from "./verdict-view.ts";

export function requirementMarkup(requirement: ReportRequirement, context: PageContext): string {
  const { verdict, level, area, statement } = requirement;
  return renderMarkup(
    html`<details
      class=${`requirement ${toneOf(verdict)}`}
      id=${requirement.requirement}
      data-verdict=${verdict}
      data-level=${level}
      data-area=${area}
    >
      <summary>
        ${verdictBadge({ verdict })}
        <span class="summary-text">
          <span class="statement">${shownLine(statement)}</span>
          <span class="summary-line">
            <span class="level">${levelWords(requirement)}</span>
            <code>${requirement.requirement}</code>
            <span class="instances">${extentOf(requirement)}</span>
          </span>
        </span>
      </summary>
      <div class="requirement-body">
        ${facts({ requirement })} ${findingsOf(requirement, context)} ${background({ requirement })}
      </div>
    </details>`,
  );
}

/** Returns the number of instances. For a violated requirement, returns the number of cases. */
function extentOf(requirement: ReportRequirement): string {
  const broken = violatedCases(requirement).length;
  return broken === 0
    ? counted(requirement.instances, "instance")
    : `broken in ${counted(broken, "case")}`;
}

function facts({ requirement }: { readonly requirement: ReportRequirement }): Markup {
  const { why, reason, resembles, wouldNotice, excludedRate } = requirement;
  const fix = isBroken(requirement) ? remedyFor(requirement.requirement) : undefined;
  return html`<dl class="facts">
    ${reason === undefined ? undefined : fact("Verdict", html`<bdi>${shownLine(reason)}</bdi>`)}
    ${resembles === undefined ? undefined : fact("Possible cause", html`<bdi>${shownLine(resembles)}</bdi>`)}
    ${fact("Why it matters", shownLine(why))}
    ${fix === undefined ? undefined : fact("How to fix it", fix)}
    ${wouldNotice === undefined ? undefined : fact("Detects", noticeText(wouldNotice))}
    ${excludedRate === undefined ? undefined : fact("Rare faults", rateText(excludedRate))}
  </dl>`;
}

function rateText(rate: ExcludedRate): string {
  return `${excludedRateText(rate)} is detectable with ${confidencePercent} % probability (${rate.exposed} checked)`;
}

function background({ requirement }: { readonly requirement: ReportRequirement }): Markup {
  const { checks, documentation, sources, faultsFound } = requirement;
  return html`<details class="fold">
    <summary>Checks and sources</summary>
    <dl class="facts">
      ${fact(
        "Checks",
        checks.length === 0
          ? "none in this release"
          : html`<ul class="plain">
              ${checks.slice(0, 40).map((check) => html`<li><code>${shownLine(check, 200)}</code></li>`)}
            </ul>`,
      )}
      ${faultsFound === undefined ? undefined : fact("Finds", counted(faultsFound, "planted fault"))}
      ${
        documentation === undefined
          ? undefined
          : fact(
              "Documentation",
              html`<a href=${documentation} rel="noreferrer">${documentation}</a>`,
            )
      }
      ${
        sources.length === 0
          ? undefined
          : fact(
              "Sources",
              html`<ul class="plain">
                ${sources.map(sourceView)}
              </ul>`,
            )
      }
    </dl>
  </details>`;
}

function isBroken({ verdict }: ReportRequirement): boolean {
  return verdict === "fail" || verdict === "flaky" || verdict === "warn";
}

function noticeText({ noticed, expected, missed }: WouldNotice): string {
  const all = noticedText({ noticed, expected });
  return missed.length === 0 ? all : `${all}; missed: ${missed.join(", ")}`;
}

function fact(name: string, content: Markup | string): Markup {
  return html`<div>
    <dt>${name}</dt>
    <dd>${content}</dd>
  </div>`;
}

function sourceView({ title, revision, at }: ReportSource): Markup {
  const pinned = revision === undefined ? "" : ` at ${revision}`;
  return html`<li>${title}${pinned}: <span class="muted">${at}</span></li>`;
}

function findingsOf(requirement: ReportRequirement, context: PageContext): Markup {
  const { checks, findings } = requirement;
  if (findings.length === 0) {
    return html`<p class="note">
      ${checks.length === 0 ? "No check covers this requirement." : "No case ran."}
    </p>`;
  }
  const detailed = findings.slice(0, pageLimits.detailedFindings);
  const others = findings.slice(detailed.length);
  const share = context.shareOf(requirement) * (others.length === 0 ? 1 : 0.9);
  const first = detailed.length === 1 ? 1 : 0.55;
  const views = detailed.map((finding, i) =>
    findingView({
      requirement,
      finding,
      context,
      isFirst: i === 0,
      allowance: new ByteBudget(share * (i === 0 ? first : (1 - first) / (detailed.length - 1))),
    }),
  );
  return html`<div>
    ${detailed.length === 1 ? views : html`<div class="tabs" data-tabs="Findings">${views}</div>`}
    ${others.length === 0 ? undefined : otherFindings({ findings: others, allowance: new ByteBudget(share * 0.1) })}
  </div>`;
}

interface OtherFindingsProps {
  readonly findings: readonly ReportFinding[];
  readonly allowance: ByteBudget;
}

function otherFindings({ findings, allowance }: OtherFindingsProps): Markup {
  const shown = findings
    .slice(0, pageLimits.namedFindings)
    .map(otherMarkup)
    .filter((text) => allowance.take(text));
  const more = findings.length - shown.length;
  return html`<section class="others">
    <h4>${counted(findings.length, "more finding")}</h4>
    ${shown.length === 0 ? undefined : html`<ul class="plain" dangerouslySetInnerHTML=${rendered(...shown)} />`}
    ${more > 0 ? html`<p class="note">${counted(more, "more is", "more are")} in the record.</p>` : undefined}
  </section>`;
}

function otherMarkup(finding: ReportFinding): string {
  return renderMarkup(
    html`<li>
      <code>${shownLine(finding.case, 200)}</code>${" "}
      <span class="muted"><bdi>${shownLine(resultLabel(finding), 200)}</bdi></span>
    </li>`,
  );
}

function resultLabel(finding: ReportFinding): string {
  switch (finding.result) {
    case "held":
      return "held";
    case "violated":
      return finding.actual;
    case "undecided":
    case "errored":
      return finding.reason;
  }
}

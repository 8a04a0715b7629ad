import { counted } from "#contract";
import type { Verdict } from "#verdicts";
import { brokenCauses } from "../report/broken-causes.ts";
import type { BrokenCause } from "../report/broken-causes.ts";
import { reasonGroups, undecidedVerdicts } from "../report/reason-groups.ts";
import type { ReasonGroup } from "../report/reason-groups.ts";
import { remedyFor } from "../report/remedies.ts";
import type { ReportRequirement } from "../report/report.ts";
import { describeWords } from "../report/target-words.ts";
import { html } from "./markup.ts";
import type { Markup } from "./markup.ts";
import { shownLine } from "./shown-text.ts";
import type { PageContext } from "./page-context.ts";
import { toneOf } from "./verdict-view.ts";

const maxShown = 6;

/** Maximum number of requirements that are listed by name for a reason. */
const maxNamed = 5;

/**
 * Renders the causes of failures, most relevant first, with the expected and the actual behavior. Then renders the
 * reasons why requirements are errored or, if no requirement is broken, undecided.
 */
export function brokenList({ context }: { readonly context: PageContext }): Markup | undefined {
  const { report } = context;
  const { requirements, target } = report;
  const description = shownLine(describeWords(target.kinds), 600);
  const causes = brokenCauses({ requirements });
  const groups = undecidedGroups(report, causes.length > 0 ? ["errored"] : undecidedVerdicts);
  if (causes.length + groups.length === 0) return undefined;
  const shown = causes.slice(0, maxShown);
  const undecided = groups.reduce((sum, group) => sum + group.requirements.length, 0);
  const broken = causes.flatMap(({ lead, follows }) => [lead, ...follows]);
  return html`<section class="panel" aria-labelledby="broken">
    <h2 id="broken">Start here</h2>
    ${description === "" ? undefined : html`<p class="note">In this API, ${description}.</p>`}
    ${causes.length > 0 ? undefined : html`<p>No requirement is broken, but ${counted(undecided, "requirement")} could not be decided:</p>`}
    <ol class="broken">
      ${shown.map((cause) => brokenItem({ cause }))}
      ${groups.slice(0, maxShown).map((group) => reasonItem({ group }))}
    </ol>
    ${causes.length > shown.length ? html`<p class="note"><a href="#verdict=fail,flaky,warn">See all ${broken.length} below.</a></p>` : undefined}
    ${groups.length > maxShown ? html`<p class="note"><a href=${`#verdict=${undecidedVerdicts.join(",")}`}>See all ${counted(undecided, "undecided requirement")} below.</a></p>` : undefined}
  </section>`;
}

/** Groups requirements by verdict and reason. Of each verdict, the most frequent reason comes first. */
function undecidedGroups(
  report: PageContext["report"],
  verdicts: readonly Verdict[],
): readonly ReasonGroup[] {
  return verdicts.flatMap((verdict) =>
    reasonGroups(report, [verdict]).toSorted(
      (left, right) => right.requirements.length - left.requirements.length,
    ),
  );
}

/** Renders the reason of requirements without a decision. */
function reasonItem({ group }: { readonly group: ReasonGroup }): Markup {
  const { verdict, reason = "", requirements } = group;
  const musts = requirements.filter(({ level }) => level === "MUST");
  const named = (musts.length > 0 ? musts : requirements).slice(0, maxNamed);
  const others = requirements.length - named.length;
  return html`<li>
    <p class="broken-head">
      <span class=${`level-tag ${toneOf(verdict)}`}>${verdict}</span>
      <bdi>${shownLine(reason === "" ? "no reason given" : reason, 400)}</bdi>
    </p>
    <p class="muted">
      ${`${counted(requirements.length, "requirement")}, ${counted(musts.length, "MUST")}: `}${linksTo(named)}${others === 0 ? "" : ` and ${counted(others, "other")}`}
    </p>
  </li>`;
}

function linksTo(requirements: readonly ReportRequirement[]): readonly Markup[] {
  return requirements.map(
    ({ requirement }, i) =>
      html`${i === 0 ? "" : ", "}<a href=${`#${requirement}`}>${requirement}</a>`,
  );
}

function brokenItem({ cause }: { readonly cause: BrokenCause }): Markup {
  const { lead, follows } = cause;
  const { level, verdict, statement, resembles, findings } = lead;
  const fix = remedyFor(lead.requirement);
  const finding = findings.find(({ result }) => result === "violated");
  return html`<li>
    <p class="broken-head">
      <span class=${`level-tag ${toneOf(verdict)}`}>${level} ${verdict}</span>
      <a href=${`#${lead.requirement}`}>${shownLine(statement, 300)}</a>
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
    ${follows.length === 0 ? undefined : html`<p class="muted">Also broken: ${linksTo(follows)}</p>`}
    ${resembles === undefined ? undefined : html`<p class="muted">Possible cause: <bdi>${shownLine(resembles, 240)}</bdi></p>`}
    ${fix === undefined ? undefined : html`<p class="muted">How to fix it: ${fix}</p>`}
  </li>`;
}

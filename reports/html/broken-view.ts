import { brokenCauses } from "../report/broken-causes.ts";
import type { BrokenCause } from "../report/broken-causes.ts";
import { remedyFor } from "../report/remedies.ts";
import { describeWords } from "../report/target-words.ts";
import { html } from "./markup.ts";
import type { Markup } from "./markup.ts";
import { shownLine } from "./shown-text.ts";
import type { PageContext } from "./page-context.ts";
import { toneOf } from "./verdict-view.ts";

const maxShown = 6;

/** Renders the causes of failures, most relevant first, with the expected and the actual behavior. */
export function brokenList({ context }: { readonly context: PageContext }): Markup | undefined {
  const { requirements, target } = context.report;
  const description = shownLine(describeWords(target.kinds), 600);
  const errored = requirements.filter(({ verdict }) => verdict === "errored");
  const causes = [
    ...brokenCauses({ requirements }),
    ...errored.map((lead): BrokenCause => ({ lead, follows: [] })),
  ];
  if (causes.length === 0) return undefined;
  const shown = causes.slice(0, maxShown);
  const broken = causes.flatMap(({ lead, follows }) => [lead, ...follows]);
  return html`<section class="panel" aria-labelledby="broken">
    <h2 id="broken">Start here</h2>
    ${description === "" ? undefined : html`<p class="note">In this API, ${description}.</p>`}
    <ol class="broken">
      ${shown.map((cause) => brokenItem({ cause }))}
    </ol>
    ${causes.length > shown.length ? html`<p class="note"><a href="#verdict=fail,flaky,warn,errored">See all ${broken.length} below.</a></p>` : undefined}
  </section>`;
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
    ${follows.length === 0 ? undefined : html`<p class="muted">Also broken: ${follows.map(({ requirement }, i) => html`${i === 0 ? "" : ", "}<a href=${`#${requirement}`}>${requirement}</a>`)}</p>`}
    ${resembles === undefined ? undefined : html`<p class="muted">Possible cause: <bdi>${shownLine(resembles, 240)}</bdi></p>`}
    ${fix === undefined ? undefined : html`<p class="muted">How to fix it: ${fix}</p>`}
  </li>`;
}

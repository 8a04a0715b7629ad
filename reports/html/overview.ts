import { counted, suiteCommand } from "#contract";
import { verdicts } from "#verdicts";
import { describeSelection } from "../report/selection.ts";
import { verdictSentence } from "../report/verdict-sentence.ts";
import { html } from "./markup.ts";
import type { Markup } from "./markup.ts";
import { shownLine } from "./shown-text.ts";
import type { PageContext } from "./page-context.ts";
import { toneOf } from "./verdict-view.ts";
import type { Tone } from "./verdict-view.ts";

export function overview({ context }: { readonly context: PageContext }): Markup {
  const { report } = context;
  const sentence = verdictSentence(report);
  const tone = toneOfConclusion(report.conclusion);
  return html`<header class="overview">
    <p class="eyebrow">Conformance report · <bdi>${shownLine(report.target.endpoint, 120)}</bdi></p>
    <h1 class=${tone}>${sentence}</h1>
    ${sumsBar({ context })}
    ${noticesOf(context).map((notice) => html`<p class="notice">${notice}</p>`)}
  </header>`;
}

function toneOfConclusion(conclusion: PageContext["report"]["conclusion"]): Tone {
  switch (conclusion) {
    case "conformant":
      return "good";
    case "violations":
      return "bad";
    case "errored":
    case "inconclusive":
    case "nothing-ran":
      return "caution";
  }
}

function sumsBar({ context }: { readonly context: PageContext }): Markup {
  const { sums, requirements } = context.report;
  const present = verdicts.filter((verdict) => sums[verdict] > 0);
  const total = Math.max(1, requirements.length);
  let start = 0;
  const parts = present.map((verdict) => {
    const from = start;
    start += sums[verdict] / total;
    return html`<rect
      class=${toneOf(verdict)}
      x=${percent(from)}
      width=${percent(sums[verdict] / total)}
      y="0"
      height="12"
    />`;
  });
  return html`<div class="sums">
    <svg
      class="sums-bar"
      width="100%"
      height="12"
      role="img"
      aria-label=${present.map((verdict) => `${sums[verdict]} ${verdict}`).join(", ")}
    >
      ${parts}
    </svg>
    <ul class="sums-list">
      ${present.map(
        (verdict) =>
          html`<li>
            <a href=${`#verdict=${verdict}`}
              ><span class=${`dot ${toneOf(verdict)}`} aria-hidden="true"></span
              ><b>${sums[verdict]}</b> ${verdict}</a
            >
          </li>`,
      )}
      <li class="muted">${counted(requirements.length, "requirement")}</li>
    </ul>
  </div>`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`;
}

function noticesOf({ report }: PageContext): readonly string[] {
  const { complete, interrupted, enough, partial, leftBehind = 0, only, skip, baseline } = report;
  return [
    ...(complete
      ? []
      : [
          "The record has no footer because the run was killed; this page shows the data " +
            "recorded until then.",
        ]),
    ...(enough === undefined
      ? []
      : [`The run stopped after ${counted(enough, "broken requirement")}, as requested.`]),
    ...(interrupted && enough === undefined ? ["The run was interrupted."] : []),
    ...(partial
      ? ["At least one MUST was not checked, so the run does not cover the whole profile."]
      : []),
    ...(only.length + skip.length > 0
      ? [`Only part of the profile was selected: ${shownLine(describeSelection(report))}`]
      : []),
    ...(baseline?.problems ?? [])
      .slice(0, 20)
      .map(({ message }) => `Baseline: ${shownLine(message)}`),
    ...(leftBehind > 0
      ? [
          `${counted(leftBehind, "object")} could not be deleted; ${suiteCommand} cleanup deletes them.`,
        ]
      : []),
  ];
}

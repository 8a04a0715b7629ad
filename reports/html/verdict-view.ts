import type { Verdict } from "#verdicts";
import { html } from "./markup.ts";
import type { Markup } from "./markup.ts";

export type Tone = "good" | "bad" | "caution" | "neutral";

const tones: Readonly<Record<Verdict, Tone>> = {
  pass: "good",
  fail: "bad",
  warn: "caution",
  flaky: "bad",
  errored: "caution",
  inconclusive: "caution",
  untestable: "caution",
  "expected-fail": "neutral",
  excluded: "neutral",
  "not-applicable": "neutral",
};

const marks: Readonly<Record<Tone, string>> = { good: "✓", bad: "✕", caution: "!", neutral: "–" };

export function toneOf(verdict: Verdict): Tone {
  return tones[verdict];
}

/** Renders a verdict with a symbol, so that it never depends on color alone. */
export function verdictBadge({ verdict }: { readonly verdict: Verdict }): Markup {
  const tone = toneOf(verdict);
  return html`<span class=${`badge ${tone}`}>
    <span aria-hidden="true">${marks[tone]}</span> ${verdict}
  </span>`;
}

import { counted } from "#contract";
import { placeOf } from "#verdicts";
import type { Report, ReportCall, ReportExchange, ReportFinding } from "../report/report.ts";
import { decidingExchange } from "../report/deciding.ts";
import { byRelevance, mostRelevant } from "../report/most-relevant.ts";
import { pageLimits } from "../report/page-limits.ts";
import { html, rendered, renderMarkup } from "./markup.ts";
import type { Markup } from "./markup.ts";
import { leavesOf } from "../text/fold-json.ts";
import { describePremises } from "../text/premises.ts";
import { shownLine } from "./shown-text.ts";
import { timelineOfExchanges } from "./exchange-timeline.ts";
import { timelineView } from "./timeline-view.ts";
import { decidingExchangeView, exchangeView } from "./exchange-view.ts";
import type { FindingSubject } from "./finding-subject.ts";
import { exchangesOf } from "./finding-subject.ts";
import { historyMarkup } from "./history-view.ts";
import { objectHistoryMarkup } from "./object-history-view.ts";
import { reproductionMarkup } from "./reproduction-view.ts";

/** Renders a finding with its evidence, up to the size limit. Timelines precede the exchanges. */
export function findingView(subject: FindingSubject): Markup {
  const { finding, allowance, context } = subject;
  const whole = wordsMarkup(finding, pageLimits.wordsCharacters);
  const details = allowance.take(whole) ? whole : wordsMarkup(finding, pageLimits.fewCharacters);
  return html`<section
    class=${`finding finding-${finding.result}`}
    data-tab=${shownLine(tabOf(finding, context.report.target.kinds), 120)}
    dangerouslySetInnerHTML=${rendered(details, ...evidenceMarkup(subject))}
  />`;
}

function tabOf(
  { case: name, attempt, result }: ReportFinding,
  kinds: Report["target"]["kinds"],
): string {
  const { check, kind, via } = placeOf(name, kinds);
  const place = via || kind || check;
  const attemptText = attempt === undefined ? "" : `, attempt ${attempt}`;
  return `${titles[result]}: ${place}${attemptText}`;
}

const titles: Readonly<Record<ReportFinding["result"], string>> = {
  held: "held",
  violated: "broken",
  undecided: "undecided",
  errored: "errored",
};

function wordsMarkup(finding: ReportFinding, limit: number): string {
  return renderMarkup(
    html`<div>
      <h4>
        <span class="finding-result">${titles[finding.result]}</span>${" "}
        <code>${shownLine(finding.case, 200)}</code>
        ${finding.attempt === undefined ? undefined : html`<span class="muted"> attempt ${finding.attempt}</span>`}
      </h4>
      ${textOf(finding, limit)}
    </div>`,
  );
}

function heldWords(instances: number): string {
  const tried = counted(instances, "instance was", "instances were");
  return `${tried} exercised here and passed.`;
}

function textOf(finding: ReportFinding, limit: number): Markup {
  switch (finding.result) {
    case "held":
      return html`<p>${heldWords(finding.instances)}</p>`;
    case "violated":
      return html`<dl class="words">
        <dt>expected</dt>
        <dd><bdi>${shownLine(finding.expected, limit)}</bdi></dd>
        <dt>actual</dt>
        <dd class="actual"><bdi>${shownLine(finding.actual, limit)}</bdi></dd>
        ${
          finding.steps === undefined
            ? undefined
            : html`<dt>steps</dt>
                <dd><bdi>${shownLine(finding.steps, limit)}</bdi></dd>`
        }
        ${
          finding.premises === undefined
            ? undefined
            : html`<dt>based on</dt>
                <dd>${shownLine(describePremises(finding.premises), limit)}</dd>`
        }
      </dl>`;
    case "undecided":
    case "errored":
      return html`<p><bdi>${shownLine(finding.reason, limit)}</bdi></p>`;
  }
}

function evidenceMarkup(subject: FindingSubject): readonly string[] {
  const { finding, allowance, isFirst } = subject;
  const isViolated = finding.result === "violated";
  const deciding = isFirst ? decidingMarkup(subject) : "";
  allowance.take(deciding);
  const reproduction = isViolated && isFirst ? reproductionMarkup(subject) : "";
  const ending = allowance.take(reproduction) ? reproduction : omissionNote("how to reproduce it");
  const object = isViolated ? objectHistoryMarkup(subject) : "";
  const history = isViolated && object === "" ? historyMarkup(subject) : object;
  // A history has its own timeline; the exchanges of its case only create the objects.
  const timeline = isViolated && history === "" ? timelineMarkup(subject) : "";
  const pictures = allowance.take(timeline) ? [history, timeline] : [history];
  return [...pictures, deciding, exchangesMarkup(subject, deciding !== ""), ending];
}

function timelineMarkup({ finding, context }: FindingSubject): string {
  const exchanges = exchangesOf(finding, context);
  if (!exchanges.some(({ kind }) => kind === "watch") && exchanges.length < 2) return "";
  const timeline = timelineOfExchanges({
    title: "The exchanges of this finding",
    exchanges: mostRelevant(exchanges, pageLimits.exchangesOfFinding).toSorted(
      (left, right) => left.startedMs - right.startedMs,
    ),
    decisive: decidingIn(finding, exchanges)?.exchange,
    versions: context.supplement.versions,
  });
  return timeline === undefined ? "" : renderMarkup(timelineView({ timeline }));
}

function decidingMarkup({ finding, context }: FindingSubject): string {
  if (finding.result !== "violated") return "";
  const exchange = decidingExchange(finding, exchangesOf(finding, context));
  if (exchange?.kind !== "call" || !isFoldable(exchange)) return "";
  const view = renderMarkup(decidingExchangeView({ exchange, finding }));
  return renderMarkup(
    html`<div class="evidence">
      <h5>The decisive exchange</h5>
      <ol class="exchanges" dangerouslySetInnerHTML=${rendered(view)} />
    </div>`,
  );
}

/** Whether a response is small enough to search for decisive fields. */
function isFoldable({ reply }: ReportCall): boolean {
  let characters = 0;
  for (const { value } of leavesOf(reply?.body ?? null)) {
    characters += typeof value === "string" ? value.length + 1 : 1;
    if (characters > pageLimits.foldedReplyCharacters) return false;
  }
  return true;
}

function decidingIn(
  finding: ReportFinding,
  exchanges: readonly ReportExchange[],
): ReportExchange | undefined {
  return finding.result === "violated" ? decidingExchange(finding, exchanges) : exchanges.at(-1);
}

function exchangesMarkup(
  { finding, context, allowance }: FindingSubject,
  isDecidingShown: boolean,
): string {
  const exchanges = exchangesOf(finding, context);
  if (exchanges.length === 0) return "";
  const texts = new Map<ReportExchange, string>();
  for (const exchange of byRelevance(exchanges).slice(0, pageLimits.exchangesOfFinding)) {
    const text = renderMarkup(exchangeView({ exchange }));
    if (!allowance.take(text)) break;
    texts.set(exchange, text);
  }
  const shown = exchanges.flatMap((exchange) => texts.get(exchange) ?? []);
  const more = exchanges.length - shown.length;
  const list =
    shown.length === 0
      ? undefined
      : html`<ol class="exchanges" dangerouslySetInnerHTML=${rendered(...shown)} />`;
  if (isDecidingShown && list === undefined) {
    return renderMarkup(
      html`<p class="note">
        The record contains the full text of ${counted(exchanges.length, "exchange")}.
      </p>`,
    );
  }
  return renderMarkup(
    html`<div class="evidence">
      <h5>${isDecidingShown ? "Exchanges in full" : "Exchanges, most relevant first"}</h5>
      ${list}
      ${more > 0 ? html`<p class="note">${counted(more, "more exchange is", "more exchanges are")} in the record.</p>` : undefined}
    </div>`,
  );
}

function omissionNote(what: string): string {
  return renderMarkup(
    html`<p class="note">
      Page size limit reached: ${what} omitted. The record contains everything.
    </p>`,
  );
}

import { describeAnomaly } from "#checker";
import { counted } from "#contract";
import { kindOf, sumKey, writerRules, writerName } from "#wings/logs";
import type { FoundAnomaly, FoundRequest, LogVerdict, WriterFinding, WriterSum } from "#wings/logs";
import { lostText, requestText } from "../report/log-requests.ts";
import { isJudged, logSentence, scopeSentences, sumSentence } from "../report/log-sentences.ts";
import { html } from "./markup.ts";
import type { Markup } from "./markup.ts";
import { renderPage } from "./page-frame.ts";
import { timelineView } from "./timeline-view.ts";
import { shownLine } from "./shown-text.ts";
import { Axis, untangled } from "../report/drawn-timeline.ts";
import type { Timeline, TimelineItem, TimelineLane } from "../report/drawn-timeline.ts";

/** Maximum number of findings with a timeline. The JSON output contains all findings. */
const maxDrawn = 200;

/** Renders the verdict on a log as a self-contained HTML page. */
export function renderLogHtml(verdict: LogVerdict): string {
  const title = "Writer bugs found in logs";
  return renderPage({ title, body: body({ verdict }), ownStyle });
}

/** Prevents line breaks inside client names. */
const ownStyle = `
.requests th:first-child { width: 30%; min-width: 8.5rem; }
`;

function body({ verdict }: { readonly verdict: LogVerdict }): Markup {
  const { anomalies, findings, sums } = verdict;
  const groups = findingsBySum(findings.slice(0, maxDrawn), sums);
  return html`<main>
    <header class="overview">
      <p class="eyebrow">Requests from a log</p>
      <h1 class=${toneOf(verdict)}>${logSentence(verdict)}</h1>
      ${scopeSentences(verdict).map((sentence) => html`<p class="note"><bdi>${shownLine(sentence)}</bdi></p>`)}
    </header>
    ${sums.length === 0 ? undefined : sumsView({ sums, groups })}
    ${anomalies.slice(0, maxDrawn).map((found) => anomalyView({ found }))}
    ${groups.map((group, place) => groupView({ group, place }))}
  </main>`;
}

function toneOf(verdict: LogVerdict): string {
  if (verdict.anomalies.length + verdict.sums.length > 0) return "bad";
  return isJudged(verdict) ? "good" : "caution";
}

interface SumsProps {
  readonly sums: readonly WriterSum[];
  /** The displayed findings for each row in `sums`. */
  readonly groups: readonly (readonly WriterFinding[])[];
}

function sumsView({ sums, groups }: SumsProps): Markup {
  return html`<section class="panel" aria-labelledby="writers">
    <h2 id="writers">By writer</h2>
    <ul class="plain">
      ${sums.map(
        (sum, place) =>
          html`<li>
            <bdi>${shownLine(`${sumSentence(sum)}.`)}</bdi>
            ${(groups[place] ?? []).length === 0 ? undefined : html` <a href=${`#${idOf(place)}`}>Show</a>`}
          </li>`,
      )}
    </ul>
  </section>`;
}

function idOf(place: number): string {
  return `mistake-${place + 1}`;
}

function findingsBySum(
  findings: readonly WriterFinding[],
  sums: readonly WriterSum[],
): readonly (readonly WriterFinding[])[] {
  const groups = new Map(sums.map((sum) => [sumKey(sum), new Array<WriterFinding>()]));
  for (const finding of findings) {
    groups.get(sumKey({ ...finding, kind: kindOf(finding.object) }))?.push(finding);
  }
  return [...groups.values()];
}

interface GroupProps {
  readonly group: readonly WriterFinding[];
  readonly place: number;
}

function groupView({ group, place }: GroupProps): Markup | undefined {
  const [first, ...others] = group;
  if (first === undefined) return undefined;
  return html`<div id=${idOf(place)}>
    ${findingView({ finding: first })}
    ${
      others.length === 0
        ? undefined
        : html`<details class="fold">
            <summary>${counted(others.length, "more finding")} like this</summary>
            ${others.map((finding) => findingView({ finding }))}
          </details>`
    }
  </div>`;
}

function findingView({ finding }: { readonly finding: WriterFinding }): Markup {
  const { rule, object, detail, requests, lost } = finding;
  const fields = lost.filter(
    ({ written, became }) => written !== undefined || became !== undefined,
  );
  const at = rule === "fight" || rule === "hot-loop" ? requests : requests.slice(-1);
  return html`<section class="panel">
    <h2>${rule} on <bdi>${shownLine(object, 160)}</bdi></h2>
    <p><bdi>${shownLine(`${detail}.`)}</bdi></p>
    <p class="note">${rule}: ${writerRules[rule]}.</p>
    ${
      fields.length === 0
        ? undefined
        : html`<h3>Fields</h3>
            <ul class="plain">
              ${fields.map((field) => html`<li><code>${shownLine(lostText(field))}</code></li>`)}
            </ul>`
    }
    ${requestsView({ requests })}
    ${timelineView({ timeline: timelineOfRequests(`${rule} on ${object}`, requests, new Set(at)) })}
  </section>`;
}

function anomalyView({ found }: { readonly found: FoundAnomaly }): Markup {
  const { anomaly, requests } = found;
  const subject = anomaly.kind === "object" ? anomaly.object : `watch ${anomaly.watch}`;
  const title = `${anomaly.type} on ${subject}`;
  return html`<section class="panel">
    <h2><bdi>${shownLine(title, 200)}</bdi></h2>
    <p><bdi>${shownLine(`${anomaly.message}.`)}</bdi></p>
    <p class="note">${anomaly.type}: ${describeAnomaly(anomaly.type)}.</p>
    ${requestsView({ requests })}
    ${timelineView({ timeline: timelineOfRequests(title, requests, new Set(requests.slice(0, 1))) })}
  </section>`;
}

function requestsView({ requests }: { readonly requests: readonly FoundRequest[] }): Markup {
  return html`<h3>Requests</h3>
    <div class="scroll" tabindex="0" role="region" aria-label="Requests">
      <table class="requests">
        <thead>
          <tr>
            <th scope="col">User and user agent</th>
            <th scope="col">Request</th>
          </tr>
        </thead>
        <tbody>
          ${requests.map(
            (request) =>
              html`<tr>
                <td>
                  <bdi>${shownLine(request.by.user, 120)}</bdi>
                  ${request.by.agent === undefined ? undefined : html`<p class="note"><bdi>${shownLine(request.by.agent, 160)}</bdi></p>`}
                </td>
                <td><code>${shownLine(requestText(request))}</code></td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}

/** Builds the timeline of a finding's requests, with one row per writer and one for the versions. */
function timelineOfRequests(
  title: string,
  requests: readonly FoundRequest[],
  illegal: ReadonlySet<FoundRequest>,
): Timeline {
  const axis = new Axis(requests.flatMap((request) => [request.invoke, request.return]));
  const writers = [...new Set(requests.map(({ by }) => writerName(by)))];
  const start = axis.start;
  return {
    title: shownLine(title, 160),
    times: axis.labels((time) => `+${(time - start).toFixed(1)} ms`),
    lanes: [
      ...writers.flatMap((writer) =>
        untangled({
          kind: "client",
          label: shownLine(writer, 80),
          items: requests
            .filter(({ by }) => writerName(by) === writer)
            .map((request) => itemOf(request, axis, illegal.has(request))),
        }),
      ),
      versionLane(requests, axis),
    ],
    note: `Times since ${new Date(start).toISOString()}. ▲ marks the requests that show the problem.`,
  };
}

function itemOf(request: FoundRequest, axis: Axis, isIllegal: boolean): TimelineItem {
  const { invoke, return: returned, outcome, verb, side, precondition } = request;
  const place = side === "main" ? verb : `${verb} ${side}`;
  return {
    from: axis.placeOf(invoke),
    to: axis.placeOf(returned),
    label: shownLine(precondition === undefined ? place : `${place} ${precondition}`, 40),
    text: shownLine(`${writerName(request.by)}: ${requestText(request)}`, 400),
    tone: outcome === "ok" ? "operation" : "refused",
    isIllegal,
  };
}

function versionLane(requests: readonly FoundRequest[], axis: Axis): TimelineLane {
  const writes = requests.filter(({ version, verb }) => version !== undefined && verb !== "read");
  return {
    kind: "versions",
    label: "versions",
    items: writes.map((request) => {
      const place = axis.placeOf(request.return);
      const replaced = writes.find(({ version }) => version === request.precondition);
      return {
        from: place,
        to: place,
        label: shownLine(request.version ?? "", 24),
        text: shownLine(
          `version ${request.version ?? ""}, written by ${writerName(request.by)}`,
          300,
        ),
        ...(replaced === undefined ? {} : { follows: axis.placeOf(replaced.return) }),
        tone: "version",
        isIllegal: false,
      };
    }),
  };
}

import type { CaseHistory } from "#verdicts";
import { describeChange } from "../text/describe-event.ts";
import { laneTitles } from "../text/lanes.ts";
import { html, renderMarkup } from "./markup.ts";
import { shownLine } from "./shown-text.ts";
import { timelineOfObject } from "./object-timeline.ts";
import { timelineView } from "./timeline-view.ts";
import type { FindingSubject } from "./finding-subject.ts";

/** Maximum number of changes to list for each event. */
const mostChanges = 12;

/** The events about a finding's object, as a timeline and a list. Empty if the finding has no object. */
export function objectHistoryMarkup({ finding, allowance }: FindingSubject): string {
  const history = finding.result === "violated" ? finding.history : undefined;
  const timeline = history === undefined ? undefined : timelineOfObject(history);
  if (history === undefined || timeline === undefined) return "";
  const markup = renderMarkup(
    html`<div class="history">
      <h5>The events of the object</h5>
      ${timelineView({ timeline })}
      <ol class="object-events">
        ${history.events.map(eventItem)}
      </ol>
    </div>`,
  );
  return allowance.take(markup) ? markup : "";
}

function eventItem(event: CaseHistory["events"][number]): ReturnType<typeof html> {
  const { what, by, version, changes, isEvidence, lane } = event;
  const more = changes.length - mostChanges;
  return html`<li class=${isEvidence ? "illegal" : ""}>
    <bdi
      >${isEvidence ? "▲ " : ""}${lane === undefined ? "" : `${laneTitles[lane]}: `}${shownLine(what, 120)}${by === undefined ? "" : ` by ${shownLine(by, 120)}`}${version === undefined ? "" : `, version ${shownLine(version, 60)}`}</bdi
    >
    <ul>
      ${changes.slice(0, mostChanges).map((change) => html`<li><code>${shownLine(describeChange(change), 300)}</code></li>`)}
      ${more > 0 ? html`<li>and ${more} more</li>` : undefined}
    </ul>
  </li>`;
}

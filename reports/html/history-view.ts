import { counted } from "#contract";
import { pageLimits } from "../report/page-limits.ts";
import { html, rendered, renderMarkup } from "./markup.ts";
import { drawHistory } from "./history-timeline.ts";
import type { Drawing } from "./history-timeline.ts";
import { timelineView } from "./timeline-view.ts";
import type { FindingSubject } from "./finding-subject.ts";

/** Renders the recorded histories of a finding's case, with timelines of their anomalies, up to the size limit. */
export function historyMarkup({ finding, context, allowance }: FindingSubject): string {
  const histories = context.supplement.histories.filter((of) => of.case === finding.case);
  const actual = finding.result === "violated" ? finding.actual : "";
  const drawn = histories.map((history) =>
    drawHistory(history, { most: pageLimits.anomaliesDrawn, words: actual }),
  );
  return drawn
    .map(({ summary, drawings }) => {
      const pictures = drawings.map(drawingMarkup).filter((text) => allowance.take(text));
      const left = drawings.length - pictures.length;
      return renderMarkup(
        html`<div class="history">
          <h5>The recorded history</h5>
          <p>${summary}</p>
          ${left === 0 ? undefined : html`<p class="note">The page shows ${pictures.length} of ${counted(drawings.length, "diagram")} to limit its size.</p>`}
          <div dangerouslySetInnerHTML=${rendered(...pictures)} />
        </div>`,
      );
    })
    .join("");
}

function drawingMarkup({ heading, message, meaning, timeline }: Drawing): string {
  return renderMarkup(
    html`<div class="anomaly">
      <p><b>${heading}</b>: ${meaning}.</p>
      <p class="note"><bdi>${message}</bdi></p>
      ${timelineView({ timeline })}
    </div>`,
  );
}

import { html } from "./markup.ts";
import type { Markup } from "./markup.ts";
import type { Timeline, TimelineItem, TimelineLane } from "../report/drawn-timeline.ts";

/** Height of a row in pixels. The rows of the labels have the same height. */
const rowHeight = 30;
const barHeight = 22;
const stepWidth = 86;
const minWidth = 480;

export function timelineView({ timeline }: { readonly timeline: Timeline }): Markup {
  const { lanes, times, title, note } = timeline;
  const height = (lanes.length + 1) * rowHeight;
  const width = Math.max(minWidth, times.length * stepWidth);
  return html`<figure class="timeline">
    <figcaption class="timeline-head">
      <span class="timeline-title">${title}</span>
      <span class="timeline-tools" hidden>
        <button type="button" data-zoom="out" aria-label="Zoom out">−</button>
        <button type="button" data-zoom="fit">Fit</button>
        <button type="button" data-zoom="in" aria-label="Zoom in">+</button>
      </span>
    </figcaption>
    <div class="timeline-body">
      <ul class="timeline-lanes" aria-hidden="true">
        ${lanes.map(({ label, kind }) => html`<li class=${`lane-${kind}`} title=${label}>${label}</li>`)}
        <li class="lane-axis">time</li>
      </ul>
      <div
        class="timeline-track"
        tabindex="0"
        role="group"
        aria-label=${`Timeline: ${title}. Use the arrow keys to navigate, plus and minus to zoom.`}
      >
        <svg width=${width} height=${height} data-width=${width}>
          ${lanes.map((lane, row) => laneView({ lane, row, steps: times.length }))}
          <g class="axis">
            ${times.map((time, i) => html`<text x=${middle(i, times.length)} y=${lanes.length * rowHeight + 19} text-anchor="middle">${time}</text>`)}
          </g>
        </svg>
      </div>
    </div>
    <p class="timeline-detail" role="status"></p>
    ${note === undefined ? undefined : html`<p class="note">${note}</p>`}
  </figure>`;
}

interface LaneProps {
  readonly lane: TimelineLane;
  readonly row: number;
  readonly steps: number;
}

function laneView({ lane, row, steps }: LaneProps): Markup {
  const line = row * rowHeight + rowHeight / 2;
  return html`<g class=${`lane lane-${lane.kind}`}>
    <line class="rail" x1="0%" x2="100%" y1=${line} y2=${line} />
    ${lane.kind === "versions" ? chainOf(lane.items, line, steps) : undefined}
    ${lane.items.map((item) => itemView(item, line - barHeight / 2, steps))}
  </g>`;
}

function chainOf(items: readonly TimelineItem[], line: number, steps: number): readonly Markup[] {
  return items.flatMap(({ from, follows }) =>
    follows === undefined
      ? []
      : [
          html`<line
            class="chain"
            x1=${middle(follows, steps)}
            x2=${middle(from, steps)}
            y1=${line}
            y2=${line}
          />`,
        ],
  );
}

function itemView(item: TimelineItem, top: number, steps: number): Markup {
  const isPoint = item.from === item.to;
  const from = isPoint ? item.from + 0.04 : item.from + 0.5;
  const length = isPoint ? 0.92 : item.to - item.from;
  const mark = item.isIllegal ? "▲ " : "";
  return html`<svg
    class=${`item item-${item.tone}${item.isIllegal ? " illegal" : ""}`}
    x=${percent(from / steps)}
    y=${top}
    width=${percent(length / steps)}
    height=${barHeight}
    tabindex="-1"
    role="img"
    aria-label=${item.text}
  >
    <title>${item.text}</title>
    <rect x="0" y="0" width="100%" height=${barHeight} rx=${isPoint ? 10 : 3} />
    <text x="8" y="15">${mark}${item.label}</text>
  </svg>`;
}

function middle(step: number, steps: number): string {
  return percent((step + 0.5) / steps);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`;
}

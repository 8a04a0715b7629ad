import { counted } from "#contract";
import { html } from "./markup.ts";
import type { Markup } from "./markup.ts";
import type { Convergence } from "../report/supplement.ts";
import { shownLine } from "./shown-text.ts";
import type { PageContext } from "./page-context.ts";

const bins = 28;
const plotHeight = 36;

export function convergenceView({
  context,
}: {
  readonly context: PageContext;
}): Markup | undefined {
  const series = context.supplement.convergence.filter(({ delaysMs }) => delaysMs.length > 0);
  if (series.length === 0) return undefined;
  const slowest = Math.max(1, ...series.map(({ delaysMs }) => delaysMs.at(-1) ?? 0));
  return html`<section class="panel" aria-labelledby="convergence">
    <h2 id="convergence">Convergence</h2>
    <p>${explanation(slowest)}</p>
    <div class="scroll" tabindex="0" role="group" aria-label="Convergence times by kind">
      <table class="plots">
        <thead>
          <tr>
            <th>kind</th>
            <th>writes</th>
            <th>p50</th>
            <th>p95</th>
            <th>slowest</th>
            <th>distribution</th>
          </tr>
        </thead>
        <tbody>
          ${series.slice(0, 60).map((of) => seriesRow({ series: of, slowest }))}
        </tbody>
      </table>
    </div>
  </section>`;
}

function explanation(slowest: number): string {
  return [
    "Time from the acknowledgement of a write to the first event that shows it.",
    "Events that arrive before the acknowledgement count as 0 ms.",
    `The axis is logarithmic, from below 0.1 ms to ${duration(slowest)}.`,
  ].join(" ");
}

interface SeriesProps {
  readonly series: Convergence;
  readonly slowest: number;
}

function seriesRow({ series, slowest }: SeriesProps): Markup {
  const { kind, count, delaysMs } = series;
  return html`<tr>
    <th scope="row"><bdi>${shownLine(kind, 80)}</bdi></th>
    <td>${count}</td>
    <td>${duration(quantile(delaysMs, 0.5))}</td>
    <td>${duration(quantile(delaysMs, 0.95))}</td>
    <td>${duration(delaysMs.at(-1) ?? 0)}</td>
    <td>${plot(series, slowest)}</td>
  </tr>`;
}

function plot({ kind, delaysMs }: Convergence, slowest: number): Markup {
  const counts = Array.from({ length: bins }, () => 0);
  for (const delay of delaysMs) {
    const bin = binOf(delay, slowest);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const highest = Math.max(1, ...counts);
  return html`<svg
    class="plot"
    width="100%"
    height=${plotHeight}
    role="img"
    aria-label=${`Distribution of ${counted(delaysMs.length, "time")} of ${shownLine(kind, 80)}`}
  >
    <line x1="0%" x2="100%" y1=${plotHeight - 0.5} y2=${plotHeight - 0.5} />
    ${counts.map((count, i) => {
      const height =
        count === 0 ? 0 : Math.max(2, Math.round((count / highest) * (plotHeight - 2)));
      return html`<rect
        x=${percent(i / bins)}
        width=${percent(0.85 / bins)}
        y=${plotHeight - height}
        height=${height}
      />`;
    })}
  </svg>`;
}

function binOf(delayMs: number, slowest: number): number {
  const least = 0.1;
  if (delayMs <= least) return 0;
  const place = Math.log(delayMs / least) / Math.log(Math.max(slowest, 1) / least);
  return Math.min(bins - 1, Math.floor(place * bins));
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function duration(delayMs: number): string {
  const shown = Math.max(0, delayMs);
  return shown >= 1000 ? `${(shown / 1000).toFixed(2)} s` : `${shown.toFixed(1)} ms`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`;
}

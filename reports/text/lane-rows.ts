import type { CaseHistory } from "#verdicts";
import { describeEvent } from "./describe-event.ts";

type HistoryEvent = CaseHistory["events"][number];

export type Lane = NonNullable<HistoryEvent["lane"]>;

export const laneTitles: Readonly<Record<Lane, string>> = {
  state: "actual state",
  view: "the controller's view",
  write: "the controller's writes",
};

const laneWords: Readonly<Record<Lane, string>> = { state: "true", view: "saw", write: "wrote" };

export interface LaneRow {
  readonly lane: Lane;
  /** The short name of the lane: `true`, `saw` or `wrote`. */
  readonly label: string;
  /** Time since the first event: `+12 ms`. */
  readonly time: string;
  readonly text: string;
  readonly isEvidence: boolean;
}

/**
 * Arranges the events of a history in lanes, oldest first. Returns undefined if the states that the controller received
 * are unknown.
 */
export function laneRows({ events }: CaseHistory): readonly LaneRow[] | undefined {
  const [first] = events;
  if (first === undefined || !events.some(({ lane }) => lane !== undefined)) return undefined;
  return events.map((event) => {
    const { lane = "state", atMs, isEvidence } = event;
    const time = `+${Math.max(0, atMs - first.atMs).toFixed(0)} ms`;
    return { lane, label: laneWords[lane], time, text: describeEvent(event), isEvidence };
  });
}

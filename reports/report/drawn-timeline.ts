export interface TimelineItem {
  readonly from: number;
  /** End position on the axis. Equals the start if the item has no duration. */
  readonly to: number;
  readonly label: string;
  readonly text: string;
  /** The position of the version that this version replaces. A line connects the two. */
  readonly follows?: number;
  readonly tone: "operation" | "refused" | "unknown" | "event" | "version";
  readonly isIllegal: boolean;
}

export interface TimelineLane {
  readonly kind: "client" | "stream" | "versions";
  readonly label: string;
  readonly items: readonly TimelineItem[];
}

/** Rows with a common axis. All distinct times have equal distances, which shows their order. */
export interface Timeline {
  readonly title: string;
  readonly times: readonly string[];
  readonly lanes: readonly TimelineLane[];
  readonly note?: string;
}

export class Axis {
  readonly #places: ReadonlyMap<number, number>;
  readonly #times: readonly number[];

  constructor(times: Iterable<number>) {
    this.#times = [...new Set(times)].toSorted((left, right) => left - right);
    this.#places = new Map(this.#times.map((time, place) => [time, place]));
  }

  /** Returns the position of a time, or 0 for an unknown time. */
  placeOf(time: number): number {
    return this.#places.get(time) ?? 0;
  }

  get start(): number {
    return this.#times[0] ?? 0;
  }

  get end(): number {
    return this.#times.length;
  }

  labels(describe: (time: number) => string): readonly string[] {
    return this.#times.map(describe);
  }
}

/** Distributes the items of a row over the minimum number of rows without overlaps. */
export function untangled(lane: TimelineLane): readonly TimelineLane[] {
  const rows: TimelineItem[][] = [];
  for (const item of lane.items.toSorted((left, right) => left.from - right.from)) {
    const free = rows.find((row) => (row.at(-1)?.to ?? -1) < item.from);
    if (free === undefined) rows.push([item]);
    else free.push(item);
  }
  return rows.map((items, i) => ({
    ...lane,
    label: i === 0 ? lane.label : `${lane.label} (${i + 1})`,
    items,
  }));
}

import { randomFor } from "#harness";
import type { Random } from "#harness";

export interface Span {
  readonly leastMs: number;
  readonly mostMs: number;
}

/** The disturbances of a run and its target. None of them is a fault of the target. */
export interface Disturbances {
  readonly seed: number;
  /**
   * Whether the reference server runs inside the suite (`embedded`), or in a separate process behind a slow connection
   * (`served`).
   */
  readonly target: "embedded" | "served";
  /** The delay of each chunk in each direction, in milliseconds. */
  readonly latency: Span;
  /** Number of chunks in 1,000 with a delay of up to two seconds. */
  readonly spikesPerThousand: number;
  /**
   * Pauses of a whole process, like those that garbage collection or a busy machine causes. Absent if there are none.
   */
  readonly pauses?: {
    readonly of: "suite" | "server";
    readonly every: Span;
    readonly length: Span;
  };
  /** Number of concurrent processes that only consume CPU time. */
  readonly cpuLoad: number;
  readonly clockJumps: boolean;
}

/** Maximum delay of a chunk, in milliseconds. */
export const longestSpikeMs = 2_000;

const noLatency: Span = { leastMs: 0, mostMs: 0 };

const latencies: readonly Span[] = [
  noLatency,
  { leastMs: 0, mostMs: 5 },
  { leastMs: 10, mostMs: 20 },
  { leastMs: 0, mostMs: 100 },
];

export function disturbancesOf(seed: number): Disturbances {
  const random = randomFor(seed, "disturbances");
  const target = random.below(3) === 0 ? "embedded" : "served";
  const isServed = target === "served";
  const pauses = pausesOf(random, isServed);
  return {
    seed,
    target,
    latency: (isServed ? pick(random, latencies) : undefined) ?? noLatency,
    spikesPerThousand: isServed && random.below(2) === 0 ? 1 : 0,
    ...(pauses === undefined ? {} : { pauses }),
    cpuLoad: random.below(8) === 0 ? 1 : 0,
    clockJumps: random.below(3) === 0,
  };
}

function pausesOf(random: Random, isServed: boolean): Disturbances["pauses"] {
  if (random.below(2) === 0) return undefined;
  const of = isServed && random.below(2) === 0 ? "server" : "suite";
  return {
    of,
    every: { leastMs: 500, mostMs: 4_000 },
    length: pick(random, pauseLengths) ?? noLatency,
  };
}

const pauseLengths: readonly Span[] = [
  { leastMs: 20, mostMs: 100 },
  { leastMs: 200, mostMs: 2_000 },
];

function pick<Item>(random: Random, items: readonly Item[]): Item | undefined {
  return items[random.below(items.length)];
}

export function describeDisturbances(disturbances: Disturbances): string {
  const { target, latency, spikesPerThousand, pauses, cpuLoad, clockJumps } = disturbances;
  return [
    target,
    ...(latency.mostMs === 0 ? [] : [`latency ${latency.leastMs} to ${latency.mostMs} ms`]),
    ...(spikesPerThousand === 0 ? [] : ["spikes"]),
    ...(pauses === undefined
      ? []
      : [`pauses of the ${pauses.of} up to ${pauses.length.mostMs} ms`]),
    ...(cpuLoad === 0 ? [] : [`${cpuLoad} busy processes`]),
    ...(clockJumps ? ["clock jumps"] : []),
  ].join(", ");
}

export function within({ leastMs, mostMs }: Span, random: Random): number {
  return leastMs + random.below(mostMs - leastMs + 1);
}

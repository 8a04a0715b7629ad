import { randomFor } from "#harness";
import type { Random } from "#harness";

/** A span of time in milliseconds. */
export interface Span {
  readonly leastMs: number;
  readonly mostMs: number;
}

/** What happens to one run and its target: all of it may happen to anyone, and none of it is the target's fault. */
export interface Weather {
  readonly seed: number;
  /** The reference inside the run, or in a process of its own behind a slow line. */
  readonly target: "embedded" | "served";
  /** How long the line holds back each piece of data, in each direction. */
  readonly latency: Span;
  /** How often in a thousand pieces one is held back for up to two seconds. */
  readonly spikesPerThousand: number;
  /** Pauses of a whole process, as of a collection of garbage or of a busy machine. None by default. */
  readonly pauses?: {
    readonly of: "suite" | "server";
    readonly every: Span;
    readonly length: Span;
  };
  /** Processes beside that only take time. */
  readonly hogs: number;
  /** Whether the wall clock of the suite jumps, back as well as forth. */
  readonly clockJumps: boolean;
}

/** The longest that the line holds back one piece of data, in milliseconds. */
export const longestSpikeMs = 2_000;

const noLatency: Span = { leastMs: 0, mostMs: 0 };

const latencies: readonly Span[] = [
  noLatency,
  { leastMs: 0, mostMs: 5 },
  { leastMs: 10, mostMs: 20 },
  { leastMs: 0, mostMs: 100 },
];

/** The weather of one run: the same seed gives the same, on any machine. */
export function weatherOf(seed: number): Weather {
  const random = randomFor(seed, "weather");
  const target = random.below(3) === 0 ? "embedded" : "served";
  const isServed = target === "served";
  const pauses = pausesOf(random, isServed);
  return {
    seed,
    target,
    latency: (isServed ? pick(random, latencies) : undefined) ?? noLatency,
    spikesPerThousand: isServed && random.below(2) === 0 ? 1 : 0,
    ...(pauses === undefined ? {} : { pauses }),
    hogs: random.below(8) === 0 ? 1 : 0,
    clockJumps: random.below(3) === 0,
  };
}

function pausesOf(random: Random, isServed: boolean): Weather["pauses"] {
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

/** The weather in a few words, one for each thing that is not as usual. */
export function describeWeather(weather: Weather): string {
  const { target, latency, spikesPerThousand, pauses, hogs, clockJumps } = weather;
  return [
    target,
    ...(latency.mostMs === 0 ? [] : [`latency ${latency.leastMs} to ${latency.mostMs} ms`]),
    ...(spikesPerThousand === 0 ? [] : ["spikes"]),
    ...(pauses === undefined
      ? []
      : [`pauses of the ${pauses.of} up to ${pauses.length.mostMs} ms`]),
    ...(hogs === 0 ? [] : [`${hogs} busy beside`]),
    ...(clockJumps ? ["clock jumps"] : []),
  ].join(", ");
}

/** A moment or a length within a span, in milliseconds. */
export function within({ leastMs, mostMs }: Span, random: Random): number {
  return leastMs + random.below(mostMs - leastMs + 1);
}

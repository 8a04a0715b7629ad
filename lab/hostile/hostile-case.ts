import { randomFor } from "#harness";
import type { Random } from "#harness";
import type { Defect, Layer } from "./defects/defect.ts";
import { defects } from "./defects/index.ts";

export interface Onset {
  /** Whether to count from the first contact, or from the first object that the run creates. */
  readonly since: "contact" | "creation";
  /** Number of occurrences before the first faulty one. */
  readonly after: number;
  /** Which of the later occurrences are faulty. */
  readonly pattern: "always" | "once" | "one-in-three";
}

export type WatchTransport = "graphql-transport-ws" | "sse" | "multipart";

/**
 * The part of the reference schema that the dialect covers: everything or, to keep a run short, one namespaced and one
 * cluster-scoped kind.
 */
export type Extent = "one-kind" | "everything";

export interface HostileCase {
  readonly seed: number;
  readonly defect: Defect;
  readonly onset: Onset;
  readonly transport: WatchTransport;
  readonly extent: Extent;
  readonly only: readonly string[];
  readonly timeoutSeconds: number;
  readonly concurrency: number;
  readonly format: string;
}

/** Generates the case of a seed. Seeds are nonnegative integers. */
export function caseOf(seed: number): HostileCase {
  const random = randomFor(seed, "hostile case");
  const defect = pick(random, defects);
  const isFirst = random.below(onSchema.has(defect.layer) ? 2 : 3) === 0;
  const since = isFirst ? "contact" : pick(random, ["contact", "creation"] as const);
  const after = isFirst ? 0 : soundTimes(random, defect.layer, since);
  const pattern = pick(random, ["always", "always", "once", "one-in-three"] as const);
  const transport = transportOf(defect.layer, random);
  return {
    seed,
    defect,
    onset: { since, after, pattern: isFirst ? "always" : pattern },
    transport,
    extent: pick(random, [...Array.from({ length: 9 }, () => "one-kind" as const), "everything"]),
    only: pick(random, selectionsFor(defect, transport)),
    timeoutSeconds: pick(random, [1, 1.5, 3]),
    concurrency: pick(random, [1, 8, 64]),
    format: pick(random, formats),
  };
}

export function describeCase({ seed, defect, onset, transport, only }: HostileCase): string {
  const start = onset.since === "creation" ? "a creation" : "the start";
  const when = onset.after === 0 ? `from ${start}` : `after ${onset.after} from ${start}`;
  const { pattern } = onset;
  return `case ${seed}: ${defect.name} ${when}, ${pattern}, over ${transport}, with ${only.join(" ")}`;
}

/** Layers whose defects can affect the first contact, and so abort the run before the first check. */
const onSchema: ReadonlySet<Layer> = new Set(["tcp", "http", "graphql"]);

/**
 * Number of correct occurrences before the first faulty one. Usually small, but sometimes large enough to affect late
 * requests.
 */
function soundTimes(random: Random, layer: Layer, since: Onset["since"]): number {
  const most = mostSound[layer] << random.below(random.below(4) === 0 ? longest : 1);
  return (since === "contact" ? 1 : 0) + random.below(most);
}

/** Exclusive upper bound for how often the limits in `mostSound` are doubled. */
const longest = 5;

/**
 * Maximum number of correct occurrences by layer, before doubling. The numbers are small, so that defects occur while
 * checks run.
 */
const mostSound: Readonly<Record<Layer, number>> = {
  tcp: 16,
  http: 16,
  graphql: 16,
  websocket: 6,
  "event-stream": 3,
  multipart: 3,
  "watch-event": 4,
};

const formats = ["html", "junit", "ctrf", "markdown", "sarif", "github", "badge"] as const;

/** Scripted checks that pass only if the responses are correct. */
const scenarios: readonly (readonly string[])[] = [
  ["concurrency/stale-version-conflicts#Service.*"],
  ["isolation/status-in-spec-write#Service*"],
  ["isolation/spec-write-keeps-status#Service*"],
  ["write/lists-are-replaced#Service*"],
  ["errors/missing-object-not-found#Service*", "deletion/successor-starts-afresh#Service*"],
  ["authorization/same-rule-on-every-transport#Service*"],
  ["generation/*#Service*"],
];

const watches: readonly (readonly string[])[] = [
  ["watch/complete-and-in-order#Service*"],
  ["watch/one-event-per-write#Service*"],
  ["watch/list-then-watch#Service*"],
  ["watch/resumes-after-version#Service*"],
  ["watch/deletion-is-deleted#Service*"],
  ["watch/reconnect-loses-nothing#Service*"],
  ["watch/versions-advance#Service*"],
];

const others: readonly (readonly string[])[] = [
  ["histories/hot-objects#Service*"],
  ["histories/watchers-leave-and-return#Service*"],
  ["properties/list-equals-fold-of-watch#Service*"],
  ["properties/merge-patch-equals-replacement#Service*"],
  ["kinds/*", "readiness/*"],
];

/** A check that opens watches over event streams, although the other watches of the run use WebSockets. */
const sameOverEventStream = ["watch/same-over-event-stream#Service*"];

function selectionsFor(
  { layer }: Defect,
  transport: WatchTransport,
): readonly (readonly string[])[] {
  switch (layer) {
    case "tcp":
    case "http":
    case "graphql":
      return [...scenarios, ...scenarios, ...watches, ...others];
    case "websocket":
    case "watch-event":
      return [...watches, ...watches, ...others];
    case "event-stream":
    case "multipart":
      return transport === "graphql-transport-ws" ? [sameOverEventStream] : watches;
  }
}

function transportOf(layer: Layer, random: Random): WatchTransport {
  switch (layer) {
    case "tcp":
    case "http":
    case "graphql":
    case "websocket":
      return "graphql-transport-ws";
    case "event-stream":
      return pick(random, ["sse", "sse", "graphql-transport-ws"] as const);
    case "multipart":
      return "multipart";
    case "watch-event":
      return pick(random, ["graphql-transport-ws", "graphql-transport-ws", "sse"] as const);
  }
}

function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[random.below(items.length)];
  if (item === undefined) throw new Error("there is nothing to choose from");
  return item;
}

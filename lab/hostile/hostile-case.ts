import { randomFor } from "#harness";
import type { Random } from "#harness";
import type { Defect, Layer } from "./defects/defect.ts";
import { defects } from "./defects/index.ts";

/** When a server starts to go wrong, and how often it does then. */
export interface Onset {
  /** What comes before the first time that counts: nothing, or an object of the run. */
  readonly since: "contact" | "creation";
  /** How many times it does right what the defect is about. */
  readonly after: number;
  /** Of the times from then on: every one, only the first one, or one in three. */
  readonly pattern: "always" | "once" | "one-in-three";
}

/** How watches travel. */
export type WatchTransport = "graphql-transport-ws" | "sse" | "multipart";

/** How much of the reference the program knows of: one kind, which is quickly compared with a schema, or all of it. */
export type Extent = "one-kind" | "everything";

/** One hostile server, and the run that meets it. It follows from its seed alone. */
export interface HostileCase {
  readonly seed: number;
  readonly defect: Defect;
  readonly onset: Onset;
  readonly transport: WatchTransport;
  readonly extent: Extent;
  /** What the run is limited to. */
  readonly only: readonly string[];
  /** For one request. All other times of the run follow from it. */
  readonly timeoutSeconds: number;
  readonly concurrency: number;
  /** Beside the report for the terminal and the one in JSON. */
  readonly format: string;
}

/** The case of a seed: a whole number from 0. */
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

/** A case in one line, for a person who wants to repeat it. */
export function describeCase({ seed, defect, onset, transport, only }: HostileCase): string {
  const start = onset.since === "creation" ? "a creation" : "the start";
  const when = onset.after === 0 ? `from ${start}` : `after ${onset.after} from ${start}`;
  const { pattern } = onset;
  return `case ${seed}: ${defect.name} ${when}, ${pattern}, over ${transport}, with ${only.join(" ")}`;
}

/** The layers whose defects can strike the first contact, which then is all that there is. */
const onSchema: ReadonlySet<Layer> = new Set(["tcp", "http", "graphql"]);

/** The last requests of a run are reached as well as the first ones: small numbers come most often, large ones at all. */
function soundTimes(random: Random, layer: Layer, since: Onset["since"]): number {
  const most = mostSound[layer] << random.below(random.below(4) === 0 ? longest : 1);
  return (since === "contact" ? 1 : 0) + random.below(most);
}

/** How many times the usual number of sound replies is doubled at the most, less one. */
const longest = 5;

/** How often a server does right what it will do wrong: enough to strike in the midst of checks. */
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

/** Scripted checks, each of which asks for answers that must be right. */
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

/** Watches over event streams although the others go over sockets. */
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

import { resourceVersion } from "#contract";
import type { IdentityName, RequirementId, Resource, WatchCommand, WatchEnd } from "#contract";
import type { Finding, SeenEvent, WatchObservation, Written } from "#harness";
import { resourceAt, settledWith } from "./builders.ts";
import type { ResourceParts } from "./builders.ts";

/** The number of the exchange is the version. */
export function writtenAt(version: string, parts: ResourceParts = {}): Written {
  return { exchange: Number(version), object: resourceAt(version, parts) };
}

export function eventOf({ object }: Written, type: SeenEvent["type"] = "MODIFIED"): SeenEvent {
  return eventWith(object, type);
}

export function eventWith(object: Resource, type: SeenEvent["type"] = "MODIFIED"): SeenEvent {
  const version = object.metadata.resourceVersion;
  return { type, resourceVersion: version, object, arrivedMs: Number(version) * 10 };
}

export const unsettled = settledWith({ reached: false, problem: "no event for the sentinel" });

/**
 * Differences from the default watch. It belongs to the controller, starts with the next event, and delivered the
 * sentinel.
 */
export interface WatchParts {
  readonly identity?: IdentityName;
  readonly namespace?: string;
  readonly after?: string;
  readonly reached?: boolean;
  readonly end?: WatchEnd;
}

export function watchWith(events: readonly SeenEvent[], parts: WatchParts = {}): WatchObservation {
  const { identity = "controller", namespace = "default", after, reached = true, end } = parts;
  const start = after === undefined ? {} : { resourceVersion: resourceVersion(after) };
  const command: WatchCommand = { verb: "watch", identity, kind: "Service", namespace, ...start };
  return { exchange: 1, command, events, reached, ...(end === undefined ? {} : { end }) };
}

export function openIn(
  findings: readonly Finding[],
): Readonly<Partial<Record<RequirementId, Finding["result"]>>> {
  const open = findings.filter(({ result }) => result !== "held");
  return Object.fromEntries(open.map(({ requirement, result }) => [requirement, result]));
}

export interface EventsRow {
  readonly why: string;
  readonly events: readonly SeenEvent[];
  readonly violated: readonly RequirementId[];
}

export function violatedIn(findings: readonly Finding[]): readonly RequirementId[] {
  const violated = findings.filter(({ result }) => result === "violated");
  return [...new Set(violated.map(({ requirement }) => requirement))];
}

import { isSameValue } from "#contract";
import { isAccepted } from "../judging/recorded-step.ts";
import type { SeenEvent } from "../judging/recorded-step.ts";
import type { CheckContext, Fixture, WatchProbe } from "./check.ts";
import type { Stream } from "./stream.ts";

export interface ProbeParts {
  readonly context: Pick<CheckContext, "call" | "limits" | "signal" | "target">;
  readonly tools: Pick<CheckContext, "fixture">;
  readonly closed: () => void;
}

export function probeOf(stream: Stream, parts: ProbeParts): WatchProbe {
  const { context, closed } = parts;
  let reached = false;
  let isInStep = true;
  const close = async (): Promise<void> => {
    await stream[Symbol.asyncDispose]();
    closed();
  };
  const probe: WatchProbe = {
    observe: () => stream.observe(reached),
    until: (done) => stream.until(done, context.limits.eventMs, context.signal),
    fence: async () => {
      const sentinel = await fence(stream, parts);
      reached = sentinel !== undefined;
      if (sentinel !== undefined && isInStep) isInStep = await fenceParts(stream, sentinel, parts);
      return reached;
    },
    pause: () => stream.pause(),
    close: async () => {
      await close();
      return stream.observe(reached);
    },
    [Symbol.asyncDispose]: close,
  };
  return probe;
}

/**
 * Creates an object in the watched collection and waits for its event; creates another object if no event arrives in
 * time. Resolves with the last of these objects.
 */
async function fence(stream: Stream, { context, tools }: ProbeParts): Promise<Fixture | undefined> {
  const { eventMs, fenceRetryMs } = context.limits;
  const kind = context.target.kinds.find((candidate) => candidate.name === stream.command.kind);
  if (kind === undefined || stream.end !== undefined) return undefined;
  const namespace = Math.max(0, kind.namespaces.indexOf(stream.command.namespace ?? ""));
  const names = new Set<string>();
  const seen = (): boolean =>
    stream.events.some((event) => names.has(event.object?.metadata.name ?? ""));
  const deadlineMs = performance.now() + eventMs;
  for (let waitMs = fenceRetryMs; ; waitMs *= 2) {
    const sentinel = await tools.fixture({ kind, namespace });
    names.add(sentinel.key.name);
    const remainingMs = Math.max(0, deadlineMs - performance.now());
    if (await stream.until(seen, Math.min(waitMs, remainingMs), context.signal)) {
      return sentinel;
    }
    if (stream.end !== undefined || context.signal.aborted || remainingMs === 0) return undefined;
  }
}

/**
 * Fences a watch that consists of several subscriptions. The ADDED event for the sentinel is no evidence about the
 * other subscriptions, so this function also changes and deletes the sentinel and waits for both events. Resolves with
 * false if one of them does not arrive. The missing event is then a finding.
 */
async function fenceParts(
  stream: Stream,
  { key, object }: Fixture,
  { context }: ProbeParts,
): Promise<boolean> {
  const kind = context.target.kinds.find((candidate) => candidate.name === key.kind);
  if (kind?.isWatchedInParts !== true) return true;
  const { resourceVersion } = object.metadata;
  const spec = kind.samples.specs.find((sample) => !isSameValue(sample, object.spec)) ?? {};
  const change = { verb: "update", identity: "author", key, resourceVersion, spec } as const;
  const removal = { verb: "delete", identity: "author", key } as const;
  const commands = [
    ...(kind.operations.update.length > 0 ? [{ command: change, type: "MODIFIED" }] : []),
    ...(kind.operations.delete.length > 0 ? [{ command: removal, type: "DELETED" }] : []),
  ];
  for (const { command, type } of commands) {
    if (!isAccepted(await context.call(command))) continue;
    const hasArrived = (events: readonly SeenEvent[]): boolean =>
      events.some((event) => event.type === type && nameOf(event) === key.name);
    if (await stream.until(hasArrived, context.limits.eventMs, context.signal)) continue;
    return false;
  }
  return true;
}

function nameOf({ object, key }: SeenEvent): string | undefined {
  return object?.metadata.name ?? key?.name;
}

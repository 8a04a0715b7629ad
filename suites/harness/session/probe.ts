import type { CheckContext, WatchProbe } from "./check.ts";
import type { Stream } from "./stream.ts";

export interface ProbeParts {
  readonly context: Pick<CheckContext, "limits" | "signal" | "target">;
  /** Creates the sentinel objects of fences. */
  readonly tools: Pick<CheckContext, "fixture">;
  /** Called when the watch no longer needs to be closed. */
  readonly closed: () => void;
}

/** A watch of a case, based on a stream. */
export function probeOf(stream: Stream, parts: ProbeParts): WatchProbe {
  const { context, closed } = parts;
  let reached = false;
  const close = async (): Promise<void> => {
    await stream[Symbol.asyncDispose]();
    closed();
  };
  const probe: WatchProbe = {
    observe: () => stream.observe(reached),
    until: (done) => stream.until(done, context.limits.eventMs, context.signal),
    fence: async () => {
      reached = await fence(stream, parts);
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
 * time.
 */
async function fence(stream: Stream, { context, tools }: ProbeParts): Promise<boolean> {
  const { eventMs, fenceRetryMs } = context.limits;
  const kind = context.target.kinds.find((candidate) => candidate.name === stream.command.kind);
  if (kind === undefined || stream.end !== undefined) return false;
  const namespace = Math.max(0, kind.namespaces.indexOf(stream.command.namespace ?? ""));
  const names = new Set<string>();
  const seen = (): boolean =>
    stream.events.some((event) => names.has(event.object?.metadata.name ?? ""));
  const deadlineMs = performance.now() + eventMs;
  for (let waitMs = fenceRetryMs; ; waitMs *= 2) {
    names.add((await tools.fixture({ kind, namespace })).key.name);
    const remainingMs = Math.max(0, deadlineMs - performance.now());
    if (await stream.until(seen, Math.min(waitMs, remainingMs), context.signal)) return true;
    if (stream.end !== undefined || context.signal.aborted || remainingMs === 0) return false;
  }
}

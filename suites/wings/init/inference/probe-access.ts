import type { Feature, IdentityName, RefusalReason } from "#contract";
import type { Dialect } from "#targets/graphql";
import { create, isAccepted, newKey, remove, send } from "./draft.ts";
import type { Trial } from "./draft.ts";
import { Listener } from "./listener.ts";
import { onTrial } from "./on-trial.ts";
import type { Shared } from "./on-trial.ts";

/** What was seen of who may open watches, and of requests over the socket. */
export interface AccessFindings {
  readonly dialect: Dialect;
  /** What only behaviour shows, and it did. */
  readonly features: readonly Feature[];
}

/** Tries watches of those who may not have them, and a request over the connection of watches. */
export async function probeAccess(start: Dialect, shared: Shared): Promise<AccessFindings> {
  const found = await tryAccesses(start, shared);
  if (found.isShown) {
    const reason = "a watch was accepted with it, and refused with one that is not known";
    shared.notes.note(["credentials"], "high", reason);
  }
  return found;
}

async function tryAccesses(
  start: Dialect,
  shared: Shared,
): Promise<AccessFindings & { readonly isShown: boolean }> {
  const kind = start.kinds.find(({ operations, samples }) => {
    return operations.watch.length > 0 && samples.specs.length > 0;
  });
  if (kind === undefined) return { dialect: start, features: [], isShown: false };
  const work = tryAccess;
  const first = await onTrial(start, kind.name, { shared, work });
  const changed = first?.invalid === "forbidden" ? withUnknownCallers(start) : start;
  const last =
    changed === start ? first : await onTrial(changed, kind.name, { shared, work: tryAccess });
  if (changed !== start && last?.invalid !== "unauthenticated") {
    return { dialect: start, features: featuresOf(first), isShown: first?.invalid !== undefined };
  }
  return { dialect: changed, features: featuresOf(last), isShown: last?.invalid !== undefined };
}

interface Access {
  /** As what a watch was refused; undefined where it was not, or nobody could be asked. */
  readonly invalid: RefusalReason | undefined;
  /** Whether the stranger may read nothing, and therefore watch nothing. */
  readonly isStrangerDenied: boolean;
  readonly isSocketUsed: boolean;
}

async function tryAccess(trial: Trial): Promise<Access> {
  return {
    invalid: await refusalOfWatch(trial, "invalid"),
    isStrangerDenied: await isReadDenied(trial),
    isSocketUsed: await readsOverSocket(trial),
  };
}

function featuresOf(access: Access | undefined): readonly Feature[] {
  if (access === undefined) return [];
  return [
    ...(access.isStrangerDenied ? (["watch.authorization"] as const) : []),
    ...(access.isSocketUsed ? (["transport.socket"] as const) : []),
  ];
}

async function refusalOfWatch(
  { target, kind, means }: Trial,
  identity: IdentityName,
): Promise<RefusalReason | undefined> {
  if (!target.description.identities.includes(identity)) return undefined;
  const listener = new Listener();
  const [namespace] = kind.namespaces;
  const place = namespace === undefined ? {} : { namespace };
  const command = { verb: "watch", identity, kind: kind.name, ...place } as const;
  await using watch = await target.watch(command, listener, means.signal);
  void watch;
  // No event satisfies: only the end of the watch is waited for.
  await listener.until(() => false, means.eventMs);
  const { end } = listener;
  return end?.end === "refused" ? end.refusal.reason : undefined;
}

/** A watch is a read that does not end: reads say who may watch, whatever the watch itself asks. */
async function isReadDenied(trial: Trial): Promise<boolean> {
  if (!trial.target.description.identities.includes("stranger")) return false;
  const { outcome } = await send(trial, {
    verb: "read",
    identity: "stranger",
    key: newKey(trial),
  });
  return outcome.result === "refused" && outcome.refusal.reason === "forbidden";
}

async function readsOverSocket(trial: Trial): Promise<boolean> {
  const key = newKey(trial);
  const [spec = {}] = trial.kind.samples.specs;
  if (!isAccepted(await create(trial, key, spec))) return false;
  try {
    const command = { verb: "read", identity: "author", key, channel: "socket" } as const;
    return isAccepted(await send(trial, command));
  } finally {
    await remove(trial, key);
  }
}

/** A socket that closes with 4403 is usually one of somebody without permissions; here it is one of nobody. */
function withUnknownCallers(dialect: Dialect): Dialect {
  const outcomes = dialect.outcomes.map((matcher) =>
    matcher.closeCode === undefined
      ? matcher
      : ({ ...matcher, reason: "unauthenticated" } as const),
  );
  return { ...dialect, outcomes };
}

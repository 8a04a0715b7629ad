import { isDeepStrictEqual } from "node:util";
import type {
  Feature,
  IdentityName,
  Outcome,
  Refusal,
  RefusalReason,
  SocketClosing,
  WatchEnd,
} from "#contract";
import type { Dialect, KindDialect, OutcomeMatcher } from "#targets/graphql";
import { distinctMatchers } from "../requests/distinct-matchers.ts";
import { escaped } from "../requests/error-messages.ts";
import { Listener } from "../requests/listener.ts";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";
import { create, isAccepted, newKey, remove, send } from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";

export interface AccessFindings {
  readonly dialect: Dialect;
  /** Features that only a probe can detect. */
  readonly features: readonly Feature[];
}

/**
 * Opens watches as callers without permission, and sends a request over the WebSocket of watches. Resolves with a
 * dialect that classifies the errors, and with the detected features.
 */
export async function probeAccess(start: Dialect, shared: Shared): Promise<AccessFindings> {
  const found = await tryAccesses(start, shared);
  // If no event arrived, the endpoint may also reject the watches of permitted callers.
  const isWatched = shared.notes.at(["endpoint"])?.confidence === "high";
  if (found.rejected !== undefined && isWatched) {
    const reason = `a watch was accepted with these credentials and rejected ${found.rejected}`;
    shared.notes.note(["credentials"], "high", reason);
  }
  return found;
}

interface AccessTrial extends AccessFindings {
  /** Which watches were rejected. Undefined if none was. */
  readonly rejected: "with unknown credentials" | "without credentials" | undefined;
}

async function tryAccesses(start: Dialect, shared: Shared): Promise<AccessTrial> {
  const kind = start.kinds.find(({ operations, samples }) => {
    return operations.watch.length > 0 && samples.specs.length > 0;
  });
  if (kind === undefined) return { dialect: start, features: [], rejected: undefined };
  const work = tryAccess;
  const first = await onTrial(start, kind.name, { shared, work });
  const permitted = withDeniedWords(start, first);
  const changed = withCallers(permitted, kind, { access: first, shared });
  const last =
    changed === permitted ? first : await onTrial(changed, kind.name, { shared, work: tryAccess });
  if (changed !== permitted && reasonOf(last) !== "unauthenticated") {
    return { dialect: permitted, features: featuresOf(first), rejected: rejectedIn(first) };
  }
  return { dialect: changed, features: featuresOf(last), rejected: rejectedIn(last) };
}

function withCallers(
  dialect: Dialect,
  { name, operations }: KindDialect,
  { access, shared }: { readonly access: Access | undefined; readonly shared: Shared },
): Dialect {
  const [watch] = operations.watch;
  const served = shared.notes.at(["kinds", name, "operations", "watch", watch?.id ?? ""]);
  // If no watch was accepted, the cause of the error may be the watch instead of the caller.
  if (served?.confidence === "low") return withUnknownCallers(dialect, access?.invalid);
  const unknown = withUnknownCallers(dialect, access?.invalid ?? access?.anonymous);
  const changed = withClosedCallers(unknown, access?.anonymous);
  return changed === dialect ? withWords(dialect, access) : changed;
}

/**
 * Adds matchers for errors of unknown callers that no matcher classifies. A WebSocket may use different codes than
 * HTTP.
 */
function withWords(dialect: Dialect, access: Access | undefined): Dialect {
  const matchers = [access?.invalid, access?.anonymous].flatMap((end) =>
    end?.end === "refused" ? matchersOf(end.refusal, "unauthenticated") : [],
  );
  return withMatchers(dialect, matchers);
}

/**
 * Adds matchers for the errors of a caller whose reads are forbidden: of its watches and, if the WebSocket serves
 * permitted callers, of its reads over the WebSocket.
 */
function withDeniedWords(dialect: Dialect, access: Access | undefined): Dialect {
  if (access === undefined || !access.isStrangerDenied) return dialect;
  const { strangerWatch: end, strangerRead: outcome, isSocketUsed } = access;
  return withMatchers(dialect, [
    ...(end?.end === "refused" ? matchersOf(end.refusal, "forbidden") : []),
    ...(isSocketUsed && outcome?.result === "refused"
      ? matchersOf(outcome.refusal, "forbidden")
      : []),
  ]);
}

function matchersOf(
  { reason: known, code, message }: Refusal,
  reason: "unauthenticated" | "forbidden",
): readonly OutcomeMatcher[] {
  if (known !== "unclassified") return [];
  if (code !== undefined && code !== "") return [{ reason, code }];
  return message === "" ? [] : [{ reason, message: escaped(message) }];
}

function withMatchers(dialect: Dialect, matchers: readonly OutcomeMatcher[]): Dialect {
  return matchers.length === 0
    ? dialect
    : { ...dialect, outcomes: distinctMatchers([...dialect.outcomes, ...matchers]) };
}

interface Access {
  /**
   * The end of a watch with an invalid credential. Undefined if the watch stayed open, or if no invalid credential was
   * given.
   */
  readonly invalid: WatchEnd | undefined;
  /** The end of a watch without a credential. Undefined if the watch stayed open. */
  readonly anonymous: WatchEnd | undefined;
  readonly strangerWatch: WatchEnd | undefined;
  readonly strangerRead: Outcome | undefined;
  /** Whether `stranger` may not read, and therefore may not watch either. */
  readonly isStrangerDenied: boolean;
  readonly isSocketUsed: boolean;
}

async function tryAccess(trial: Trial): Promise<Access> {
  const isStrangerDenied = await isReadDenied(trial);
  const isSocketUsed = await readsOverSocket(trial);
  return {
    invalid: await endOfWatch(trial, "invalid"),
    anonymous: await endOfWatch(trial, "anonymous"),
    strangerWatch: isStrangerDenied ? await endOfWatch(trial, "stranger") : undefined,
    strangerRead:
      isStrangerDenied && isSocketUsed ? await readAsStranger(trial, "socket") : undefined,
    isStrangerDenied,
    isSocketUsed,
  };
}

function featuresOf(access: Access | undefined): readonly Feature[] {
  if (access === undefined) return [];
  return [
    ...(access.isStrangerDenied ? (["watch.authorization"] as const) : []),
    ...(access.isSocketUsed ? (["transport.socket"] as const) : []),
  ];
}

function reasonOf(access: Access | undefined): RefusalReason | undefined {
  const end = access?.invalid ?? access?.anonymous;
  return end?.end === "refused" ? end.refusal.reason : undefined;
}

function rejectedIn(access: Access | undefined): AccessTrial["rejected"] {
  if (reasonOf(access) === undefined) return undefined;
  return access?.invalid === undefined ? "without credentials" : "with unknown credentials";
}

async function endOfWatch(
  { target, kind, means }: Trial,
  identity: IdentityName,
): Promise<WatchEnd | undefined> {
  if (!target.description.identities.includes(identity)) return undefined;
  const listener = new Listener();
  const [namespace] = kind.namespaces;
  const place = namespace === undefined ? {} : { namespace };
  const command = { verb: "watch", identity, kind: kind.name, ...place } as const;
  await using watch = await target.watch(command, listener, means.signal);
  void watch;
  // No event satisfies the condition, so the wait lasts until the watch ends or the time limit is reached.
  await listener.until(() => false, means.eventMs);
  return listener.end;
}

/**
 * Whether reads by `stranger` are denied. A watch is a read that does not end, so the result also applies to watches.
 */
async function isReadDenied(trial: Trial): Promise<boolean> {
  if (!trial.target.description.identities.includes("stranger")) return false;
  const outcome = await readAsStranger(trial, "primary");
  return outcome.result === "refused" && outcome.refusal.reason === "forbidden";
}

async function readAsStranger(trial: Trial, channel: "primary" | "socket"): Promise<Outcome> {
  const command = { verb: "read", identity: "stranger", key: newKey(trial), channel } as const;
  return (await send(trial, command)).outcome;
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

/**
 * Adds a matcher for the closing of a connection. Watches of other callers were accepted, so closing the connection
 * rejects the unknown caller.
 */
function withUnknownCallers(dialect: Dialect, end: WatchEnd | undefined): Dialect {
  if (end?.end === "refused" && end.refusal.reason === "forbidden") return withClosing(dialect);
  return withClosedCallers(dialect, end);
}

function withClosedCallers(dialect: Dialect, end: WatchEnd | undefined): Dialect {
  const closed = closingOf(end);
  if (closed === undefined) return dialect;
  const { code: closeCode, reason: closeReason } = closed;
  // A standard close code without a reason can also mean a broken connection.
  if (closeReason === undefined && !isDeliberate(closed) && !isSentEarly(closed)) return dialect;
  const message = closeReason === undefined ? {} : { message: `^${escaped(closeReason)}$` };
  const matcher = { reason: "unauthenticated", closeCode, ...message } as const;
  const isKnown = dialect.outcomes.some((one) => isDeepStrictEqual(one, matcher));
  return isKnown ? dialect : { ...dialect, outcomes: [...dialect.outcomes, matcher] };
}

/**
 * Whether the server itself closed the connection instead of acknowledging it, although it acknowledges other callers.
 */
function isSentEarly({ code, isEarly }: SocketClosing): boolean {
  return isEarly === true && !broken.has(code);
}

/** Codes of a broken connection, and of a server that has failed or is restarting. */
const broken: ReadonlySet<number> = new Set([1006, 1011, 1012, 1013, 1014, 1015]);

/** Classifies every close code as a missing credential, although code 4403 usually means a missing permission. */
function withClosing(dialect: Dialect): Dialect {
  const outcomes = dialect.outcomes.map((matcher) =>
    matcher.closeCode === undefined
      ? matcher
      : ({ ...matcher, reason: "unauthenticated" } as const),
  );
  return { ...dialect, outcomes };
}

function closingOf(end: WatchEnd | undefined): SocketClosing | undefined {
  return end?.end === "lost" ? end.closing : undefined;
}

/**
 * Whether the code shows that the server rejected this caller: an application code, or a code of {@link refusing}
 * before the acknowledgement.
 */
export function isDeliberate({ code, isEarly }: SocketClosing): boolean {
  return code >= 4_000 || (isEarly === true && refusing.has(code));
}

/**
 * Codes with which frameworks reject a caller instead of acknowledging the connection: normal closure, no code, policy
 * violation, and the registered codes for a missing credential and a missing permission. Other codes also occur for
 * other reasons: 1006 if there is no WebSocket, 1011 to 1014 if the server has failed or is restarting.
 */
const refusing: ReadonlySet<number> = new Set([1000, 1005, 1008, 3000, 3003]);

import type { Outcome, RefusalReason } from "#contract";
import { foreignPatternFits } from "#targets";
import type { OperationVerb, OutcomeMatcher } from "#targets/graphql";
import { distinctMatchers } from "./distinct-matchers.ts";
import { isFieldName } from "./error-details.ts";
import { meansForbidden, signOfHiddenObjects } from "./hidden-objects.ts";
import { errorOf, leavesOf, listedLeavesOf, resultOf, usualCode } from "../schema/error-fields.ts";
import type { ProvokedRefusal } from "../schema/error-fields.ts";
import {
  listIn,
  payloadFields,
  payloadSigns,
  payloadCodes,
  heldAt,
  isCode,
} from "./payload-signs.ts";
import { unsteadyPaths, isSign } from "./code-path.ts";
import { reasonWords } from "./reason-words.ts";
import {
  shortestMessage,
  messageOf,
  messagePlaceIn,
  generalMessage,
  generalParts,
  leadingCode,
  sharedText,
  escaped,
} from "./error-messages.ts";

/**
 * Derives the matchers of rejected requests: for each reason, selects the first indicator that no rejection for another
 * reason has. Indicators are a code, another extension field, a field of the payload, the HTTP status, and the message.
 */
export function matchersFor(
  provoked: readonly ProvokedRefusal[],
  codeAt = usualCode,
): readonly OutcomeMatcher[] {
  const signs = signsAmong(provoked, codeAt);
  const { refusals } = signs;
  const pending = refusals.filter((refusal) => !isUnderstood(refusal, codeAt));
  const byField = new Map<ProvokedRefusal, OutcomeMatcher>();
  for (const refusal of pending) {
    const matcher = fieldOfTakenName(refusal, signs);
    if (matcher !== undefined) byField.set(refusal, matcher);
  }
  // Matchers for fields come first, so the other indicators of these errors can have another meaning.
  const found = [...byField.values()];
  const left: ProvokedRefusal[] = [];
  for (const refusal of pending.filter((one) => !byField.has(one))) {
    const matcher = matcherOf(refusal, {
      ...signs,
      refusals: refusals.filter((one) => !byField.has(one)),
    });
    if (matcher === undefined) left.push(refusal);
    else found.push(matcher);
  }
  const own = withoutVerbsOfForbidden(distinctMatchers(found.flatMap(withDeletions)));
  return [...own, ...generalMessages(left, own, signs), ...restOf(refusals)];
}

function matcherOf(
  refusal: ProvokedRefusal,
  { refusals, signsOf, hasSign }: Signs,
): OutcomeMatcher | undefined {
  const others = refusals.filter(({ reason }) => reason !== refusal.reason);
  const possible = signsOf(refusal);
  const sharing = (sign: OutcomeMatcher): readonly ProvokedRefusal[] =>
    others.filter((other) => hasSign(other, sign));
  const own = possible.find((sign) => sharing(sign).length === 0);
  const isStrong = own !== undefined && own.message === undefined && own.http === undefined;
  return (
    (isStrong ? own : signOfTakenName(refusal, possible, sharing)) ??
    own ??
    signOfHiddenObjects(refusal, possible, { refusals, hasSign }) ??
    signForVerbs(refusal, possible, sharing) ??
    countOfConflict(refusal, possible, sharing)
  );
}

/**
 * Returns the messages that are part of other messages, if matchers for the longer messages exist. For example, a
 * conflict may be "the version is not valid", and an invalid field "is not valid".
 */
function generalMessages(
  left: readonly ProvokedRefusal[],
  own: readonly OutcomeMatcher[],
  { refusals, signsOf, hasSign }: Signs,
): readonly OutcomeMatcher[] {
  const found = left.flatMap((refusal) => {
    const sign = signsOf(refusal).find(({ message }) => message !== undefined);
    if (sign === undefined) return [];
    const isRecognized = (other: ProvokedRefusal): boolean =>
      own.some(
        (matcher) =>
          matcher.message !== undefined &&
          matcher.reason === other.reason &&
          hasSign(other, matcher) &&
          !hasSign(refusal, matcher),
      );
    const sharing = refusals.filter(
      (other) => other.reason !== refusal.reason && hasSign(other, sign),
    );
    // What messages for several other reasons share is the form of a message, such as `rpc error: code =`.
    const isForm =
      new Set(sharing.map(({ reason }) => reason)).size > 1 &&
      !reasonWords[refusal.reason].test(sign.message ?? "");
    return !isForm && sharing.every(isRecognized) ? [sign] : [];
  });
  return distinctMatchers(found);
}

export interface Signs {
  readonly refusals: readonly ProvokedRefusal[];
  readonly signsOf: SignReader;
  readonly hasSign: (refusal: ProvokedRefusal, sign: OutcomeMatcher) => boolean;
}

/** Reads the indicators of the triggered errors. Drops errors that hide objects on purpose. */
export function signsAmong(provoked: readonly ProvokedRefusal[], codeAt = usualCode): Signs {
  const refusals = withoutHidden(provoked, codeAt);
  const signsOf = signReader(refusals, codeAt);
  const keysOf = perObject(
    (refusal: ProvokedRefusal): ReadonlySet<string> => new Set(signsOf(refusal).map(signKey)),
  );
  const found = new Map<string, (refusal: ProvokedRefusal) => boolean>();
  const finder = (sign: OutcomeMatcher): ((refusal: ProvokedRefusal) => boolean) => {
    const key = signKey(sign);
    const { message, payload } = sign;
    if (message === undefined) return (other) => keysOf(other).has(key);
    return perObject(
      (other) =>
        messagePlaceIn(other)?.path === payload?.path &&
        foreignPatternFits(message, messageOf(other)),
    );
  };
  const hasSign = (other: ProvokedRefusal, sign: OutcomeMatcher): boolean => {
    const key = signKey(sign);
    const find = found.get(key) ?? finder(sign);
    found.set(key, find);
    return find(other);
  };
  return { refusals, signsOf, hasSign };
}

/** Caches a function of an object. Many kinds cause thousands of rejections, and each is compared with all others. */
function perObject<Argument extends object, Value>(
  compute: (argument: Argument) => Value,
): (argument: Argument) => Value {
  const known = new Map<Argument, Value>();
  return (argument) => {
    const found = known.get(argument);
    if (found !== undefined) return found;
    const value = compute(argument);
    known.set(argument, value);
    return value;
  };
}

/**
 * Changes matchers for missing permissions that apply only to certain verbs and share an indicator with another reason:
 * removes their verbs and moves them after all other matchers. A server may reject reads of missing objects like
 * forbidden requests.
 */
function withoutVerbsOfForbidden(matchers: readonly OutcomeMatcher[]): readonly OutcomeMatcher[] {
  const isLimited = (matcher: OutcomeMatcher): boolean =>
    matcher.reason === "forbidden" &&
    (matcher.verbs !== undefined || matcher.alsoFor !== undefined) &&
    matchers.some(
      (other) => other.reason !== "forbidden" && isSameSign(bare(other), bare(matcher)),
    );
  const moved = matchers.filter(isLimited).map(({ alsoFor: others = [], ...matcher }) => ({
    ...bare(matcher),
    ...alsoFor(others, "forbidden"),
  }));
  return [...matchers.filter((matcher) => !isLimited(matcher)), ...distinctMatchers(moved)];
}

function bare({ verbs: _verbs, alsoFor: _others, ...matcher }: OutcomeMatcher): OutcomeMatcher {
  return matcher;
}

/**
 * Drops errors for missing permissions that have the code of a missing object, unless the code means a missing
 * permission. The endpoint hides from such callers whether objects exist, so the code means that the object is missing.
 */
function withoutHidden(
  refusals: readonly ProvokedRefusal[],
  codeAt: string,
): readonly ProvokedRefusal[] {
  const signsOf = signReader(refusals, codeAt);
  const codesOf = (refusal: ProvokedRefusal): readonly OutcomeMatcher[] =>
    signsOf(refusal).filter(
      ({ code, extension, payload }) =>
        code !== undefined || extension !== undefined || isCode("code", payload?.value),
    );
  const missing = refusals.filter(({ reason }) => reason === "notFound");
  // Compares only requests with the same verb: a server may hide objects from reads, but not from writes.
  const isHidden = (refusal: ProvokedRefusal): boolean =>
    missing.some(
      (other) =>
        (other.verb === undefined || refusal.verb === undefined || other.verb === refusal.verb) &&
        codesOf(other).some(
          (sign) => !meansForbidden(sign) && codesOf(refusal).some((own) => isSameSign(own, sign)),
        ),
    );
  return refusals.filter((refusal) => refusal.reason !== "forbidden" || !isHidden(refusal));
}

/** Whether two indicators match the same responses. Ignores the path of the current version. */
function isSameSign(left: OutcomeMatcher, right: OutcomeMatcher): boolean {
  return signKey(left) === signKey(right);
}

function signKey(sign: OutcomeMatcher): string {
  const { currentResourceVersion: _version, ...place } = sign.payload ?? {};
  return JSON.stringify({ ...sign, reason: "", payload: place });
}

/**
 * Returns the code that stale versions and taken names share. The verb distinguishes them, because only create requests
 * are rejected for a taken name. Messages may differ between kinds and mutations.
 */
function signOfTakenName(
  { reason, verb }: ProvokedRefusal,
  signs: readonly OutcomeMatcher[],
  sharing: (sign: OutcomeMatcher) => readonly ProvokedRefusal[],
): OutcomeMatcher | undefined {
  const isTaken = reason === "alreadyExists" && verb === "create";
  if (!isTaken && reason !== "conflict") return undefined;
  const found = signs.find(
    (sign) =>
      hasWord(sign) &&
      sharing(sign).every((other) =>
        isTaken
          ? other.reason === "conflict"
          : other.reason === "alreadyExists" && other.verb === "create",
      ),
  );
  return found && { ...found, verbs: isTaken ? ["create"] : aboutVersions };
}

/**
 * Returns the invalid field that a rejection of a taken name reports, if no code distinguishes it and its message does
 * not mean a taken name. Only create requests are then rejected for it, because the name of a field is no code.
 */
function fieldOfTakenName(
  refusal: ProvokedRefusal,
  { refusals, signsOf, hasSign }: Signs,
): OutcomeMatcher | undefined {
  const { reason, verb } = refusal;
  if (reason !== "alreadyExists" || verb !== "create") return undefined;
  const others = refusals.filter((other) => other.reason !== reason);
  const isOwn = (sign: OutcomeMatcher): boolean => !others.some((other) => hasSign(other, sign));
  const own = signsOf(refusal).filter(isOwn);
  if (own.some(hasWord)) return undefined;
  if (own.length > 0 && reasonWords[reason].test(messageOf(refusal))) return undefined;
  const found = fieldsIn(refusal).find((field) =>
    others.every(
      (other) => other.verb !== verb || !fieldsIn(other).some((one) => isSameSign(one, field)),
    ),
  );
  return found && { ...found, verbs: [verb] };
}

function fieldsIn(refusal: ProvokedRefusal): readonly OutcomeMatcher[] {
  const { reason, exchange } = refusal;
  const ofError = [...leavesOf(errorOf(exchange))].flatMap(([path, value]) => {
    const [top, ...rest] = path.split(".");
    const isText = typeof value === "string" && top === "extensions" && isFieldName(path, value);
    return isText ? [{ reason, extension: { path: rest.join("."), value } }] : [];
  });
  return [...ofError, ...payloadFields(refusal).map((payload) => ({ reason, payload }))];
}

/** Whether an indicator is a code or a type, rather than an HTTP status, a message or the presence of a field. */
export function hasWord({ code, extension, payload, message }: OutcomeMatcher): boolean {
  const isWord = code !== undefined || extension !== undefined || payload?.value !== undefined;
  return isWord && message === undefined;
}

function signForVerbs(
  { reason, verb }: ProvokedRefusal,
  signs: readonly OutcomeMatcher[],
  sharing: (sign: OutcomeMatcher) => readonly ProvokedRefusal[],
): OutcomeMatcher | undefined {
  if (verb === undefined) return undefined;
  const ways = reason === "notFound" && verb !== "create" ? [aboutObjects, [verb]] : [[verb]];
  for (const verbs of ways) {
    const found = signs.find((sign) =>
      sharing(sign).every(({ verb: other }) => other !== undefined && !verbs.includes(other)),
    );
    if (found !== undefined) return { ...found, verbs };
  }
  return undefined;
}

/**
 * Returns the indicator of a conflict if writes return the number of changed objects. A conditional write returns 0
 * for a stale version, and often for a missing object or permission. A stale version is more common, and clients have
 * to read the object in all these cases.
 */
function countOfConflict(
  { reason }: ProvokedRefusal,
  signs: readonly OutcomeMatcher[],
  sharing: (sign: OutcomeMatcher) => readonly ProvokedRefusal[],
): OutcomeMatcher | undefined {
  if (reason !== "conflict") return undefined;
  const count = signs.find(({ payload }) => payload?.value === 0);
  if (count === undefined) return undefined;
  const others = sharing(count).filter(({ verb }) => verb !== "create");
  const verbs = aboutVersions.filter((verb) => verb !== "delete");
  return {
    ...count,
    ...alsoFor(
      others.map((one) => one.reason),
      reason,
    ),
    verbs,
  };
}

/** The other reasons that an indicator may mean. */
export function alsoFor(
  reasons: readonly RefusalReason[],
  meant: RefusalReason,
): Pick<OutcomeMatcher, "alsoFor"> {
  const others = [...new Set(reasons)].filter((reason) => reason !== meant);
  return others.length === 0 ? {} : { alsoFor: others };
}

/** Deletions usually specify no version, so a count of 0 then means a missing object. */
function withDeletions(matcher: OutcomeMatcher): readonly OutcomeMatcher[] {
  const { reason, alsoFor: others = [] } = matcher;
  if (!others.includes("notFound") || reason === "forbidden") return [matcher];
  const missing = { ...matcher, reason: "notFound", verbs: ["delete"] } as const;
  return [matcher, { ...missing, ...alsoFor([...others, reason], "notFound") }];
}

const aboutObjects: readonly OperationVerb[] = [
  "read",
  "update",
  "updateStatus",
  "patchStatus",
  "delete",
];

/** The verbs that can specify the version of an existing object. */
export const aboutVersions: readonly OperationVerb[] = [
  "update",
  "updateStatus",
  "patchStatus",
  "delete",
];

/**
 * Returns matchers for payloads that list errors. Such a payload counts as an invalid request, even with an unknown
 * code.
 */
function restOf(refusals: readonly ProvokedRefusal[]): readonly OutcomeMatcher[] {
  const lists = refusals
    .filter(({ reason, exchange }) => reason === "invalid" && errorOf(exchange) === undefined)
    .flatMap((refusal) => listIn(resultOf(refusal)) ?? []);
  return [...new Set(lists)].map((path) => ({ reason: "invalid", payload: { path } }));
}

/**
 * Returns the reasons of triggered errors that neither a learned nor a standard matcher recognizes. A missing
 * permission may look like a missing object on purpose.
 */
export function unclearReasons(
  refusals: readonly ProvokedRefusal[],
  learned: readonly OutcomeMatcher[],
): readonly ProvokedRefusal["reason"][] {
  const clear = new Set([
    "forbidden",
    ...learned.map(({ reason }) => reason),
    ...refusals.flatMap(({ reason, exchange: { outcome } }) =>
      isClassified(outcome, reason) ? [reason] : [],
    ),
  ]);
  return [...new Set(refusals.map(({ reason }) => reason))].filter((reason) => !clear.has(reason));
}

function isUnderstood({ reason, exchange }: ProvokedRefusal, codeAt: string): boolean {
  const { outcome, reply } = exchange;
  // In contrast to an HTTP status, indicators in the error itself also work over a WebSocket.
  const signs = ownSigns({ reason, exchange }, codeAt);
  return isClassified(outcome, reason) && ((reply?.status ?? 0) < 400 || signs.length === 0);
}

/** Common words may indicate a rate limit without a matcher. The dialect then still needs a matcher. */
function isClassified(outcome: Outcome, reason: ProvokedRefusal["reason"]): boolean {
  if (outcome.result !== "refused") return false;
  const { refusal } = outcome;
  return refusal.reason === reason && refusal.isInferred !== true;
}

export function ownSigns(
  { reason, exchange }: Pick<ProvokedRefusal, "exchange" | "reason">,
  codeAt: string,
): readonly OutcomeMatcher[] {
  const leaves = leavesOf(errorOf(exchange));
  const held = listedLeavesOf(errorOf(exchange)).get(codeAt);
  const code = typeof held === "number" ? String(held) : held;
  const inExtensions = [...leaves].flatMap(([path, value]) => {
    const [top, ...rest] = path.split(".");
    const isOther =
      top === "extensions" && path !== codeAt && isSign(value) && !isFieldName(path, value);
    return isOther ? [{ reason, extension: { path: rest.join("."), value } }] : [];
  });
  return [...(typeof code === "string" && code !== "" ? [{ reason, code }] : []), ...inExtensions];
}

/**
 * Whether an HTTP status indicates the reason of an error. Many libraries use 400 and 500 for every response without
 * data.
 */
function meansReason(status: number, reason: ProvokedRefusal["reason"]): boolean {
  if (status === 400) return reason === "invalid";
  return status > 400 && status !== 500;
}

const deletions: readonly OperationVerb[] = ["delete"];

/** Other writes may return the same count, such as 0 deleted objects. */
function isDeletionCount(
  { counts }: ProvokedRefusal,
  { path, value }: NonNullable<OutcomeMatcher["payload"]>,
): boolean {
  return value === 0 && counts?.includes(path) === true;
}

/**
 * Returns the parts of a message that contain a word for its reason and that all messages for the reason share. For
 * example, `not found` may follow a name of a resource that occurs in all other messages too.
 */
function tellingParts(
  refusal: ProvokedRefusal,
  alike: readonly ProvokedRefusal[],
): readonly string[] {
  const texts = alike.map(messageOf);
  return generalParts(refusal)
    .map((part) => texts.reduce(sharedText, part))
    .filter(
      (part) =>
        reasonWords[refusal.reason].test(part) && texts.every((text) => text.includes(part)),
    );
}

type SignReader = (refusal: ProvokedRefusal) => readonly OutcomeMatcher[];

/**
 * Returns a function that lists all indicators of an error, the most reliable first. The indicator in messages is the
 * substring that all errors for one reason share.
 */
function signReader(refusals: readonly ProvokedRefusal[], codeAt: string): SignReader {
  const codes = payloadCodes(refusals);
  const unsteady = unsteadyPaths(refusals);
  const left = new Map<ProvokedRefusal["reason"], readonly ProvokedRefusal[]>();
  for (const refusal of refusals) {
    if (isUnderstood(refusal, codeAt) || messageOf(refusal) === "") continue;
    left.set(refusal.reason, [...(left.get(refusal.reason) ?? []), refusal]);
  }
  return perObject((refusal: ProvokedRefusal) => {
    const { reason, exchange } = refusal;
    const { status } = exchange.reply ?? {};
    const place = messagePlaceIn(refusal);
    const alike = (left.get(reason) ?? []).filter(
      (one) => messagePlaceIn(one)?.path === place?.path,
    );
    const common = alike.map(generalMessage).reduce(sharedText, generalMessage(refusal));
    const held = place?.path === undefined ? {} : { payload: heldAt(refusal, place.path) };
    const texts = [common, ...tellingParts(refusal, alike)];
    const code = leadingCode(refusal);
    return [
      ...ownSigns(refusal, codeAt).filter(
        ({ extension }) =>
          extension === undefined ||
          (!unsteady.has(`extensions.${extension.path}`) && extension.value !== refusal.current),
      ),
      ...payloadSigns(refusal, codes).map((payload) => ({
        reason,
        payload,
        ...(isDeletionCount(refusal, payload) ? { verbs: deletions } : {}),
      })),
      ...(status !== undefined && meansReason(status, reason) ? [{ reason, http: status }] : []),
      ...texts
        .filter((text) => text.length >= shortestMessage)
        .map((text) => ({ reason, message: escaped(text), ...held })),
      ...(code === undefined
        ? []
        : [{ reason, message: String.raw`^${escaped(code)}\b`, ...held }]),
    ];
  });
}

import type { OutcomeMatcher } from "#targets/graphql";
import type { ProvokedRefusal } from "../schema/error-fields.ts";
import {
  aboutVersions,
  alsoFor,
  hasWord,
  signsAmong,
  unclearReasons,
} from "../requests/refusal-signs.ts";
import { reasonWords } from "../requests/reason-words.ts";
import { messageOf } from "../requests/error-messages.ts";
import type { Signs } from "../requests/refusal-signs.ts";

type Reason = ProvokedRefusal["reason"];

/** An error value of rejections for several reasons, with the most likely reason. */
export interface SharedSign {
  readonly matchers: readonly OutcomeMatcher[];
  readonly text: string;
  readonly reason: Reason;
  readonly others: readonly Reason[];
}

/**
 * Guesses the meaning of indicators that several reasons share, for reasons that no other indicator distinguishes. For
 * example, a server may reject writes to missing objects like stale writes. Without a guess, no conflict could be
 * recognized there. An indicator means the reason that its words name, or else the only reason without an indicator of
 * its own. Otherwise it has no meaning.
 */
export function sharedSigns(
  provoked: readonly ProvokedRefusal[],
  learned: readonly OutcomeMatcher[],
  codeAt?: string,
): readonly SharedSign[] {
  const signs = signsAmong(provoked, codeAt);
  const unclear = new Set(unclearReasons(signs.refusals, learned));
  const found = signs.refusals
    .filter((refusal) => unclear.has(refusal.reason) || isUnknown(refusal, { signs, learned }))
    .flatMap((refusal) => sharedBy(refusal, { signs, unclear }) ?? []);
  const distinct = new Map(found.map((one) => [JSON.stringify(one.matchers), one]));
  return [...distinct.values()];
}

/** States the assumed meanings. A value that was returned for a single reason has its meaning without an assumption. */
export function assumedMeanings(shared: readonly SharedSign[]): readonly string[] {
  return shared
    .filter(({ others }) => others.length > 0)
    .map(
      ({ text, reason, others }) =>
        `"${text}" was returned for ${[reason, ...others].join(" and ")}, and is assumed to mean ${reason}`,
    );
}

/**
 * Whether no learned matcher recognizes the code of a rejection. Other mutations may be rejected for the same reason
 * with another indicator, such as a count of 0.
 */
function isUnknown(
  refusal: ProvokedRefusal,
  { signs, learned }: { readonly signs: Signs; readonly learned: readonly OutcomeMatcher[] },
): boolean {
  const isCoded = signs.signsOf(refusal).some(({ code }) => code !== undefined);
  const isRead = ({ verbs: _verbs, alsoFor: _others, ...sign }: OutcomeMatcher): boolean =>
    signs.hasSign(refusal, sign);
  return isCoded && refusal.exchange.outcome.result !== "object" && !learned.some(isRead);
}

interface Known {
  readonly signs: Signs;
  /** The reasons that no indicator distinguishes. */
  readonly unclear: ReadonlySet<Reason>;
}

function sharedBy(refusal: ProvokedRefusal, known: Known): SharedSign | undefined {
  const all = known.signs.signsOf(refusal);
  const inOrder = [...all.filter(hasWord), ...all.filter(({ message }) => message !== undefined)];
  for (const sign of inOrder) {
    const shared = meaningOf(sign, known);
    if (shared !== undefined) return shared;
  }
  return undefined;
}

function meaningOf(sign: OutcomeMatcher, { signs, unclear }: Known): SharedSign | undefined {
  const sharing = signs.refusals.filter((other) => signs.hasSign(other, sign));
  // Only create requests are rejected for a taken name, so the verb distinguishes them.
  const created = sharing.filter(isTakenName);
  const reasons = [...new Set(sharing.filter((one) => !isTakenName(one)).map((one) => one.reason))];
  if (reasons.every((reason) => aboutCallers.has(reason))) return undefined;
  if (sign.message !== undefined && reasons.length > mostMeanings) return undefined;
  const text = textOf(sign);
  const messages = sharing.map(messageOf).join("\n");
  const reason =
    onlyOne(reasons.filter((one) => reasonWords[one].test(text))) ??
    onlyOne(reasons.filter((one) => reasonWords[one].test(messages))) ??
    onlyOne(reasons.filter((one) => unclear.has(one)));
  if (reason === undefined) return undefined;
  const others = [...new Set(sharing.map((one) => one.reason))].filter((one) => one !== reason);
  const matcher = { ...sign, reason, ...alsoFor(reasons, reason) };
  const ofCreations = reasons.filter((one) => !ofExistingObjects.has(one));
  const matchers: readonly OutcomeMatcher[] =
    created.length === 0
      ? [matcher]
      : [
          { ...matcher, verbs: aboutVersions },
          {
            ...sign,
            reason: "alreadyExists",
            ...alsoFor(ofCreations, "alreadyExists"),
            verbs: ["create"],
          },
        ];
  return { matchers, text, reason, others };
}

/** A text that messages for more reasons share, such as `rpc error: code =`, has no meaning. */
const mostMeanings = 2;

/** No create request is rejected for these reasons. */
const ofExistingObjects: ReadonlySet<Reason> = new Set(["conflict", "notFound"]);

function isTakenName({ reason, verb }: ProvokedRefusal): boolean {
  return reason === "alreadyExists" && verb === "create";
}

/** A server may treat callers without a credential like callers without permissions. */
const aboutCallers: ReadonlySet<Reason> = new Set(["forbidden", "unauthenticated"]);

function textOf({ code, extension, payload, message }: OutcomeMatcher): string {
  const text = message ?? code ?? extension?.value ?? payload?.value ?? "";
  return typeof text === "string" ? text : JSON.stringify(text);
}

function onlyOne<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 1 ? items[0] : undefined;
}

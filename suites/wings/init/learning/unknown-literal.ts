import type { Exchange } from "#targets";
import type { Dialect } from "#targets/graphql";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";
import { reasonWords } from "../requests/reason-words.ts";
import { create, kindNamed, newKey, send, withKind } from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";

/** Reasons for which an endpoint rejects requests before it looks for the kind. */
const beforeKind: ReadonlySet<string> = new Set([
  "unauthenticated",
  "forbidden",
  "rateLimited",
  "internal",
]);

/** Words of a rejection that depends on the caller or the operation, not on the kind. */
const wordsBeforeKind: readonly RegExp[] = [
  reasonWords.unauthenticated,
  reasonWords.forbidden,
  reasonWords.rateLimited,
  /\bdisabled\b|\b(?:turned|switched) off\b|\bnot enabled\b/iu,
];

/**
 * Whether an endpoint with generic operations rejects a kind as unknown: it rejects the list and a creation with the
 * same errors as those of a kind that cannot exist, and one of the errors names the kind. Resolves with the message.
 */
export async function messageOfUnknown(
  dialect: Dialect,
  name: string,
  shared: Shared,
): Promise<string | undefined> {
  const kind = kindNamed(dialect, name);
  const literal = kind?.literal;
  if (kind === undefined || literal === undefined) return undefined;
  const rejectionsOf = async (value: string): Promise<Rejections | undefined> =>
    onTrial(withKind(dialect, { ...kind, literal: value }), name, {
      shared,
      work: (trial) => rejectionsIn(trial, value),
    });
  const own = await rejectionsOf(literal);
  if (own?.isNamed !== true) return undefined;
  const other = await rejectionsOf(`Unknown${literal}`);
  return other?.sign === own.sign ? own.message : undefined;
}

interface Rejections {
  /** The message of the rejected creation. */
  readonly message: string;
  /** Whether a message contains the name of the kind. */
  readonly isNamed: boolean;
  /** The errors without the names that differ between two kinds. */
  readonly sign: string;
}

/** Resolves with undefined if a request is not rejected, or not for the kind. */
async function rejectionsIn(trial: Trial, literal: string): Promise<Rejections | undefined> {
  const key = newKey(trial);
  const [spec = {}] = trial.kind.samples.specs;
  const listed = await list(trial);
  if (listed !== undefined && !isAboutKind(listed, literal)) return undefined;
  const created = await create(trial, key, spec);
  if (!isAboutKind(created, literal)) return undefined;
  const refusals = [created, listed].flatMap((one) => (one && refusalIn(one)) ?? []);
  const signs = refusals.map(({ reason, code, message }) => [
    reason,
    code,
    message.replaceAll(key.name, "").replaceAll(literal, ""),
  ]);
  return {
    message: refusals[0]?.message ?? "",
    isNamed: refusals.some(({ message }) => message.includes(literal)),
    sign: JSON.stringify(signs),
  };
}

function isAboutKind(exchange: Exchange, literal: string): boolean {
  const refusal = refusalIn(exchange);
  if (refusal === undefined || beforeKind.has(refusal.reason)) return false;
  const said = [refusal.code ?? "", refusal.message.replaceAll(literal, "")];
  return !wordsBeforeKind.some((words) => said.some((text) => words.test(text)));
}

function refusalIn({ outcome }: Exchange) {
  return outcome.result === "refused" ? outcome.refusal : undefined;
}

async function list(trial: Trial): Promise<Exchange | undefined> {
  const { kind } = trial;
  const [namespace] = kind.namespaces;
  if (kind.operations.list.length === 0) return undefined;
  const place = namespace === undefined ? {} : { namespace };
  return send(trial, { verb: "list", identity: "author", kind: kind.name, ...place });
}

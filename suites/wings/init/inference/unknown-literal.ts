import type { JsonObject } from "#contract";
import type { Exchange } from "#targets";
import type { Dialect } from "#targets/graphql";
import { onTrial } from "./on-trial.ts";
import type { Shared } from "./on-trial.ts";
import { create, kindNamed, newKey, send, withKind } from "./trial-requests.ts";
import type { Trial } from "./trial-requests.ts";

/** Reasons for which an endpoint rejects requests before it looks for the kind. */
const beforeKind: ReadonlySet<string> = new Set([
  "unauthenticated",
  "forbidden",
  "rateLimited",
  "internal",
]);

/**
 * Whether an endpoint with generic operations rejects a kind as unknown: it also rejects its list or names it in the
 * error, and rejects a creation of a kind that cannot exist with the same error. Resolves with the message.
 */
export async function messageOfUnknown(
  dialect: Dialect,
  name: string,
  shared: Shared,
): Promise<string | undefined> {
  const kind = kindNamed(dialect, name);
  const literal = kind?.literal;
  if (kind === undefined || literal === undefined) return undefined;
  const [spec = {}] = kind.samples.specs;
  const rejectionOf = async (value: string): Promise<Rejection | undefined> =>
    onTrial(withKind(dialect, { ...kind, literal: value }), name, {
      shared,
      work: (trial) => rejectionIn(trial, spec, value),
    });
  const own = await rejectionOf(literal);
  if (own === undefined) return undefined;
  const isRejected =
    own.message.includes(literal) ||
    (await onTrial(dialect, name, { shared, work: isListRejected })) === true;
  if (!isRejected) return undefined;
  const other = await rejectionOf(`Unknown${literal}`);
  return other?.sign === own.sign ? own.message : undefined;
}

interface Rejection {
  readonly message: string;
  /** The error without the names that differ between two requests. */
  readonly sign: string;
}

async function rejectionIn(
  trial: Trial,
  spec: JsonObject,
  literal: string,
): Promise<Rejection | undefined> {
  const key = newKey(trial);
  const refusal = refusalIn(await create(trial, key, spec));
  if (refusal === undefined || beforeKind.has(refusal.reason)) return undefined;
  const { reason, code, message } = refusal;
  const general = message.replaceAll(key.name, "").replaceAll(literal, "");
  return { message, sign: JSON.stringify([reason, code, general]) };
}

function refusalIn({ outcome }: Exchange) {
  return outcome.result === "refused" ? outcome.refusal : undefined;
}

async function isListRejected(trial: Trial): Promise<boolean> {
  const { kind } = trial;
  const [namespace] = kind.namespaces;
  if (kind.operations.list.length === 0) return false;
  const place = namespace === undefined ? {} : { namespace };
  const command = { verb: "list", identity: "author", kind: kind.name, ...place } as const;
  return refusalIn(await send(trial, command)) !== undefined;
}

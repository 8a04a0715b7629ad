import { namesFailure } from "#contract";
import type { IdentityName, Refusal } from "#contract";
import type { Premise } from "../premises/premise.ts";

export interface DoubtfulRead {
  readonly reason: string;
  readonly premise?: Premise;
}

/** The roles that may read in every dialect. */
const readers: ReadonlySet<IdentityName> = new Set(["author", "controller", "reader"]);

/**
 * Returns why the rejection of a read shows nothing about the stored object. Returns undefined if the rejection may be
 * caused by the object: the caller may not read, the dialect declares the reason, or the server failed, for which no
 * dialect can declare another reason.
 */
export function doubtfulRead(
  identity: IdentityName,
  { reason, code, message }: Pick<Refusal, "code" | "message" | "reason">,
): DoubtfulRead | undefined {
  if (!readers.has(identity)) return undefined;
  if (reason === "rateLimited") return { reason: "a read exceeded the rate limit of the target" };
  if (reason !== "unclassified" || namesFailure(code ?? message)) return undefined;
  return {
    reason: "the dialect does not declare why a read was rejected",
    premise: "reason-declared",
  };
}

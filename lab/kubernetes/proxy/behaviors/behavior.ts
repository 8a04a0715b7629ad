import type { RequirementId, SourceReference } from "#contract";
import type { ProxyBehaviour } from "../proxy-fault.ts";

/** A behavior of API-compatible servers that differs from kube-apiserver's. */
export interface Behavior {
  readonly name: string;
  readonly summary: string;
  /** The servers in which it was observed. */
  readonly metIn: string;
  /** Documents that permit or forbid it. */
  readonly sources: readonly SourceReference[];
  /** Requirements that the behavior breaks. None if the behavior is permitted, so that every requirement must pass. */
  readonly breaks: readonly RequirementId[];
  /** Why requirements may be undecided. If absent, every verdict must be the same as without this behavior. */
  readonly undecides?: string;
  /** The request timeout in milliseconds, if the server leaves some requests unanswered. */
  readonly requestMs?: number;
  readonly begin: () => ProxyBehaviour;
}

import type { RequirementId, SourceReference } from "#contract";
import type { ProxyBehaviour } from "./proxy-fault.ts";

/** A behavior of API-compatible servers that differs from the behavior of kube-apiserver. */
export interface Behavior {
  readonly name: string;
  readonly summary: string;
  /** Servers that behave in this way. */
  readonly metIn: string;
  /** Documents that permit or forbid the behavior. */
  readonly sources: readonly SourceReference[];
  /**
   * Requirements that the behavior violates. Empty if the behavior is permitted, in which case every requirement must
   * pass.
   */
  readonly breaks: readonly RequirementId[];
  /** Why requirements may be inconclusive. If absent, every verdict must be the same as on kube-apiserver. */
  readonly undecides?: string;
  /** The request timeout in milliseconds, for a server that does not respond to some requests. */
  readonly requestMs?: number;
  readonly begin: () => ProxyBehaviour;
}

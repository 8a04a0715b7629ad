import type { RequirementId, SourceReference } from "#contract";
import type { ProxyBehaviour } from "./proxy-fault.ts";

/** A behavior in which API-compatible servers differ from kube-apiserver. */
export interface Behavior {
  readonly name: string;
  readonly summary: string;
  readonly metIn: string;
  readonly sources: readonly SourceReference[];
  /** Requirements that the behavior violates. Empty for a permitted behavior. */
  readonly breaks: readonly RequirementId[];
  /** Why requirements can be inconclusive. If absent, all other verdicts must be the same as on kube-apiserver. */
  readonly undecides?: string;
  /** The request timeout in milliseconds. For a server that does not respond to some requests. */
  readonly requestMs?: number;
  readonly begin: () => ProxyBehaviour;
}

import type { RequirementId, SourceReference } from "#contract";
import type { ProxyBehaviour } from "../proxy-fault.ts";

/** A behavior in which API-compatible servers differ from kube-apiserver. */
export interface Manner {
  readonly name: string;
  readonly summary: string;
  /** Where it was observed. */
  readonly metIn: string;
  /** Documents that permit or forbid it. */
  readonly sources: readonly SourceReference[];
  /** Requirements that it breaks. None for a legal freedom, with which everything must pass. */
  readonly breaks: readonly RequirementId[];
  /** Why requirements may be undecided. If absent, each has the same verdict as without the manner. */
  readonly undecides?: string;
  /** Request timeout in milliseconds, if some requests are never answered. */
  readonly requestMs?: number;
  readonly begin: () => ProxyBehaviour;
}

import type { RequirementId, SourceReference } from "#contract";
import type { ProxyBehaviour } from "../proxy-fault.ts";

/** A way in which servers that behave like an API server answer otherwise than kube-apiserver does. */
export interface Manner {
  readonly name: string;
  readonly summary: string;
  /** Where it was met. */
  readonly metIn: string;
  /** What allows it, or forbids it. */
  readonly sources: readonly SourceReference[];
  /** Requirements that are broken by it. None for a legal freedom: nothing may fail then. */
  readonly breaks: readonly RequirementId[];
  /** Why requirements may be left without a conclusion. Absent: each has the one that it has without the manner. */
  readonly undecides?: string;
  /** How long a request is waited for, in milliseconds, where some are never answered. */
  readonly requestMs?: number;
  /** The behaviour of one proxy. */
  readonly begin: () => ProxyBehaviour;
}

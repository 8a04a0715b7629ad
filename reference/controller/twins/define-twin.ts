import type { RequirementId } from "#contract";
import type { ControllerRules } from "../runtime/controller-rules.ts";

/** A controller that is right but for one mistake. */
export interface Twin {
  /** In kebab-case. */
  readonly name: string;
  /** What it does, one sentence. */
  readonly summary: string;
  /** The requirement that it always breaks, and then those that it may break with it. */
  readonly breaks: readonly [RequirementId, ...RequirementId[]];
  /** A kind on whose objects the mistake shows. */
  readonly kind: "Bucket" | "Deployment" | "Service";
  /** Scenarios in which it shows, the most telling one first. */
  readonly scenarios: readonly [string, ...string[]];
  /** Faults of the reference server without which the mistake is refused before it can show. */
  readonly needs?: readonly string[];
  /**
   * The rules that are replaced. Called once for every run, so what the twin remembers across restarts is
   * a variable inside.
   */
  readonly change: (rules: ControllerRules) => Partial<ControllerRules>;
}

/** What a mistake of a flush replaces. */
export type StatusMistake = Partial<ControllerRules["status"]>;

/** A twin whose mistake is in how a status is written. */
export function statusTwin(
  twin: Omit<Twin, "change"> & {
    readonly mistake: (rules: ControllerRules["status"]) => StatusMistake;
  },
): Twin {
  const { mistake, ...rest } = twin;
  return { ...rest, change: ({ status }) => ({ status: { ...status, ...mistake(status) } }) };
}

/** A twin whose mistake is in when it reconciles. */
export function loopTwin(
  twin: Omit<Twin, "change"> & { readonly mistake: Partial<ControllerRules["loop"]> },
): Twin {
  const { mistake, ...rest } = twin;
  return { ...rest, change: ({ loop }) => ({ loop: { ...loop, ...mistake } }) };
}

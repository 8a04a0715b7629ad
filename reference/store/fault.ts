import type { RequirementId } from "#contract";
import type { Rules } from "../rules/rules.ts";

/** A way of being wrong: a variant of the server that breaks named requirements. */
export interface Fault {
  /** In kebab-case; its file has the same name. */
  readonly name: string;
  /** What the server does, one sentence. */
  readonly summary: string;
  readonly breaks: readonly RequirementId[];
  /**
   * Of the second line are faults that look right at the first look, and that not everybody who asks comes
   * to see. Absent: of the first.
   */
  readonly line?: "second";
  /** It comes only after much has been done, so that whoever looks for it must leave out nothing. */
  readonly isCumulative?: true;
  /** The kind of proof that can see it: scripted scenarios by default, random sequences, or histories. */
  readonly phase?: "scenario" | "property" | "history";
  /**
   * The rules that are replaced. Called once for every server, so state that belongs to the fault is
   * a variable inside. `rules` are those that would hold without it: call them for everything that
   * stays right.
   */
  readonly change: (rules: Rules) => Partial<Rules>;
}

/** Declares a fault. */
export function defineFault(fault: Fault): Fault {
  return fault;
}

/** The rules with all faults built in, in order. */
export function applyFaults(rules: Rules, faults: readonly Fault[]): Rules {
  const changed = { ...rules };
  for (const fault of faults) Object.assign(changed, fault.change({ ...changed }));
  return changed;
}

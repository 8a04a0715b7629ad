import { intAt } from "../history/columns.ts";
import { versionAfter } from "../objects/version-chains.ts";
import type { Demands } from "../objects/demands.ts";
import { violationOf, type Violation } from "./frontier.ts";
import { HiddenWrites } from "./hidden-writes.ts";
import type { Model } from "../objects/model.ts";
import { none } from "../objects/object-history.ts";
import { role } from "../objects/roles.ts";
import { searchExplanation, type SearchLimits, type SearchResult } from "./search.ts";
import { orderStates, type StateOrder } from "../objects/state-order.ts";

/** Limits of the search that checks a violation in isolation. */
const proofLimits = { mostSteps: 50_000, mostConfigurations: 500 } as const satisfies SearchLimits;

/** Whether the operations of an object are linearizable. */
export type Decision =
  | { readonly result: "legal" }
  | {
      readonly result: "illegal";
      readonly violation: Violation;
      /**
       * Whether a search found the violation. A search identifies only the operation at which it detects a violation.
       */
      readonly isSearched: boolean;
      readonly hint: readonly number[];
    }
  | { readonly result: "open" };

/**
 * Decides with the frontier algorithm if it is exact: the canonical order of the states explains all operations, or is
 * the only possible order. Otherwise, searches within limits.
 */
export function decide(model: Model, demands: Demands, limits: SearchLimits): Decision {
  const order = orderStates(model, demands);
  const violation = order === undefined ? undefined : violationOf(model, { order }, demands);
  if (order !== undefined && violation === undefined) return { result: "legal" };
  if (order !== undefined && violation !== undefined && !hasFreedom(model)) {
    if (order.isForced) return { result: "illegal", violation, isSearched: false, hint: [] };
  } else if (order !== undefined && isExplainedUnseen(model, order, demands)) {
    return { result: "legal" };
  }
  return decideBySearch(model, demands, { violation, limits });
}

function decideBySearch(
  model: Model,
  demands: Demands,
  {
    violation,
    limits,
  }: { readonly violation: Violation | undefined; readonly limits: SearchLimits },
): Decision {
  const found = search(model, demands, limits);
  switch (found.result) {
    case "explained":
      return { result: "legal" };
    case "unexplained": {
      const operations = [found.operation];
      const hint = violation === undefined ? [] : violation.operations;
      return { result: "illegal", violation: { at: found.at, operations }, isSearched: true, hint };
    }
    case "exhausted":
      return violation !== undefined && isProof(model, demands, violation)
        ? { result: "illegal", violation, isSearched: false, hint: [] }
        : { result: "open" };
  }
}

/** Whether the order of the states explains all operations, if unobserved states may occur in between. */
function isExplainedUnseen(model: Model, order: StateOrder, demands: Demands): boolean {
  const hidden = new HiddenWrites(model, order);
  return violationOf(model, { order, hidden }, demands) === undefined;
}

/** Whether the operations of the violation are not linearizable even if all other operations are relaxed. */
function isProof(model: Model, { end }: Demands, { operations }: Violation): boolean {
  const relaxed = new Uint8Array(model.view.count).fill(1);
  for (const op of operations) relaxed[op] = 0;
  const found = searchExplanation(model, { relaxed, end }, proofLimits);
  return found.result === "unexplained";
}

/**
 * Searches with lookahead, which detects a contradiction earliest. After a contradiction, searches again without
 * lookahead to find its last event.
 */
function search(model: Model, demands: Demands, limits: SearchLimits): SearchResult {
  const found = searchExplanation(model, demands, limits);
  if (found.result !== "unexplained") return found;
  const complete = searchExplanation(model, { ...demands, isBlind: true }, limits);
  if (complete.result === "unexplained") return complete;
  return { ...found, at: demands.end - 1 };
}

/** Whether an unobserved write with an unknown outcome may have taken effect. */
function hasFreedom({ view, unknowns }: Model): boolean {
  return unknowns.some((op) => {
    if (intAt(view.role, op) === role.unknownDelete || intAt(view.after, op) === none) {
      const before = intAt(view.before, op);
      return before === none || canStillBeReplaced(view, before);
    }
    return false;
  });
}

function canStillBeReplaced(view: Model["view"], node: number): boolean {
  return intAt(view.maker, node) !== none && versionAfter(view, node) === none;
}

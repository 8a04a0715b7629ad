import { anomalyOf } from "../objects/operation-anomaly.ts";
import type { ObjectAnomaly, OperationAnomalyType } from "../history/anomaly.ts";
import { intAt } from "../history/columns.ts";
import { decide } from "../search/decide.ts";
import { modelOf, type Model } from "../objects/model.ts";
import type { ObjectLoader } from "../objects/object-loader.ts";
import { givingFact } from "../objects/giving-fact.ts";
import { isRefusal, role } from "../objects/roles.ts";
import type { SearchLimits } from "../search/search.ts";
import { sentenceOf } from "../history/facts.ts";
import { rowOf } from "../objects/object-history.ts";
import type { Contradiction } from "../history/contradictions.ts";
import { citeOperations, factsOfLines } from "../history/cited-line.ts";
import { counterexampleOf, type Counterexample } from "./counterexample.ts";

/** Maximum number of reported anomalies per object. */
const maxAnomalies = 16;

const ambiguity = "several writes with unknown outcomes could have produced the same version";

export interface ObjectVerdict {
  readonly anomalies: readonly ObjectAnomaly[];
  /** Why all or part of the check of the object was inconclusive. Absent if it was conclusive. */
  readonly open?: string;
  /** The known states of the object. Overwritten when the next object is checked. */
  readonly model: Model;
}

export function checkObject(loader: ObjectLoader, object: number): ObjectVerdict {
  const model = modelOf(loader.load(object));
  const anomalies = contradictionsToReport(model).map((contradiction) =>
    anomalyOfContradiction(model, contradiction),
  );
  if (
    !model.contradictions.isSound ||
    (model.isAmbiguous && model.contradictions.all.length > model.certain)
  ) {
    return { anomalies, model, ...(anomalies.length === 0 ? { open: ambiguity } : {}) };
  }
  return { model, ...checkTimes(model, anomalies) };
}

/**
 * If several attributions of versions to writes are possible, returns only the contradictions that do not depend on the
 * choice.
 */
function contradictionsToReport({
  contradictions,
  isAmbiguous,
  certain,
}: Model): readonly Contradiction[] {
  const reported = isAmbiguous ? contradictions.all.slice(0, certain) : contradictions.all;
  return reported.slice(0, maxAnomalies);
}

/**
 * Limits of the search, which is needed where no faster algorithm applies. The search takes a few steps per event. If
 * the number of orders explodes, the limits stop it within about a second.
 */
function searchLimits(events: number): SearchLimits {
  return { mostSteps: 200_000 + 20 * events, mostConfigurations: 4_000 };
}

function checkTimes(
  model: Model,
  contradictions: readonly ObjectAnomaly[],
): Omit<ObjectVerdict, "model"> {
  const { view } = model;
  const anomalies = [...contradictions];
  const relaxed = new Uint8Array(view.count);
  const limits = searchLimits(view.eventCount);
  while (anomalies.length < maxAnomalies) {
    const demands = { relaxed, end: view.eventCount };
    const decision = decide(model, demands, limits);
    if (decision.result === "legal") break;
    if (decision.result === "open")
      return { anomalies, open: "too many operation orders are possible" };
    if (model.isAmbiguous) {
      return { anomalies, open: ambiguity };
    }
    const counterexample = counterexampleOf(model, demands, decision);
    const [suspect, ...others] = suspectsOf(model, counterexample);
    if (suspect === undefined) break;
    anomalies.push(anomalyOfCounterexample(model, counterexample, [suspect, ...others]));
    const wrong =
      counterexample.repairs.length === 0 ? counterexample.operations : [suspect.operation];
    for (const op of wrong) relaxed[op] = 1;
  }
  return { anomalies };
}

interface Suspect {
  readonly operation: number;
  readonly type: OperationAnomalyType;
}

/**
 * Finds the operations that may be wrong, because omitting them makes the history legal. Observations come first: a
 * wrong result is more likely than a wrong state. Writes that nothing contradicted before they finished come last.
 */
function suspectsOf(model: Model, { operations, repairs }: Counterexample): readonly Suspect[] {
  const suspects = (repairs.length > 0 ? repairs : operations).map((operation) => {
    const others = operations.filter((other) => other !== operation);
    return { operation, type: anomalyOf(model, operation, others) };
  });
  const doubt = ({ operation, type }: Suspect): number => {
    const of = intAt(model.view.role, operation);
    if (isRefusal(of)) return 0;
    if (of === role.pinned) return 1;
    if (type === "dropped-write") return 4;
    return isAboutLife(type) ? 2 : 3;
  };
  return suspects.toSorted((left, right) => doubt(left) - doubt(right));
}

function isAboutLife(type: OperationAnomalyType): boolean {
  return (
    type === "create-over-existing" || type === "double-delete" || type === "write-after-delete"
  );
}

/** Anomalies of a read that only operations before it can prove. */
const restingOnEarlier: ReadonlySet<OperationAnomalyType> = new Set<OperationAnomalyType>([
  "non-monotonic-read",
  "read-after-delete",
  "read-your-writes",
]);

function anomalyOfCounterexample(
  { view }: Model,
  counterexample: Counterexample,
  [suspect, ...others]: readonly [Suspect, ...Suspect[]],
): ObjectAnomaly {
  const { history } = view;
  const rest = counterexample.operations.filter((op) => op !== suspect.operation);
  const rows = [suspect.operation, ...rest].map((op) => rowOf(view, op));
  const lineOf = (row: number): number => intAt(history.operations.line, row);
  const suspects = others
    .filter(({ type }) => restingOnEarlier.has(type))
    .map(({ operation }) => lineOf(rowOf(view, operation)));
  const facts = factsOfLines(history, suspect.type, { own: citeOperations(rows), suspects });
  const isComplete = facts.every(({ fact }) => fact !== "more");
  return {
    kind: "object",
    object: nameOf(view),
    type: suspect.type,
    operations: rows.map(lineOf),
    counterexample: facts,
    message: sentenceOf(facts),
    // Any line may justify an alternative, so alternatives are only listed if the counterexample contains all lines.
    alternatives: isComplete
      ? others.map(({ operation, type }) => ({ type, line: lineOf(rowOf(view, operation)) }))
      : [],
  };
}

function anomalyOfContradiction(
  { view }: Model,
  { type, rows, also = [], scan }: Contradiction,
): ObjectAnomaly {
  const { history } = view;
  // An operation can occur twice, because it can contradict itself.
  const shown = [...new Set(rows)];
  const lines = factsOfLines(history, type, { own: citeOperations(shown), also });
  const counterexample = [...lines, ...(scan === undefined ? [] : [givingFact(view, scan)])];
  return {
    kind: "object",
    object: nameOf(view),
    type,
    operations: shown.map((row) => intAt(history.operations.line, row)),
    counterexample,
    message: sentenceOf(counterexample),
    alternatives: [],
  };
}

function nameOf({ history, object }: Model["view"]): string {
  return history.texts.objects[object] ?? "";
}

import { operationAnomalies, watchAnomalies } from "#checker";
import type { AnomalyType } from "#checker";
import type { RequirementId } from "#contract";

/** What an exhibit shows broken: a requirement, or an anomaly of a history. */
export type Rule = RequirementId | AnomalyType;

const anomalies: Readonly<Record<string, string>> = { ...operationAnomalies, ...watchAnomalies };

/** The names of all anomalies. */
export const anomalyTypes: readonly string[] = Object.keys(anomalies);

/** Whether a rule is an anomaly of a history. */
export function isAnomaly(rule: Rule): rule is AnomalyType {
  return Object.hasOwn(anomalies, rule);
}

import { operationAnomalies, watchAnomalies } from "#checker";
import type { AnomalyType } from "#checker";
import type { RequirementId } from "#contract";

export type Rule = RequirementId | AnomalyType;

const anomalies: Readonly<Record<string, string>> = { ...operationAnomalies, ...watchAnomalies };

export const anomalyTypes: readonly string[] = Object.keys(anomalies);

export function isAnomaly(rule: Rule): rule is AnomalyType {
  return Object.hasOwn(anomalies, rule);
}

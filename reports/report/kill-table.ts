import { createRequire } from "node:module";
import { isControllerRequirement, isJsonObject, isRequirementId } from "#contract";
import type { CatalogueRequirementId, ProfileName, RequirementId } from "#contract";

/** Which planted faults the checks of a release find. */
export interface KillTable {
  /** The release of the suite. */
  readonly version: string;
  readonly faults: readonly KilledFault[];
}

interface KilledFault {
  readonly name: string;
  /**
   * Whether every requirement that it breaks was found broken, and no other. Absent: a self-test does not try it,
   * because chance decides whether one run shows it.
   */
  readonly caught?: boolean;
  readonly breaks: readonly RequirementId[];
}

/** How many of the planted faults the checks find. */
export interface FaultScore {
  readonly faults: number;
  readonly caught: number;
}

let known: KillTable | undefined;

/** The table of this release, as a self-test has measured it. */
export function killTable(): KillTable {
  return (known ??= readTable(createRequire(import.meta.url)("#reports/kill-table.json")));
}

/** How many faults the checks of one requirement are there for: all but those that a self-test missed. */
export function faultsFoundBy(requirement: RequirementId): number {
  return killTable().faults.filter(
    ({ caught, breaks }) => caught !== false && breaks.includes(requirement),
  ).length;
}

/** The score of the side of a profile, endpoints or controllers. Absent for another release of the suite. */
export function scoreFor(profile: ProfileName, version: string): FaultScore | undefined {
  const table = killTable();
  if (table.version !== version) return undefined;
  const isOfController = profile.startsWith("controller/");
  const own = table.faults.filter(
    ({ caught, breaks }) =>
      caught !== undefined &&
      breaks.some((id) => isRequirementId(id) && isControllerRequirement(id) === isOfController),
  );
  return { faults: own.length, caught: own.filter(({ caught }) => caught === true).length };
}

/** The score as reports have it. */
export function faultScoreOf(
  profile: ProfileName,
  version: string,
): { readonly faultScore?: FaultScore } {
  const faultScore = scoreFor(profile, version);
  return faultScore === undefined ? {} : { faultScore };
}

function readTable(value: unknown): KillTable {
  const { version, faults } = isJsonObject(value) ? value : {};
  if (typeof version !== "string" || !Array.isArray(faults)) {
    throw new Error("the table of faults of the suite is damaged");
  }
  return { version, faults: faults.flatMap(readFault) };
}

function readFault(value: unknown): readonly KilledFault[] {
  const { name, caught, breaks } = isJsonObject(value) ? value : {};
  if (typeof name !== "string" || !Array.isArray(breaks)) return [];
  const ids = breaks.filter((id): id is CatalogueRequirementId => isRequirementId(String(id)));
  return [{ name, ...(typeof caught === "boolean" ? { caught } : {}), breaks: ids }];
}

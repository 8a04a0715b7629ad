import { createRequire } from "node:module";
import { isControllerRequirement, isJsonObject, isRequirementId } from "#contract";
import type { CatalogueRequirementId, ProfileName, RequirementId } from "#contract";

/** The injected faults that the checks of a release detect. */
export interface KillTable {
  readonly version: string;
  readonly faults: readonly KilledFault[];
}

interface KilledFault {
  readonly name: string;
  /**
   * Whether the run reported exactly the declared requirements as violated. Absent for faults outside the self-test,
   * which are detected only by chance.
   */
  readonly caught?: boolean;
  readonly breaks: readonly RequirementId[];
}

/** The names of the faults outside the self-test. They do not count in the kill score. */
export function faultsByChance(): ReadonlySet<string> {
  const rare = killTable().faults.filter(({ caught }) => caught === undefined);
  return new Set(rare.map(({ name }) => name));
}

export interface FaultScore {
  readonly faults: number;
  readonly caught: number;
}

let known: KillTable | undefined;

/** Returns the measured table of this release. */
export function killTable(): KillTable {
  return (known ??= readTable(createRequire(import.meta.url)("#reports/kill-table.json")));
}

/**
 * Counts the faults that the checks of a requirement detect. A fault counts if it declares the requirement and no
 * self-test missed it.
 */
export function faultsFoundBy(requirement: RequirementId): number {
  return killTable().faults.filter(
    ({ caught, breaks }) => caught !== false && breaks.includes(requirement),
  ).length;
}

/**
 * Returns the score for the profile: that of endpoints or that of controllers. Returns undefined for another release of
 * the suite.
 */
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

/** Returns the score as a property of a report, or an empty object if there is none. */
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
    throw new Error("the table of the suite's faults is corrupt");
  }
  return { version, faults: faults.flatMap(readFault) };
}

function readFault(value: unknown): readonly KilledFault[] {
  const { name, caught, breaks } = isJsonObject(value) ? value : {};
  if (typeof name !== "string" || !Array.isArray(breaks)) return [];
  const ids = breaks.filter((id): id is CatalogueRequirementId => isRequirementId(String(id)));
  return [{ name, ...(typeof caught === "boolean" ? { caught } : {}), breaks: ids }];
}

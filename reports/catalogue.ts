import {
  features,
  isControllerRequirement,
  profiles,
  requirementIds,
  requirements,
} from "#contract";
import type { Level, ProfileName, RequirementId } from "#contract";
import { areaOf, sourceOf } from "./report-requirement.ts";
import type { ReportSource } from "./report.ts";

/** A check, as far as the catalogue names it. */
export interface CheckSummary {
  readonly id: string;
  /** What it shows, as a sentence. */
  readonly title: string;
  readonly covers: readonly RequirementId[];
}

/** A fault of the reference, as far as the catalogue names it. */
export interface FaultSummary {
  readonly name: string;
  readonly summary: string;
  readonly breaks: readonly RequirementId[];
}

/** What checks and faults there are. */
export interface CatalogueOptions {
  readonly checks: readonly CheckSummary[];
  readonly faults: readonly FaultSummary[];
}

/** Everything that is known about one requirement. */
export interface CatalogueEntry {
  readonly requirement: RequirementId;
  readonly area: string;
  /** The level in each profile of its side: endpoints, or controllers. */
  readonly levels: readonly { readonly profile: string; readonly level: Level | "not-asked" }[];
  readonly statement: string;
  /** What goes wrong where the rule is broken. */
  readonly why: string;
  readonly sources: readonly ReportSource[];
  /** The behaviour rows of the field survey that the rule settles. */
  readonly rows: readonly string[];
  /** All of these must be offered, or the rule does not apply. */
  readonly features: readonly { readonly feature: string; readonly meaning: string }[];
  /** How many non-trivial instances must be exercised. */
  readonly minimumInstances: number;
  readonly checks: readonly Omit<CheckSummary, "covers">[];
  readonly faults: readonly Omit<FaultSummary, "breaks">[];
}

/** Everything that is known about one requirement. */
export function describeRequirement(
  requirement: RequirementId,
  { checks, faults }: CatalogueOptions,
): CatalogueEntry {
  const {
    statement,
    reason,
    sources,
    rows,
    minimumInstances = 1,
    ...rest
  } = requirements[requirement];
  return {
    requirement,
    area: areaOf(requirement),
    levels: levelsOf(requirement),
    statement,
    why: reason,
    sources: sources.map(sourceOf),
    rows,
    features: (rest.features ?? []).map((feature) => ({ feature, meaning: features[feature] })),
    minimumInstances,
    checks: checks
      .filter(({ covers }) => covers.includes(requirement))
      .map(({ id, title }) => ({ id, title })),
    faults: faults
      .filter(({ breaks }) => breaks.includes(requirement))
      .map(({ name, summary }) => ({ name, summary })),
  };
}

/** The requirements that a profile asks for, in the order of the catalogue. */
export function listRequirements(
  profile: ProfileName,
  options: CatalogueOptions,
): readonly CatalogueEntry[] {
  return requirementIds
    .filter((requirement) => profiles[profile][requirement] !== "not-asked")
    .map((requirement) => describeRequirement(requirement, options));
}

function levelsOf(requirement: RequirementId): CatalogueEntry["levels"] {
  const isOfController = isControllerRequirement(requirement);
  return Object.entries(profiles)
    .filter(([profile]) => profile.startsWith("controller/") === isOfController)
    .map(([profile, levels]) => ({ profile, level: levels[requirement] }));
}

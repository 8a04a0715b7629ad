import {
  features,
  inCatalogue,
  isControllerRequirement,
  isRequirementId,
  profiles,
  surveyFindings,
  surveyRow,
} from "#contract";
import type {
  ExtensionRequirement,
  Feature,
  Level,
  RequirementId,
  SurveyFinding,
  SurveyRow,
  SurveyRowId,
} from "#contract";
import { selectedRequirements } from "#verdicts";
import type { RequirementSelection } from "#verdicts";
import { areaOf, ruleOf } from "./report-requirement.ts";
import type { ReportSource } from "./report.ts";

export interface CheckSummary {
  readonly id: string;
  readonly title: string;
  readonly covers: readonly RequirementId[];
}

export interface FaultSummary {
  readonly name: string;
  readonly summary: string;
  readonly breaks: readonly RequirementId[];
}

export interface CatalogueOptions {
  readonly checks: readonly CheckSummary[];
  readonly faults: readonly FaultSummary[];
  readonly extensions?: readonly ExtensionRequirement[];
}

export interface CatalogueRow extends Omit<SurveyRow, "sources"> {
  readonly finding?: SurveyFinding;
}

export interface CatalogueEntry {
  readonly requirement: RequirementId;
  readonly area: string;
  readonly isExtension?: true;
  readonly levels: readonly { readonly profile: string; readonly level: Level | "not-asked" }[];
  readonly statement: string;
  readonly why: string;
  readonly sources: readonly ReportSource[];
  readonly rows: readonly CatalogueRow[];
  readonly features: readonly { readonly feature: string; readonly meaning: string }[];
  readonly minimumInstances: number;
  readonly checks: readonly Omit<CheckSummary, "covers">[];
  readonly faults: readonly Omit<FaultSummary, "breaks">[];
}

export function describeRequirement(
  requirement: RequirementId,
  { checks, faults, extensions = [] }: CatalogueOptions,
): CatalogueEntry {
  const known = inCatalogue(requirement);
  const own = extensions.find(({ id }) => id === requirement);
  const needed: readonly Feature[] = (known ?? own)?.features ?? [];
  return {
    requirement,
    area: areaOf(requirement),
    levels: own === undefined ? levelsOf(requirement) : levelOfExtension(own),
    ...ruleOf(requirement, extensions),
    rows: (known?.rows ?? []).map(rowOf),
    features: needed.map((feature) => ({ feature, meaning: features[feature] })),
    minimumInstances: known?.minimumInstances ?? 1,
    checks: checks
      .filter(({ covers }) => covers.includes(requirement))
      .map(({ id, title }) => ({ id, title })),
    faults: faults
      .filter(({ breaks }) => breaks.includes(requirement))
      .map(({ name, summary }) => ({ name, summary })),
  };
}

/** Returns a profile's requirements in catalogue order, then those of extensions. */
export function listRequirements(
  selection: Omit<RequirementSelection, "extensions">,
  options: CatalogueOptions,
): readonly CatalogueEntry[] {
  const { extensions = [] } = options;
  return selectedRequirements({ ...selection, extensions }).map(({ requirement }) =>
    describeRequirement(requirement, options),
  );
}

function rowOf(id: SurveyRowId): CatalogueRow {
  const { row, level, behaviour } = surveyRow(id);
  const finding = surveyFindings[id];
  return { row, level, behaviour, ...(finding === undefined ? {} : { finding }) };
}

/** Returns the level of an extension's requirement, which is the same in every profile. */
function levelOfExtension({ id, level }: ExtensionRequirement): CatalogueEntry["levels"] {
  return [{ profile: `extension ${areaOf(id)}`, level }];
}

function levelsOf(requirement: RequirementId): CatalogueEntry["levels"] {
  if (!isRequirementId(requirement)) return [];
  const isOfController = isControllerRequirement(requirement);
  return Object.entries(profiles)
    .filter(([profile]) => profile.startsWith("controller/") === isOfController)
    .map(([profile, levels]) => ({ profile, level: levels[requirement] }));
}

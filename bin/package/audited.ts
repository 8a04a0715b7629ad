import { checks } from "#checks";
import { inCatalogue } from "#contract";
import type { Level, RequirementId } from "#contract";
import type { AnyCheck } from "#harness";
import { selectedRequirements, mayBeJudged } from "#verdicts";
import type { RequirementSelection, Selection } from "#verdicts";
import { defaults } from "../options/option-defaults.ts";
import { parseProfile } from "../options/option-values.ts";
import { UsageError } from "../process/program-errors.ts";
import { extensionsGiven } from "../reach/run-against.ts";
import type { EndpointOptions } from "../reach/run-against.ts";

export interface AuditedRequirement {
  readonly id: RequirementId;
  readonly level: Level;
  readonly statement: string;
}

/**
 * Returns all requirements for which a run with these options can have a verdict other than `excluded`: those of the
 * profile and of extensions that `only` selects, directly or through checks or cases, unless `skip` excludes them.
 *
 * @throws UsageError if there are none, because a test loop over an empty list would pass.
 */
export function auditedRequirements(options: EndpointOptions): readonly AuditedRequirement[] {
  const { profile = defaults.profile, only = [], skip = [] } = options;
  const extensions = extensionsGiven(options.extensions);
  return requirementsOpenTo({
    selection: { only, skip },
    checks: [...checks, ...extensions.checks],
    extensions: extensions.requirements,
    ...parseProfile(profile),
    named: profile,
  });
}

export interface RequirementsOpenTo extends Omit<RequirementSelection, "extensions"> {
  readonly selection: Selection;
  readonly checks: readonly AnyCheck[];
  readonly extensions?: RequirementSelection["extensions"];
  readonly named: string;
}

/**
 * Returns all requirements that a selection does not exclude.
 *
 * @throws UsageError if there are none, because a test loop over an empty list would pass.
 */
export function requirementsOpenTo({
  selection,
  checks: given,
  extensions: own = [],
  named,
  ...asked
}: RequirementsOpenTo): readonly AuditedRequirement[] {
  const isOpen = mayBeJudged(selection, given);
  const audited = selectedRequirements({ ...asked, extensions: own })
    .filter(({ requirement }) => isOpen(requirement))
    .map(({ requirement: id, level }) => {
      const { statement = "" } = inCatalogue(id) ?? own.find((one) => one.id === id) ?? {};
      return { id, level, statement };
    });
  if (audited.length > 0) return audited;
  const { only, skip } = selection;
  const chosen = [argsOf("only", only), argsOf("skip", skip)].flat().join(" with ");
  throw new UsageError(`no checks selected: ${chosen} excludes every requirement of ${named}`, {
    fix: "Widen `only` or remove `skip`. Both accept requirements, checks and cases, with * as a wildcard.",
  });
}

function argsOf(option: "only" | "skip", patterns: readonly string[]): readonly string[] {
  if (patterns.length === 0) return [];
  return [`${option} ${patterns.map((pattern) => `"${pattern}"`).join(", ")}`];
}

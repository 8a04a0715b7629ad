import { checks } from "#checks";
import { inCatalogue } from "#contract";
import type { Level, RequirementId } from "#contract";
import { selectedRequirements, mayBeJudged } from "#verdicts";
import { defaults } from "../options/defaults.ts";
import { parseProfile } from "../options/option-values.ts";
import { UsageError } from "../process/errors.ts";
import { extensionsGiven } from "../reach/run-against.ts";
import type { EndpointOptions } from "../reach/run-against.ts";

export interface AuditedRequirement {
  readonly id: RequirementId;
  readonly level: Level;
  readonly statement: string;
}

/**
 * All requirements for which a run with these options can have a verdict other than `excluded`: those of the profile
 * and of extensions that `only` selects, directly or through checks or cases, and `skip` does not.
 *
 * @throws UsageError if there are none, because a test loop over nothing would pass.
 */
export function auditedRequirements(options: EndpointOptions): readonly AuditedRequirement[] {
  const { profile = defaults.profile, only = [], skip = [] } = options;
  const extensions = extensionsGiven(options.extensions);
  const own = extensions.requirements;
  const isOpen = mayBeJudged({ only, skip }, [...checks, ...extensions.checks]);
  const asked = selectedRequirements({ ...parseProfile(profile), extensions: own });
  const audited = asked
    .filter(({ requirement }) => isOpen(requirement))
    .map(({ requirement: id, level }) => {
      const { statement = "" } = inCatalogue(id) ?? own.find((one) => one.id === id) ?? {};
      return { id, level, statement };
    });
  if (audited.length > 0) return audited;
  const chosen = [wordsOf("only", only), wordsOf("skip", skip)].flat().join(" with ");
  throw new UsageError(`no checks selected: ${chosen} excludes every requirement of ${profile}`, {
    fix: "Widen `only` or drop `skip`. Both accept requirements, checks and cases, with * as a wildcard.",
  });
}

function wordsOf(option: "only" | "skip", patterns: readonly string[]): readonly string[] {
  if (patterns.length === 0) return [];
  return [`${option} ${patterns.map((pattern) => `"${pattern}"`).join(", ")}`];
}

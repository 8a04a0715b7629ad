import type { Feature } from "../vocabulary/features.ts";
import type { Level } from "../vocabulary/level.ts";

/**
 * The id of an extension's requirement: `x-`, the name of the extension, a dot and a slug. No catalogue id starts with
 * `x-`.
 */
export type ExtensionRequirementId = `x-${string}.${string}`;

/** A source of an extension's requirement, cited by the authors of the extension. */
export interface ExtensionSource {
  /** Title or URL of the document. */
  readonly title: string;
  /** The section, page or anchor in the document. */
  readonly at: string;
}

/** A requirement that an extension adds to a run. It belongs to no profile. Plain data, stored in the record. */
export interface ExtensionRequirement {
  readonly id: ExtensionRequirementId;
  readonly level: Level;
  /** The rule as one sentence in the present tense. */
  readonly statement: string;
  /** Consequences if the rule is violated. */
  readonly reason: string;
  readonly sources: readonly ExtensionSource[];
  /** Features that the rule requires. The rule does not apply if one is missing. */
  readonly features?: readonly Feature[];
}

const pattern = /^x-[a-z\d]+(?:-[a-z\d]+)*\.[a-z\d]+(?:-[a-z\d]+)*$/u;

export function isExtensionRequirementId(text: string): text is ExtensionRequirementId {
  return pattern.test(text);
}

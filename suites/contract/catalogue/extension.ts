import type { Feature } from "../vocabulary/features.ts";
import type { Level } from "../vocabulary/level.ts";

/**
 * The id of a requirement that an extension brings: `x-`, the name of the extension, a dot and a slug. No id
 * of the catalogue starts like this, and none ever will.
 */
export type ExtensionRequirementId = `x-${string}.${string}`;

/** Where a requirement of an extension comes from: the rule in the words of those who set it up. */
export interface ExtensionSource {
  /** A document: its title, or its address. */
  readonly title: string;
  /** The place in it. */
  readonly at: string;
}

/** A rule that no profile asks for and an extension adds to a run. Plain data: it stands in the record. */
export interface ExtensionRequirement {
  readonly id: ExtensionRequirementId;
  readonly level: Level;
  /** The rule as one sentence in the present tense. */
  readonly statement: string;
  /** What goes wrong where the rule is broken. */
  readonly reason: string;
  readonly sources: readonly ExtensionSource[];
  /** All of these must be offered, or the rule does not apply. */
  readonly features?: readonly Feature[];
}

const pattern = /^x-[a-z\d]+(?:-[a-z\d]+)*\.[a-z\d]+(?:-[a-z\d]+)*$/u;

/** Whether a text can be the id of a requirement of an extension. */
export function isExtensionRequirementId(text: string): text is ExtensionRequirementId {
  return pattern.test(text);
}

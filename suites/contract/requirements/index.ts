import type { Requirement } from "../requirement.ts";
import { authorization } from "./authorization.ts";
import { concurrency } from "./concurrency.ts";
import { errors } from "./errors.ts";
import { generation } from "./generation.ts";
import { isolation } from "./isolation.ts";
import { watch } from "./watch.ts";
import { write } from "./write.ts";

const catalogue = {
  ...write,
  ...isolation,
  ...concurrency,
  ...errors,
  ...authorization,
  ...watch,
  ...generation,
};

/** The id of a requirement: `area.slug`. */
export type RequirementId = keyof typeof catalogue;

/** The catalogue: every requirement by its id, in the order in which reports show them. */
export const requirements: Readonly<Record<RequirementId, Requirement>> = catalogue;

/** Tells whether a text is the id of a requirement. */
export function isRequirementId(text: string): text is RequirementId {
  return Object.hasOwn(catalogue, text);
}

/** All ids, in the order of the catalogue. */
export const requirementIds: readonly RequirementId[] =
  Object.keys(catalogue).filter(isRequirementId);

import { checks } from "#checks";
import { faults } from "#reference";
import type { CatalogueOptions } from "#reports";

/** What checks and faults this release has. */
export const catalogue: CatalogueOptions = { checks, faults };

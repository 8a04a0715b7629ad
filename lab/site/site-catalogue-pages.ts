import { requirementIds } from "#contract";
import { freedoms } from "#reference";
import {
  describeRequirement,
  renderChecksPage,
  renderFaultsPage,
  renderFreedomsPage,
  renderRequirementPage,
  renderRequirementsPage,
} from "#reports";
import { loadCatalogue } from "../../bin/commands/load-catalogue.ts";
import { noExtensions } from "../../bin/config/extension-parts.ts";
import { requirementSource, sitePage } from "./site-page.ts";
import type { SitePage } from "./site-page.ts";

export async function cataloguePages(): Promise<readonly SitePage[]> {
  const catalogue = await loadCatalogue({ withFaults: true, extensions: noExtensions });
  const entries = requirementIds.map((requirement) => describeRequirement(requirement, catalogue));
  return [
    sitePage("docs/requirements/README.md", renderRequirementsPage(entries)),
    sitePage("docs/checks.md", renderChecksPage(catalogue)),
    sitePage("docs/faults.md", renderFaultsPage(catalogue)),
    sitePage("docs/freedoms.md", renderFreedomsPage(freedoms)),
    ...entries.map((entry) =>
      sitePage(requirementSource(entry.requirement), renderRequirementPage(entry)),
    ),
  ];
}

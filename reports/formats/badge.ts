import { counted } from "#contract";
import { withoutExtensions } from "../report/profile-requirements.ts";
import type { Report } from "../report/report.ts";
import { jsonText } from "../text/json-text.ts";

/** Renders the JSON of a Shields endpoint badge. The profile is on the left, and the conclusion is on the right. */
export function renderBadge(report: Report): string {
  const { message, color } = appearanceOf(withoutExtensions(report));
  const badge = { schemaVersion: 1, label: report.profile, message, color };
  return jsonText(badge);
}

function appearanceOf(report: Report): { readonly message: string; readonly color: string } {
  const { conclusion, partial, sums } = report;
  switch (conclusion) {
    case "conformant":
      // A run that skipped a MUST does not cover the profile, so its badge must not claim conformance.
      return partial
        ? { message: "partly checked", color: "yellow" }
        : { message: "conformant", color: "brightgreen" };
    case "violations":
      return {
        message: sums.fail === 0 ? "not conformant" : `${counted(sums.fail, "rule")} broken`,
        color: "red",
      };
    case "errored":
      return { message: "suite failed", color: "lightgrey" };
    case "inconclusive":
      return { message: "inconclusive", color: "yellow" };
    case "nothing-ran":
      return { message: "nothing ran", color: "lightgrey" };
  }
}

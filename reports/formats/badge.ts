import { counted } from "#contract";
import { profilePart } from "../report/profile-part.ts";
import type { Report } from "../report/report.ts";
import { jsonText } from "../text/json-text.ts";

/** The answer for a shields endpoint badge: profile on the left, what the run comes to on the right. */
export function renderBadge(report: Report): string {
  const { message, color } = appearanceOf(profilePart(report));
  const badge = { schemaVersion: 1, label: report.profile, message, color };
  return jsonText(badge);
}

function appearanceOf(report: Report): { readonly message: string; readonly color: string } {
  const { conclusion, partial, sums } = report;
  switch (conclusion) {
    case "conformant":
      // A run that left a MUST out cannot speak for the whole profile, and its badge does not.
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

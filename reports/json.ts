import type { Report } from "./report.ts";

/**
 * The text of `report.json`, as `schema/report.schema.json` describes it. The same record always gives
 * the same bytes.
 */
export function renderJson(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

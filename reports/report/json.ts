import type { Report } from "./report.ts";
import { jsonText } from "../text/json-text.ts";

/**
 * The text of `report.json`, as `schema/report.schema.json` describes it. The same record always gives
 * the same bytes.
 */
export function renderJson(report: Report): string {
  return jsonText({ ...report, supplement: undefined });
}

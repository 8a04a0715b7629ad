import type { Report } from "./report.ts";
import { jsonText } from "../text/json-text.ts";

/** Renders the content of `report.json`, which `schema/report.schema.json` describes. Deterministic. */
export function renderJson(report: Report): string {
  return jsonText({ ...report, supplement: undefined });
}

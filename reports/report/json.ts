import type { Report } from "./report.ts";
import { jsonText } from "../text/json-text.ts";

/** Renders `report.json`, described by `schema/report.schema.json`. Deterministic. */
export function renderJson(report: Report): string {
  return jsonText({ ...report, supplement: undefined });
}

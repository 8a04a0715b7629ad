import type { LogVerdict } from "#wings/logs";
import { jsonText } from "../text/json-text.ts";

export function renderLogJson({ skipped, ...verdict }: LogVerdict): string {
  return jsonText({ ...verdict, skipped: Object.fromEntries(skipped) });
}

import type { Cause } from "../values/refusal.ts";
import type { WriteRequest } from "../kinds/store-requests.ts";
import { contentLimits } from "../values/content-limits.ts";

export function validateOptions({ options, form }: WriteRequest): readonly Cause[] {
  const { fieldManager, fieldValidation, force } = options;
  const causes: Cause[] = [];
  if (!levels.has(fieldValidation)) {
    causes.push(wrong("fieldValidation", "must be STRICT, WARN or IGNORE."));
  }
  if (fieldManager !== undefined && !isManagerName(fieldManager)) {
    const { fieldManagerCharacters } = contentLimits;
    causes.push(
      wrong("fieldManager", `must have at most ${fieldManagerCharacters} printable characters.`),
    );
  }
  if (form !== "apply" && force) {
    const field = "options.force";
    causes.push({
      reason: "FieldForbidden",
      field,
      message: `${field} is only allowed with APPLY.`,
    });
  }
  if (form === "apply" && fieldManager === undefined) {
    const field = "options.fieldManager";
    causes.push({
      reason: "FieldValueRequired",
      field,
      message: `${field} is required with APPLY.`,
    });
  }
  return causes;
}

const levels: ReadonlySet<string> = new Set(["STRICT", "WARN", "IGNORE"]);

/**
 * Matches printable characters as Go defines them: letters, marks, numbers, punctuation, symbols and the ASCII space.
 */
const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u;

function isManagerName(text: string): boolean {
  return Array.from(text).length <= contentLimits.fieldManagerCharacters && printable.test(text);
}

function wrong(option: string, problem: string): Cause {
  const field = `options.${option}`;
  return { reason: "FieldValueInvalid", field, message: `${field} ${problem}` };
}

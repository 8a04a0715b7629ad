/**
 * Text in quotation marks of any common form. An apostrophe within a word, as in `doesn't`, is no quotation mark, even
 * inside a quotation.
 */
const quotation =
  /"([^"]*)"|[“„”]([^“„”]*)[“”]|[«»]([^«»]*)[«»]|[‹›]([^‹›]*)[‹›]|「([^「」]*)」|『([^『』]*)』|[`´]{1,3}([^`´']*)[`´']{1,3}|[‘‚]((?:[^‘‚’]|’(?=[\p{L}\p{N}]))*)[‘’]|(?<![\p{L}\p{N}])['’]((?:[^'’]|['’](?=[\p{L}\p{N}])){0,300})['’](?![\p{L}\p{N}])/gu;

/** Returns the quoted texts, without the marks. */
export function quotationsIn(text: string): readonly string[] {
  return [...text.matchAll(quotation)].map(([, ...parts]) =>
    parts.map((part: string | undefined) => part ?? "").join(""),
  );
}

/** Removes the quoted texts, and leaves their places visible. */
export function withoutQuotations(text: string): string {
  return text.replaceAll(quotation, '""');
}

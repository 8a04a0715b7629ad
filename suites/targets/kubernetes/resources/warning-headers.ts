/**
 * Returns the messages of `Warning` headers (RFC 7234 section 5.5). Ignores codes other than 299, the code that API
 * servers use. A header may contain several messages.
 */
export function readWarnings(headers: readonly string[]): readonly string[] {
  return headers.flatMap((header) =>
    [...header.matchAll(/\b299 \S+ "((?:[^"\\]|\\.)*)"/gu)].map(([, text]) =>
      (text ?? "").replaceAll(/\\(.)/gu, "$1"),
    ),
  );
}

import type { Document } from "yaml";

/** Limit on expanded aliases, which can make a small file enormous. */
const mostAliases = 100;

/** The content of a document. `refused` creates the error for too many aliases. */
export function yamlContent(
  document: Document.Parsed,
  refused: (problem: string) => Error,
): unknown {
  try {
    const content: unknown = document.toJS({ maxAliasCount: mostAliases });
    return content;
  } catch (error) {
    // The library throws a plain ReferenceError in this case.
    if (error instanceof ReferenceError) throw refused("its aliases expand beyond the size limit");
    throw error;
  }
}

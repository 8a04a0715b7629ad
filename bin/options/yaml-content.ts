import type { Document } from "yaml";

/** Maximum number of expanded aliases, which can make a small file enormous. */
const maxAliases = 100;

/** Returns the content of a document. `refused` creates the error for a document with too many aliases. */
export function yamlContent(
  document: Document.Parsed,
  refused: (problem: string) => Error,
): unknown {
  try {
    const content: unknown = document.toJS({ maxAliasCount: maxAliases });
    return content;
  } catch (error) {
    // For too many aliases, the library throws a plain ReferenceError.
    if (error instanceof ReferenceError) throw refused("its aliases expand beyond the size limit");
    throw error;
  }
}

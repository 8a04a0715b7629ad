import type { Document } from "yaml";

/** How many values aliases may stand for: they can make a small file enormous. */
const mostAliases = 100;

/** The content of a document. `refused` makes the error of what its aliases make too large. */
export function yamlContent(
  document: Document.Parsed,
  refused: (problem: string) => Error,
): unknown {
  try {
    const content: unknown = document.toJS({ maxAliasCount: mostAliases });
    return content;
  } catch (error) {
    // The library says so in this way, and by no class of its own.
    if (error instanceof ReferenceError) throw refused("its aliases expand beyond the size limit");
    throw error;
  }
}

import { LineCounter, parseDocument } from "yaml";
import { UsageError } from "../process/program-errors.ts";

/** Maximum number of expanded aliases, which can make a small file enormous. */
const maxAliases = 100;

/**
 * Parses a file in YAML or JSON that a user wrote. `title` names the file in messages, e.g. `the baseline b.yaml`.
 *
 * @throws UsageError with line and column.
 */
export function parseYaml(text: string, title: string): unknown {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line, col } = lines.linePos(error.pos[0]);
    const [message = ""] = error.message.split("\n", 1);
    throw new UsageError(`${title}:${line}:${col} is invalid YAML: ${message}`, {
      fix: "Fix the line. Quote strings that contain a colon or a bracket.",
      cause: error,
    });
  }
  try {
    const content: unknown = document.toJS({ maxAliasCount: maxAliases });
    return content;
  } catch (cause) {
    // For too many aliases, the library throws a plain ReferenceError.
    if (!(cause instanceof ReferenceError)) throw cause;
    throw new UsageError(`${title}: its aliases expand beyond the size limit`, {
      fix: "Rewrite the file without aliases.",
      cause,
    });
  }
}

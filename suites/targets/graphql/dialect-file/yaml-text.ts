import { Document, isDocument, visit } from "yaml";
import { escapedUnits, unseen } from "#contract";

/**
 * Serializes content as YAML without invisible characters. Control and format characters are escaped in double-quoted
 * strings and spelled out in comments.
 */
export function yamlText(content: unknown): string {
  const document = isDocument(content) ? content : new Document(content, { version: "1.2" });
  visit(document, {
    Scalar: (_, scalar) => {
      if (typeof scalar.value === "string" && hasUnseen(scalar.value)) scalar.type = "QUOTE_DOUBLE";
    },
  });
  return document.toString({ lineWidth: 100 }).replaceAll(unseen, escapedUnits);
}

function hasUnseen(text: string): boolean {
  return text.search(unseen) >= 0;
}

import { Document, isDocument, visit } from "yaml";
import { escapedUnits, unseen } from "#contract";

/**
 * A document of YAML in which every character can be seen: what terminals obey or readers do not see is written as an
 * escape, which means the same in double quotes. In a comment it is shown.
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

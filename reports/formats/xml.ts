import { breakCiCommandsInMarkup } from "../text/ci-commands.ts";

export type XmlNode = string | XmlElement;

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly children: readonly XmlNode[];
}

export function element(
  name: string,
  attributes: XmlElement["attributes"],
  children: readonly XmlNode[] = [],
): XmlElement {
  return { name, attributes, children };
}

/**
 * Serializes an XML document. The result is always well-formed: strings are escaped, and characters that XML does not
 * allow become U+FFFD.
 */
export function renderXml(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${render(root, "")}`;
}

function render({ name, attributes, children }: XmlElement, indent: string): string {
  const head = `${indent}<${name}${Object.entries(attributes).map(attribute).join("")}`;
  if (children.length === 0) return `${head}/>\n`;
  if (children.every((child) => typeof child === "string")) {
    return `${head}>${children.map(escape).join("")}</${name}>\n`;
  }
  const inner = children.map((child) =>
    typeof child === "string" ? escape(child) : render(child, `${indent}  `),
  );
  return `${head}>\n${inner.join("")}${indent}</${name}>\n`;
}

function attribute([name, value]: readonly [string, string | number]): string {
  const text = escape(String(value)).replaceAll('"', "&quot;");
  return ` ${name}="${text.replaceAll("\n", "&#10;").replaceAll("\t", "&#9;")}"`;
}

/** Characters that XML 1.0 does not allow, including lone surrogates. */
const illegal = /[^\t\n\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

function escape(text: string): string {
  return breakCiCommandsInMarkup(
    text
      .replaceAll(illegal, "\u{fffd}")
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;"),
  );
}

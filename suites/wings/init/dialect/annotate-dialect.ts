import { isMap, isScalar, isSeq, parseDocument } from "yaml";
import type { Document, Node, Scalar } from "yaml";
import { printDialect, yamlText } from "#targets/dialect-file";
import { describedFeatures } from "#targets/graphql";
import type { Dialect } from "#targets/graphql";
import type { Inference } from "../kinds/infer-dialect.ts";
import type { Guess } from "../schema/notebook.ts";

/**
 * Renders a guessed dialect as YAML that loads as the same dialect. A comment above each uncertain entry states the
 * confidence and the reason. A dialect with entries to fill in does not list its features: otherwise, features of the
 * filled-in entries would not be tested.
 */
export function annotateDialect(
  { dialect, guesses }: Inference,
  heading: readonly string[],
  isOpen = false,
): string {
  const document = parseDocument(printDialect(dialect));
  if (isOpen && isDescribed(dialect)) document.delete("features");
  for (const guess of guesses) {
    if (guess.confidence !== "high") annotate(document, guess);
  }
  document.commentBefore = heading.map((line) => (line === "" ? "" : ` ${line}`)).join("\n");
  return yamlText(document);
}

/** A file without a list of features declares the features that its entries describe. */
function isDescribed(dialect: Dialect): boolean {
  const described = describedFeatures(dialect);
  const { features } = dialect;
  return features.length === described.length && described.every((one) => features.includes(one));
}

function annotate(document: Document, { path, confidence, reason }: Guess): void {
  const { found, left } = nodeAt(document, path.map(String));
  if (found === undefined) return;
  const place = left.length === 0 ? "" : `${left.join(".")}: `;
  const line = ` ${confidence}: ${place}${visible(reason)}`;
  found.commentBefore = found.commentBefore ? `${found.commentBefore}\n${line}` : line;
}

interface Place {
  readonly found: Node | undefined;
  readonly left: readonly string[];
}

function nodeAt(document: Document, path: readonly string[]): Place {
  let here: unknown = document.contents;
  let found: Node | undefined;
  for (const [index, step] of path.entries()) {
    const below = childOf(here, step);
    if (below === undefined) return { found, left: path.slice(index) };
    found = below.label;
    here = below.value;
  }
  return { found, left: [] };
}

function childOf(
  node: unknown,
  step: string,
): { readonly label: Node; readonly value: unknown } | undefined {
  if (isMap<Scalar>(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === step);
    return pair && { label: pair.key, value: pair.value };
  }
  if (!isSeq<Node>(node)) return undefined;
  const item = node.items[Number(step)];
  return item && { label: item, value: item };
}

const maxCharacters = 300;

/** Replaces line breaks, because a reason may quote a response, and a comment is one line. */
function visible(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
  return line.length > maxCharacters ? `${line.slice(0, maxCharacters - 1)}…` : line;
}

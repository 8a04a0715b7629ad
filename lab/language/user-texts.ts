import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseSync, Visitor } from "oxc-parser";
import type { Expression, PrivateIdentifier, TemplateLiteral } from "oxc-parser";

export interface Text {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** Sources whose literals users may see: everything except tests and their helpers. */
const sources = [
  "bin",
  "suites",
  "reports",
  "reference/faults",
  "reference/freedoms",
  "reference/controller",
];
const pages = ["README.md", "CHANGELOG.md", "docs"];

/** Matches excluded files: quotations, catalogues with frozen wording, and generated pages. */
const notOurs =
  /\/testing\/|\.test\.ts$|\.fixture\.ts$|\/catalogue\/|\/samples\/|^docs\/(?:contract|survey|sources|targets|examples\/.*)\.md$/u;

export function userTextsIn(root: string): Text[] {
  const tracked = execFileSync("git", ["ls-files", ...sources, ...pages], {
    cwd: root,
    encoding: "utf8",
  });
  return tracked
    .split("\n")
    .filter((file) => /\.(?:ts|md)$/u.test(file) && !notOurs.test(file))
    .flatMap((file) => textsOf(file, readFileSync(`${root}/${file}`, "utf8")));
}

/**
 * Extracts the user texts of a file: the paragraphs of a page, or the literals of a source that contain more than one
 * word.
 */
export function textsOf(file: string, content: string): Text[] {
  return file.endsWith(".md") ? paragraphsOf(file, content) : literalsOf(file, content);
}

function literalsOf(file: string, content: string): Text[] {
  const texts: Text[] = [];
  const add = (start: number, text: string): void => {
    if (!/\p{L}{2,} \p{L}/u.test(text)) return;
    texts.push({ file, line: content.slice(0, start).split("\n").length, text });
  };
  const { program } = parseSync(file, content);
  let joinedTo = -1;
  new Visitor({
    BinaryExpression: (node) => {
      const text = node.start < joinedTo ? undefined : joinedText(node);
      if (text === undefined) return;
      joinedTo = node.end;
      add(node.start, text);
    },
    Literal: (node) => {
      if (node.start >= joinedTo && typeof node.value === "string") add(node.start, node.value);
    },
    TemplateLiteral: (node) => {
      if (node.start >= joinedTo) add(node.start, textOfTemplate(node));
    },
  }).visit(program);
  return texts;
}

/**
 * Returns the string of a literal or a template, or of several that `+` concatenates. Returns undefined for other
 * expressions.
 */
function joinedText(node: Expression | PrivateIdentifier): string | undefined {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : undefined;
  if (node.type === "TemplateLiteral") return textOfTemplate(node);
  if (node.type !== "BinaryExpression" || node.operator !== "+") return undefined;
  const left = joinedText(node.left);
  const right = joinedText(node.right);
  return left === undefined || right === undefined ? undefined : left + right;
}

function textOfTemplate(node: TemplateLiteral): string {
  return node.quasis.map(({ value }) => value.cooked ?? "").join("{}");
}

function paragraphsOf(file: string, content: string): Text[] {
  const texts: Text[] = [];
  let isCode = false;
  for (const [index, line] of content.split("\n").entries()) {
    if (line.trimStart().startsWith("```")) isCode = !isCode;
    else if (!isCode && /\p{L}/u.test(line)) texts.push({ file, line: index + 1, text: line });
  }
  return texts;
}

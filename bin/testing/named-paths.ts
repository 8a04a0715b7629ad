import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { parseSync, Visitor } from "oxc-parser";

export interface CodeText {
  readonly text: string;
  readonly argumentOf: string | undefined;
}

export function textsIn(file: string, code: string): readonly CodeText[] {
  const { program } = parseSync(file, code);
  const argumentsOf = new Map<number, string>();
  const texts: CodeText[] = [];
  const add = (text: string, start: number): void => {
    texts.push({ text, argumentOf: argumentsOf.get(start) });
  };
  new Visitor({
    CallExpression: ({ callee, arguments: given }) => {
      if (callee.type !== "Identifier") return;
      for (const { start } of given) argumentsOf.set(start, callee.name);
    },
    Literal: ({ value, start }) => {
      if (typeof value === "string") add(value, start);
    },
    TemplateElement: ({ value, start }) => add(value.cooked ?? value.raw, start),
  }).visit(program);
  return texts;
}

const pathPattern =
  /(?<![\w./:@-])(?:[\w-]+\/)*(?:[A-Z]+\.md|[\w.-]+\.(?:graphql|json|md|mjs|sh|ts|yaml|yml))\b/gu;

export function pathsIn(text: string): readonly string[] {
  return text.match(pathPattern) ?? [];
}

export function filesBelow(folder: string, ending: RegExp): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    ending.test(name),
  );
}

export function deadLinks(folder: string, page: string): readonly string[] {
  const prose = readFileSync(join(folder, page), "utf8").replaceAll(/^```[^]*?^```/gm, "");
  const links = [...prose.matchAll(/\]\(([^)\s#]+)[^)\s]*\)/g)].map(([, link = ""]) => link);
  return links.filter(
    (link) =>
      !/^[a-z]+:/.test(link) && !existsSync(join(folder, normalize(join(dirname(page), link)))),
  );
}

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";
import type { Text } from "./user-texts.ts";

const sources = ["bin", "suites", "reports", "reference", "lab"];
/** Matches comments for tools: linter, compiler and coverage directives. */
const directive = /^\s*(?:oxlint|eslint|@ts-|v8 |c8 |\/ ?<reference|#)/u;

export function commentsIn(root: string): Text[] {
  const tracked = execFileSync("git", ["ls-files", ...sources], { cwd: root, encoding: "utf8" });
  return tracked
    .split("\n")
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => commentsOf(file, readFileSync(`${root}/${file}`, "utf8")));
}

/** Extracts the comments of one source. Consecutive `//` lines count as one comment. */
export function commentsOf(file: string, content: string): Text[] {
  const comments: Text[] = [];
  let previousEnd = -1;
  for (const { type, value, start, end } of parseSync(file, content).comments) {
    if (directive.test(value)) continue;
    const text = textOf(value);
    const last = comments.at(-1);
    const isContinued =
      type === "Line" && previousEnd >= 0 && /^\s*$/u.test(content.slice(previousEnd, start));
    previousEnd = type === "Line" ? end : -1;
    if (isContinued && last !== undefined) {
      comments[comments.length - 1] = { ...last, text: `${last.text} ${text}` };
      continue;
    }
    comments.push({ file, line: content.slice(0, start).split("\n").length, text });
  }
  return comments;
}

function textOf(comment: string): string {
  return comment
    .split("\n")
    .map((line) => line.replace(/^[\s*]+/u, "").trimEnd())
    .filter((line) => line !== "")
    .join(" ");
}

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync, Visitor } from "oxc-parser";
import type { ConditionalExpression, Expression, TemplateLiteral } from "oxc-parser";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const parts = ["suites", "reports", "bin", "reference"];

/** The only module that may choose between singular and plural. */
const helper = join("suites", "contract", "vocabulary", "counted.ts");

/** Suffixes of names that contain a count. */
const countName =
  /(?:^|[a-z])(?:length|size|[cC]ount|[mM]ore|others|instances|times|characters|bytes|requests|writes|accepted|conflicts|conflicted|retries|attempts|held|odd|failures|skips|lines|same)$/u;

/** Words that end in "s" but are not plurals, or are the same in singular and plural. */
const notPlural = new Set([
  "always",
  "as",
  "differs",
  "has",
  "holds",
  "is",
  "its",
  "less",
  "ms",
  "pass",
  "s",
  "this",
  "was",
]);

function isCount(expression: Expression): boolean {
  if (expression.type === "Identifier") return countName.test(expression.name);
  if (expression.type === "MemberExpression") {
    return expression.property.type === "Identifier" && countName.test(expression.property.name);
  }
  if (expression.type === "BinaryExpression") {
    const { operator, left, right } = expression;
    const isArithmetic = ["+", "-", "/", "*"].includes(operator);
    return isArithmetic && left.type !== "PrivateIdentifier" && (isCount(left) || isCount(right));
  }
  return (
    expression.type === "CallExpression" &&
    expression.callee.type === "Identifier" &&
    expression.callee.name === "count"
  );
}

/** Words that follow a number and must agree with it. */
function agreeingWords(behind: string): readonly string[] {
  const words = /^(?: [a-z-]+){1,3}/u.exec(behind)?.[0].trim().split(" ") ?? [];
  return words.filter(
    (word) =>
      /^(?:are|were|have|hold)$/u.test(word) || (word.endsWith("s") && !notPlural.has(word)),
  );
}

function unagreed(template: TemplateLiteral): readonly string[] {
  return template.expressions.flatMap((expression, i) => {
    const behind = template.quasis[i + 1]?.value.cooked ?? "";
    const [word] = isCount(expression) ? agreeingWords(behind) : [];
    return word === undefined ? [] : [`… ${behind.slice(0, 40).trim()}`];
  });
}

/** Whether a conditional expression selects between two forms of a word by a number. */
function isOwnPlural({ test, consequent, alternate }: ConditionalExpression): boolean {
  if (test.type !== "BinaryExpression" || test.right.type !== "Literal") return false;
  if (test.right.value !== 1 || consequent.type !== "Literal") return false;
  const [one, many] = [consequent, alternate].map((of) =>
    of.type === "Literal" && typeof of.value === "string" ? of.value : "",
  );
  return one !== "" && (one?.slice(0, 3) === many?.slice(0, 3) || one === "is" || one === "was");
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((name) => name.endsWith(".ts") && !/\.test\.ts$|testing\/|\.fixture\./u.test(name));
}

function foundIn(file: string): readonly string[] {
  const text = readFileSync(join(root, file), "utf8");
  const found: string[] = [];
  const visitor = new Visitor({
    TemplateLiteral: (node) => {
      found.push(...unagreed(node));
    },
    ConditionalExpression: (node) => {
      if (isOwnPlural(node)) found.push(text.slice(node.start, node.end));
    },
  });
  visitor.visit(parseSync(file, text).program);
  return found.map((what) => `${file}: ${what}`);
}

it("every text that counts agrees with its number, by the one helper", () => {
  const found = parts
    .flatMap(filesIn)
    .filter((file) => file !== helper)
    .flatMap(foundIn);
  expect(found).toEqual([]);
});

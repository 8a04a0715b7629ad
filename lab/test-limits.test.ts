import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import type { Node } from "oxc-parser";
import { expect, it } from "vitest";
import { testLimitMs } from "../bin/testing/test-limit.ts";
import { isTest, root, sourceFiles } from "./house/imports.ts";

/** Functions whose last argument may be a time limit. */
const limited = new Set(
  "describe it test beforeAll beforeEach afterAll afterEach waitFor waitUntil".split(" "),
);

const limitOptions = new Set(["timeout", "testTimeout", "hookTimeout"]);

/** The limit of `vi.waitFor` and `vi.waitUntil` without one. `expect.poll` takes its default from the configuration. */
const usualWaitMs = 1_000;

/** Files whose options of these names limit no test. */
const otherOptions: Readonly<Record<string, string>> = {
  "bin/config/config-file.test.ts": "the option --timeout in a configuration file",
};

it("finds the time limits of tests, hooks and programs", () => {
  const text = `
    const patienceMs = 90_000;
    const options = { cwd, timeout: 100 };
    it("a", { timeout: 240_000 }, run);
    it.skipIf(isMissing).each(rows)("b", async () => {
      await vi.waitFor(() => expect(1).toBe(1), patienceMs);
    }, 2 * patienceMs);
    afterAll(() => server.close(), 120_000);
    await vi.waitFor(() => expect(1).toBe(1));
    vi.fn(run);
    it("c", { timeout: testLimitMs }, () => expect(add(one(), 2)).toBe(3));`;

  expect(limitsIn("a.ts", text).toSorted((left, right) => left - right)).toEqual([
    100, 1_000, 90_000, 120_000, 180_000, 240_000,
  ]);
});

it("no load reaches the time limit of a test", () => {
  const low = sourceFiles()
    .filter((file) => isTest(file))
    .flatMap((file) =>
      limitsIn(file, readFileSync(join(root, file), "utf8"))
        .filter((limit) => limit < testLimitMs)
        .map((limit) => [file, limit] as const),
    );

  expect(low.filter(([file]) => otherOptions[file] === undefined)).toEqual([]);
  expect(low.map(([file]) => file)).toEqual(expect.arrayContaining(Object.keys(otherOptions)));
});

/** Evaluates literals, products, and constants of the file. Limits from other files are not found. */
function limitsIn(file: string, text: string): readonly number[] {
  const constants = new Map<string, Node>();
  const limits: (Node | number)[] = [];
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === "Identifier" && init !== null) constants.set(id.name, init);
    },
    Property({ key, value }) {
      if (key.type === "Identifier" && limitOptions.has(key.name)) limits.push(value);
    },
    CallExpression({ callee, arguments: given }) {
      const last = given.at(-1);
      if (last !== undefined && limited.has(functionOf(callee))) limits.push(last);
      if (given.length === 1 && isWait(callee)) limits.push(usualWaitMs);
    },
  }).visit(parseSync(file, text).program);
  return limits
    .map((limit) => (typeof limit === "number" ? limit : valueOf(limit, constants)))
    .filter((limit) => limit !== undefined);
}

/** Returns `it` for `it`, `it.skipIf(…)` and `it.each(…)`, and `waitFor` for `vi.waitFor`. */
function functionOf(callee: Node): string {
  if (callee.type === "CallExpression") return functionOf(callee.callee);
  if (callee.type !== "MemberExpression") return nameOf(callee);
  return isWait(callee) ? nameOf(callee.property) : functionOf(callee.object);
}

function isWait(callee: Node): boolean {
  if (callee.type !== "MemberExpression" || nameOf(callee.object) !== "vi") return false;
  return limited.has(nameOf(callee.property));
}

function nameOf(node: Node): string {
  return node.type === "Identifier" ? node.name : "";
}

function valueOf(node: Node, constants: ReadonlyMap<string, Node>): number | undefined {
  if (node.type === "Literal" && typeof node.value === "number") return node.value;
  if (node.type === "Identifier") {
    const found = constants.get(node.name);
    return found === undefined ? undefined : valueOf(found, constants);
  }
  if (node.type !== "BinaryExpression" || node.operator !== "*") return undefined;
  const [left, right] = [valueOf(node.left, constants), valueOf(node.right, constants)];
  return left === undefined || right === undefined ? undefined : left * right;
}

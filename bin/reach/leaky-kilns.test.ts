import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { checks } from "#checks";
import { isJsonObject, scaleLimits } from "#contract";
import type { JsonObject } from "#contract";
import type { RunResult } from "#verdicts";
import { loadDialect } from "#targets/dialect-file";
import type { Dialect, KindOperations } from "#targets/graphql";
import { checkTarget } from "./compose.ts";
import { connect } from "./connect-endpoint.ts";

const example = fileURLToPath(new URL("../../docs/examples/leaky/", import.meta.url));

interface Kilns extends AsyncDisposable {
  readonly url: string;
}

async function startKilns(args: readonly string[]): Promise<Kilns> {
  const server = spawn(process.execPath, ["server.mjs", "0", ...args], {
    cwd: example,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line]: unknown[] = await once(createInterface(server.stdout), "line");
  return {
    url: String(line).split(" ").at(-1) ?? "",
    [Symbol.asyncDispose]: async () => {
      const ended = once(server, "exit");
      server.kill();
      await ended;
    },
  };
}

/**
 * The forms in which mutations receive a kiln: one shared input type, separate input types that accept no foreign
 * fields, flat arguments, or JSON.
 */
const shapes = ["shared", "apart", "flat", "json", "text"] as const;

type Shape = (typeof shapes)[number];

const path = `${example}kilns.yaml`;

function dialectFor(shape: Shape, place: "named" | "unnamed"): Dialect {
  const { dialect } = loadDialect(path, (file) => readFileSync(file, "utf8"));
  return {
    ...dialect,
    kinds: dialect.kinds.map((kind) => ({
      ...kind,
      operations: operationsFor(kind.operations, shape, place === "named"),
    })),
  };
}

function operationsFor(operations: KindOperations, shape: Shape, isNamed: boolean): KindOperations {
  const adapted = <O extends { readonly arguments: JsonObject }>(operation: O): O => {
    const { kiln } = operation.arguments;
    if (!isJsonObject(kiln)) return operation;
    const body = "wish" in kiln ? "wish" : "facts";
    const base = shape === "text" ? "kiln.$jsonText" : "kiln";
    const named = isNamed && shape !== "flat" ? { beside: base, inside: `${base}.${body}` } : {};
    if (shape === "flat") return { ...operation, arguments: kiln };
    return shape === "text"
      ? { ...operation, arguments: { kiln: { $jsonText: kiln } }, ...named }
      : { ...operation, ...named };
  };
  return {
    ...operations,
    create: operations.create.map(adapted),
    update: operations.update.map(adapted),
    updateStatus: operations.updateStatus.map(adapted),
  };
}

interface Leaky {
  readonly shape: Shape;
  readonly leak?: keyof typeof leaks;
  readonly place: "named" | "unnamed";
}

async function check({ shape, leak, place }: Leaky): Promise<RunResult> {
  await using kilns = await startKilns(leak === undefined ? [shape] : [shape, leak]);
  const signal = new AbortController().signal;
  const world = { environment: {}, clock: () => new Date() };
  const limits = scaleLimits(6);
  const dialect = { dialect: dialectFor(shape, place), locate: () => "", path };
  await using target = await connect({ endpoint: kilns.url, dialect, world, limits, signal });
  return await checkTarget(target, {
    checks: checks.filter(({ phase = "scenario" }) => phase === "scenario"),
    seed: 1,
    proofBudget: { runs: 8, operations: 100 },
    limits,
    selection: { only: ["isolation.*", "generation.not-writable"], skip: [] },
  });
}

function brokenIn({ verdicts }: RunResult): readonly string[] {
  return verdicts
    .filter(({ verdict }) => ["fail", "warn", "flaky"].includes(verdict))
    .toSorted((left, right) => (left.rank ?? 0) - (right.rank ?? 0))
    .map(({ requirement }) => requirement);
}

const leaks = {
  create: "isolation.create-never-stores-status",
  update: "isolation.spec-write-never-changes-status",
  wish: "isolation.status-write-never-changes-spec",
  marks: "isolation.status-write-never-changes-metadata",
  "enlist-turn": "generation.not-writable",
  "amend-turn": "generation.not-writable",
  "declare-turn": "generation.not-writable",
} as const;

const named: readonly Leaky[] = [
  { shape: "shared", leak: "create", place: "named" },
  { shape: "json", leak: "update", place: "named" },
  { shape: "text", leak: "marks", place: "named" },
  { shape: "shared", leak: "amend-turn", place: "named" },
];

const allLeaks = [
  "create",
  "update",
  "wish",
  "marks",
  "enlist-turn",
  "amend-turn",
  "declare-turn",
] as const;

const leaky: readonly Leaky[] = allLeaks.flatMap((leak) =>
  shapes
    .filter((shape) => shape !== "apart")
    .map((shape): Leaky => ({ shape, leak, place: "unnamed" })),
);

const clean = shapes.flatMap((shape): Leaky[] => [
  { shape, place: "named" },
  { shape, place: "unnamed" },
]);

describe("an API with its own names", () => {
  it.each([...leaky, ...named])("with a leak of $leak, $shape, places $place", async (one) => {
    const broken = brokenIn(await check(one));

    expect(broken[0]).toBe(one.leak && leaks[one.leak]);
    expect(broken.slice(1).filter((id) => !id.startsWith("isolation."))).toEqual([]);
  });

  it.each(clean)("without a leak, $shape, places $place", async (one) => {
    const { verdicts } = await check(one);
    const open = verdicts.filter(
      ({ verdict }) => !["pass", "not-applicable", "excluded"].includes(verdict),
    );

    expect(open.map(({ requirement, verdict, reason }) => [requirement, verdict, reason])).toEqual(
      [],
    );
  });
});

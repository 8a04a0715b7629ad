import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { Visitor, parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { createProgram } from "./program.ts";
import { idleActions } from "../testing/idle-actions.ts";
import { call } from "../testing/test-world.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

interface Advice {
  readonly about: string;
  readonly fix: string;
}

interface Source {
  readonly imports: readonly string[];
  readonly advice: readonly Advice[];
}

const { imports: aliases }: { imports: Record<string, Record<string, string> | string> } =
  JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** Returns undefined for packages and data files. */
function fileOf(specifier: string, from: string): string | undefined {
  const alias = aliases[specifier];
  const path = specifier.startsWith(".")
    ? join(dirname(from), specifier)
    : join(root, typeof alias === "object" ? (alias["status-conformance-source"] ?? "") : "");
  return path.endsWith(".ts") && existsSync(path) ? path : undefined;
}

function readSource(file: string): Source {
  const text = readFileSync(file, "utf8");
  const { program } = parseSync(file, text);
  const imports: string[] = [];
  const advice: Advice[] = [];
  /** Enclosing `new` expressions, innermost last: the error to which a recommendation belongs. */
  const errors: { readonly start: number }[] = [];
  new Visitor({
    ImportDeclaration: ({ importKind, source }) => {
      if (importKind !== "type") imports.push(source.value);
    },
    ExportNamedDeclaration: ({ exportKind, source }) => {
      if (exportKind !== "type" && source !== null) imports.push(source.value);
    },
    ExportAllDeclaration: ({ source }) => void imports.push(source.value),
    ImportExpression: ({ source }) => {
      if (source.type === "Literal" && typeof source.value === "string") imports.push(source.value);
    },
    NewExpression: (node) => void errors.push(node),
    "NewExpression:exit": () => void errors.pop(),
    Property: ({ key, value, start, end }) => {
      if (key.type !== "Identifier" || key.name !== "fix") return;
      advice.push({
        about: text.slice(errors.at(-1)?.start ?? start, start),
        fix: text.slice(value.start, end),
      });
    },
  }).visit(program);
  return { imports, advice };
}

const sources = new Map<string, Source>();

function sourceAt(file: string): Source {
  const known = sources.get(file) ?? readSource(file);
  sources.set(file, known);
  return known;
}

/**
 * Collects all recommendations that a command may print: the recommendations in every module that the command loads.
 */
function adviceOf(entry: string): readonly Advice[] {
  const seen = new Set([entry]);
  for (const file of seen) {
    for (const specifier of sourceAt(file).imports) {
      const found = fileOf(specifier, file);
      if (found !== undefined) seen.add(found);
    }
  }
  return [...seen].flatMap((file) => sourceAt(file).advice);
}

function optionsIn(text: string): readonly string[] {
  return [...text.matchAll(/(?<![\w-])--[a-z][a-z-]*[a-z]/gu)].map(([option]) => option);
}

function commands(): readonly Command[] {
  const { version, print, width } = { version: "0", print: () => {}, width: 80 };
  return createProgram({ version, actions: idleActions, print, width }).commands;
}

function optionsOf(command: Command): ReadonlySet<string> {
  const own = command.options.flatMap(({ long }) => (typeof long === "string" ? [long] : []));
  return new Set([...own, "--help"]);
}

const otherCalls =
  /(?:\bnpm|\bkubectl|(?:\bconformance|\$\{suiteCommand\}) (?<command>[a-z][\w-]*))(?: [\w./-]+)+/gu;

/**
 * Exceptions: recommendations in a command's modules that the command never prints, or that are about another command.
 */
const explained: Readonly<Record<string, string>> = {
  "init --protocol": "the option that the error is about is one of other commands",
  "self-test --protocol": "the option that the error is about is one of other commands",
  "try --protocol": "it sends what a dialect says, and a dialect is of GraphQL",
  "self-test --certificate-authority": "it speaks to its own reference alone, without TLS",
  "self-test --client-certificate": "it speaks to its own reference alone, without TLS",
  "self-test --client-key": "it speaks to its own reference alone, without TLS",
  "self-test --timeout": "it speaks to its own reference alone, which is not slow",
  "serve --certificate-authority": "it serves its own reference, and speaks to nobody",
  "serve --client-certificate": "it serves its own reference, and speaks to nobody",
  "serve --client-key": "it serves its own reference, and speaks to nobody",
  "serve --timeout": "it serves its own reference, and speaks to nobody",
  "verify --baseline": "it takes the baseline of the record and writes none",
  "verify --update-baseline": "it takes the baseline of the record and reads none",
  "diff --baseline": "it takes the baselines of the records and writes none",
  "diff --update-baseline": "it takes the baselines of the records and reads none",
  "merge --shard": "an option of the runs that are merged",
};

/**
 * Finds options that a command recommends but does not accept. Skips errors about options that the command itself
 * lacks, because it cannot print them.
 */
function lackedBy(command: Command, advice: readonly Advice[]): readonly string[] {
  const known = optionsOf(command);
  return advice
    .filter(({ about }) => optionsIn(about).every((option) => known.has(option)))
    .flatMap(({ fix }) => optionsIn(fix.replaceAll(otherCalls, "")))
    .filter((option) => !known.has(option))
    .map((option) => `${command.name()} ${option}`);
}

/** Like {@link lackedBy}, for recommendations that name another command. */
function lackedElsewhere(advice: readonly Advice[]): readonly string[] {
  return advice.flatMap(({ fix }) =>
    [...fix.matchAll(otherCalls)].flatMap(({ 0: line, groups }) => {
      const name = groups?.["command"];
      const command = commands().find((one) => one.name() === name);
      if (name === undefined) return [];
      const known = command === undefined ? new Set<string>() : optionsOf(command);
      return optionsIn(line)
        .filter((option) => !known.has(option))
        .map((option) => `${name} ${option}`);
    }),
  );
}

const advised = commands().flatMap((command) => {
  const entry = join(root, "bin", "commands", `${command.name()}.ts`);
  return existsSync(entry) ? [{ command, advice: adviceOf(entry) }] : [];
});

describe("an option that is recommended", () => {
  it("in an error is one that the command has", () => {
    const lacked = new Set(advised.flatMap(({ command, advice }) => lackedBy(command, advice)));

    expect(advised.length).toBeGreaterThan(15);
    expect([...lacked].toSorted()).toEqual(Object.keys(explained).toSorted());
    expect(advised.flatMap(({ advice }) => lackedElsewhere(advice))).toEqual([]);
  });

  it("in a help text is one that the command has", async () => {
    for (const command of commands()) {
      const { out } = await call([command.name(), "--help"]);
      const known = optionsOf(command);
      const lacked = optionsIn(out.replaceAll(otherCalls, "")).filter((one) => !known.has(one));
      expect(lacked, command.name()).toEqual([]);
    }
  });
});

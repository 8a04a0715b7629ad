import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  allImports,
  cyclesIn,
  importGraph,
  isTest,
  partOf,
  root,
  sourceFiles,
  violationOf,
} from "./imports.ts";

export interface Measure {
  readonly what: string;
  readonly value: string;
  readonly goal?: string;
}

export function trackedFiles(): ReadonlyMap<string, number> {
  const listed = execFileSync("git", ["ls-files", "-z"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  return new Map(
    listed
      .split("\0")
      .filter((file) => file !== "")
      .map((file) => [file, linesOf(file)]),
  );
}

function linesOf(file: string): number {
  return readFileSync(join(root, file), "latin1").split("\n").length - 1;
}

/** Whether a file is a TypeScript source of the product: no test, no test helper, and no tool of the lab. */
export function isProduct(file: string): boolean {
  const part = file.endsWith(".ts") ? partOf(file) : undefined;
  return part !== undefined && part !== "lab" && !isTest(file);
}

export function sizeMeasures(files: ReadonlyMap<string, number>): readonly Measure[] {
  const product = [...files].filter(([file]) => isProduct(file));
  const folders = new Set([...files.keys()].map((file) => dirname(file)));
  const byPart = new Map<string, number>();
  for (const [file, lines] of product) {
    const part = partOf(file) ?? "";
    byPart.set(part, (byPart.get(part) ?? 0) + lines);
  }
  return [
    { what: "files in git", value: String(files.size), goal: "1500" },
    { what: "lines in git", value: String(sum(files.values())), goal: "170000" },
    { what: "folders", value: String(folders.size), goal: "80" },
    { what: "lines of product TypeScript", value: String(sum(byPart.values())), goal: "80000" },
    ...[...byPart].map(([part, lines]) => ({ what: `- ${part}`, value: String(lines) })),
  ];
}

export function importMeasures(): readonly Measure[] {
  const files = sourceFiles();
  const imports = allImports(files);
  const violations = imports.map(violationOf).filter((violation) => violation !== undefined);
  const circles = cyclesIn(importGraph(files, imports));
  return [
    { what: "imports that run back up", value: String(violations.length), goal: "0" },
    { what: "circles of files", value: String(circles.length), goal: "0" },
  ];
}

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, number) => total + number, 0);
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { isJsonObject } from "#contract";
import { knownCases } from "./known-cases.ts";

export async function brokenTests(): Promise<readonly string[]> {
  const names = knownCases.flatMap(({ heldBy }) => heldBy);
  const files = [...new Set(names.filter((name) => name.endsWith(".test.ts")))];
  const folder = mkdtempSync(join(tmpdir(), "conformance-known-"));
  const path = join(folder, "results.json");
  try {
    const words = ["vitest", "run", "--reporter=json", "--outputFile", path, ...files];
    const child = spawn("npx", words, { stdio: "ignore" });
    await once(child, "exit");
    const passed = new Set(passedIn(JSON.parse(readFileSync(path, "utf8"))));
    return files.filter((file) => !passed.has(file));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function passedIn(results: unknown): readonly string[] {
  const found = isJsonObject(results) ? results["testResults"] : undefined;
  if (!Array.isArray(found)) throw new Error("the tests wrote no results");
  return found.flatMap((file: unknown) => {
    const { name, status } = isJsonObject(file) ? file : {};
    return typeof name === "string" && status === "passed" ? [relative(process.cwd(), name)] : [];
  });
}

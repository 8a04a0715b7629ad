import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { call } from "../testing/test-world.ts";

const folder = fileURLToPath(new URL("..", import.meta.url));

const others = /\.test\.ts$|^(?:testing|documents|site|tools)\//u;

function variablesRead(): readonly string[] {
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !others.test(path))
    .map((path) => readFileSync(join(folder, path), "utf8"));
  const named = /(?:environment|env)\["(\w+)"\]|\{ (\w+) \}: World\["environment"\]/gu;
  const found = sources.flatMap((source) => [...source.matchAll(named)]);
  return [...new Set(found.map(([, quoted, member]) => quoted ?? member ?? ""))].toSorted();
}

const argsOf = async (...args: readonly string[]): Promise<string> => (await call(args)).out;

describe("the help", () => {
  it("names every variable that is read", async () => {
    const read = variablesRead();
    const [, section = ""] = (await argsOf("--help")).split("Environment variables:\n");

    expect(read).toEqual(expect.arrayContaining(["CI", "COLUMNS", "NODE_ENV", "NO_COLOR"]));
    expect(read.filter((name) => !new RegExp(`^ +${name} `, "mu").test(section))).toEqual([]);
  });

  it("states the exit codes of every command", async () => {
    const [, listed = ""] = (await argsOf("--help")).split("Commands:\n");
    const [commands = ""] = listed.split("\n\n");
    const names = [...commands.matchAll(/^ {2}(\S+)/gmu)].map(([, name = ""]) => name);

    expect(names).toContain("check-history");
    for (const name of names.filter((one) => one !== "help")) {
      expect(await argsOf(name, "--help"), name).toMatch(/\n\nExit codes:\n {2}0 +\w/u);
    }
  });

  it("states its findings about a controller", async () => {
    expect(await argsOf("controller", "--help")).toMatch(/^ +CONFORMANCE_ENDPOINT +\w/mu);
    expect(await argsOf("serve", "--help")).not.toContain("CONFORMANCE_ENDPOINT");
  });
});

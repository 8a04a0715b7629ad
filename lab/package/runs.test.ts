import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packPackage } from "../../bin/testing/packed-package.ts";
import type { PackedPackage } from "../../bin/testing/packed-package.ts";
import { servePackage } from "./serve-package.ts";
import type { ServedPackage } from "./serve-package.ts";

const few = ["--seed", "1", "--only", "concurrency/stale-version-conflicts#Service.*"];

let packed: PackedPackage;
let broken: ServedPackage;

beforeAll(async () => {
  packed = packPackage();
  broken = await servePackage(packed, ["--fault", "stale-version-accepted"]);
});

afterAll(async () => {
  await broken[Symbol.asyncDispose]();
  packed[Symbol.dispose]();
});

describe("the installed package", () => {
  it("only installs production dependencies", () => {
    const modules = readdirSync(join(packed.folder, "node_modules"));

    expect(modules).toContain("graphql");
    expect(
      ["vitest", "rolldown", "typescript", "jiti"].filter((name) => modules.includes(name)),
    ).toEqual([]);
  });

  it("checks its reference server completely without options", async () => {
    const { code, out } = await packed.run([]);

    expect(code, out).toBe(0);
    expect(out).toContain("Conformant to graphql-status/v1");
    expect(existsSync(join(packed.folder, "conformance-results/report.json"))).toBe(true);
    const [, detected, expected] = /passes +detect (\d+) of (\d+) mistakes/u.exec(out) ?? [];
    expect(Number(detected), out).toBeGreaterThan(600);
    expect(detected, out).toBe(expected);
  });

  it.each([
    { code: 0, name: "conformant", words: () => few },
    { code: 1, name: "violation", words: () => ["--endpoint", broken.url, ...few] },
    { code: 2, name: "unknown option", words: () => ["--endpiont", broken.url] },
    { code: 2, name: "empty selection", words: () => ["--only", "no-such.rule"] },
    {
      code: 3,
      name: "not reached",
      words: () => ["--endpoint", "http://127.0.0.1:9/graphql", ...few],
    },
    {
      code: 4,
      name: "undecided",
      words: () => ["--identity", "stranger=none", "--only", "authorization.*"],
    },
  ])("exits with $code: $name", async ({ code, words }) => {
    const ended = await packed.run(words());

    expect(ended.code, ended.out).toBe(code);
    if (code > 1) expect(ended.out).not.toMatch(/^\s+at .*:\d+:\d+/mu);
  });

  it("runs as the command that npm installs, in any subfolder", async () => {
    const below = join(packed.folder, "packages", "api");
    mkdirSync(below, { recursive: true });
    symlinkSync(join(packed.commands, "conformance"), join(below, "linked"));
    const { code, out } = await packed.run(["--version"]);

    expect(code).toBe(0);
    expect(out).toMatch(/^\d+\.\d+\.\d+\n$/u);
  });
});

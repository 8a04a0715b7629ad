import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { suiteCommand } from "#contract";
import { copyCheckout } from "../../bin/testing/pack-checkout.ts";
import { folderForAllTests } from "../../bin/testing/temporary-folder.ts";
import { testLimitMs } from "../../bin/testing/test-limit.ts";

/** Printed before the build, which takes seconds. */
const building = "Building the command...\n";

const place = folderForAllTests();
let checkout = "";

beforeAll(() => {
  checkout = join(place.path, "checkout");
  copyCheckout(checkout);
});

function type(words: string): Promise<{ code: number; out: string; err: string }> {
  const { PATH = "" } = process.env;
  const env = {
    PATH,
    HOME: place.path,
    npm_config_cache: join(place.path, "npm"),
    npm_config_offline: "true",
    npm_config_update_notifier: "false",
  };
  return new Promise((resolve) => {
    execFile(
      "sh",
      ["-c", `${suiteCommand} ${words}`],
      { cwd: checkout, env, timeout: testLimitMs },
      (error, out, err) => {
        const code = typeof error?.code === "number" ? error.code : Number(error !== null);
        resolve({ code, out, err });
      },
    );
  });
}

describe("the command in a checkout", () => {
  it("is built on the first call, even with two concurrent calls", async () => {
    expect(existsSync(join(checkout, "dist"))).toBe(false);

    const both = await Promise.all([type("--version"), type("list")]);

    expect(both.map(({ code, err }) => [code, err])).toEqual([
      [0, building],
      [0, building],
    ]);
    expect(both[0].out).toMatch(/^\d+\.\d+\.\d+\n$/u);
    expect(both[1].out).toContain("concurrency.stale-status-write-conflicts");
    expect(readdirSync(join(checkout, "dist"))).toEqual(["bin"]);
  });

  it("is built again only if a source has changed", async () => {
    const source = join(checkout, "bin/commands/main.ts");
    const before = readFileSync(source, "utf8");
    writeFileSync(source, `${before}\nprocess.stderr.write("changed\\n");\n`);
    const changed = await type("--version");
    writeFileSync(source, before);
    const changedBack = await type("--version");
    const built = join(checkout, "dist/bin/cli.js");
    const text = readFileSync(built, "utf8");
    writeFileSync(built, `${text}\nprocess.stderr.write("as it was\\n");\n`);
    const unchanged = await type("--version");

    expect([changed.err, changedBack.err, unchanged.err]).toEqual([
      `${building}changed\n`,
      building,
      "as it was\n",
    ]);
  });

  it("requests to install missing dependencies and to fix broken sources", async () => {
    const source = join(checkout, "bin/commands/main.ts");
    const before = readFileSync(source, "utf8");
    writeFileSync(source, "export const = 1;\n");
    const broken = await type("--version");
    writeFileSync(source, before);
    rmSync(join(checkout, "node_modules"));
    const bare = await type("--version");

    expect(broken).toMatchObject({ code: 3, err: expect.stringContaining("cannot be built") });
    expect(bare).toMatchObject({ code: 2, err: expect.stringContaining("Run npm ci first.") });
  });
});

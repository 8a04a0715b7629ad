import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startReference } from "#reference";
import { buildProgram } from "../testing/built-program.ts";
import type { BuiltProgram } from "../testing/built-program.ts";
import { inventoryOf } from "../testing/inventory-of.ts";
import { folderForEachTest } from "../testing/temporary-folder.ts";
import { call, testStateHome, testWorld } from "../testing/test-world.ts";

const folder = folderForEachTest();

const variables = {
  CONFORMANCE_AUTHOR: "author-token",
  CONFORMANCE_CONTROLLER: "controller-token",
};

const identities = [
  "author=env:CONFORMANCE_AUTHOR",
  "controller=env:CONFORMANCE_CONTROLLER",
] as const;

let built: BuiltProgram;

beforeAll(() => {
  built = buildProgram();
});

afterAll(() => {
  built[Symbol.dispose]();
});

const dialect = (): string => join(folder.path, "dialect.yaml");

function ledgers(): readonly string[] {
  return readdirSync(folder.path).filter((name) => name.endsWith(".ndjson"));
}

function start(url: string): ChildProcess & Disposable {
  const program = join(built.folder, "cli.js");
  const args = ["init", "--endpoint", url, "--output", dialect(), "--namespace", "default"];
  const { PATH = "", HOME = "" } = process.env;
  const init = spawn(process.execPath, [program, ...args, "--identity", ...identities], {
    env: { PATH, HOME, XDG_STATE_HOME: testStateHome, ...variables },
    stdio: ["ignore", "ignore", "pipe"],
  });
  return Object.assign(init, { [Symbol.dispose]: () => void init.kill("SIGKILL") });
}

function argsOf({ stderr }: ChildProcess): Promise<string> {
  return stderr === null ? Promise.resolve("") : text(stderr);
}

async function stopAmongObjects(
  init: ChildProcess,
  {
    url,
    before,
    by,
  }: { readonly url: string; readonly before: readonly string[]; readonly by: NodeJS.Signals },
): Promise<void> {
  while ((await inventoryOf(url)).length <= before.length) {
    if (init.exitCode !== null) throw new Error(`init ended by itself with ${init.exitCode}`);
    await pause(5);
  }
  init.kill(by);
}

describe("init that is stopped among its objects", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "removes them on %s, and says what ended it",
    async (by) => {
      await using server = await startReference();
      const before = await inventoryOf(server.url);
      using init = start(server.url);
      const [ended, printed] = [once(init, "exit"), argsOf(init)];
      await stopAmongObjects(init, { url: server.url, before, by });

      expect(await ended).toEqual([130, null]);
      expect(await printed).toBe("interrupted; nothing was written\n");
      expect(await inventoryOf(server.url)).toEqual(before);
      expect(ledgers()).toEqual([]);
      expect(existsSync(dialect())).toBe(false);
    },
  );

  it("leaves a ledger if it is killed, by which cleanup removes the objects, any number of times", async () => {
    await using server = await startReference();
    const before = await inventoryOf(server.url);
    using init = start(server.url);
    const ended = once(init, "exit");
    await stopAmongObjects(init, { url: server.url, before, by: "SIGKILL" });
    expect(await ended).toEqual([null, "SIGKILL"]);

    const [ledger = ""] = ledgers();
    for (let count = 1; count <= 2; count += 1) {
      const args = ["cleanup", join(folder.path, ledger), "--identity", ...identities];
      const called = await call(args, testWorld(variables));
      expect(called).toMatchObject({ code: 0, err: "" });
      expect(await inventoryOf(server.url)).toEqual(before);
    }
  });

  it("leaves no ledger if it finished", async () => {
    await using server = await startReference();
    const before = await inventoryOf(server.url);
    using init = start(server.url);
    const ended = once(init, "exit");
    init.stderr?.resume();

    expect(await ended).toEqual([0, null]);
    expect(await inventoryOf(server.url)).toEqual(before);
    expect(ledgers()).toEqual([]);
    expect(existsSync(dialect())).toBe(true);
  });
});

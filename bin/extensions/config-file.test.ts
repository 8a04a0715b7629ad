import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderForEachTest } from "../testing/temporary-folder.ts";
import { findConfig } from "./config-file.ts";

const folder = folderForEachTest();

function below(): string {
  const inner = join(folder.path, "a", "b");
  mkdirSync(inner, { recursive: true });
  writeFileSync(join(folder.path, "conformance.config.yaml"), "timeout: 3\n");
  return inner;
}

it("finds a configuration above, but none above the root of a repository", async () => {
  const inner = below();
  expect(await findConfig(inner, undefined)).toMatchObject({ members: { timeout: 3 } });

  mkdirSync(join(folder.path, "a", ".git"));
  expect(await findConfig(inner, undefined)).toBeUndefined();
});

it.runIf(process.getuid?.() === 0)("takes none above that belongs to somebody else", async () => {
  const inner = below();
  chownSync(join(folder.path, "conformance.config.yaml"), 65_534, 65_534);

  expect(await findConfig(inner, undefined)).toBeUndefined();
});

import { chmodSync, chownSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderForEachTest } from "../testing/temporary-folder.ts";
import { configured } from "./configuration.ts";
import type { TypedOptions } from "./configuration.ts";
import { findConfig } from "./config-file.ts";
import { findExtensions } from "./find-extensions.ts";
import { UsageError } from "../process/program-errors.ts";

const folder = folderForEachTest();

function below(): string {
  const inner = join(folder.path, "a", "b");
  mkdirSync(inner, { recursive: true });
  writeFileSync(join(folder.path, "conformance.config.yaml"), "timeout: 3\n");
  return inner;
}

it("finds a configuration above, but none above the root of a repository", async () => {
  const inner = below();
  expect(await findConfig({ folder: inner })).toMatchObject({ members: { timeout: 3 } });

  mkdirSync(join(folder.path, "a", ".git"));
  expect(await findConfig({ folder: inner })).toBeUndefined();
});

it.runIf(process.getuid?.() === 0)("takes none above that belongs to another user", async () => {
  const inner = below();
  chownSync(join(folder.path, "conformance.config.yaml"), 65_534, 65_534);

  expect(await findConfig({ folder: inner })).toBeUndefined();
});

it.each([
  { name: "a number that JSON lacks", text: "export default { seed: 5n };" },
  { name: "a cycle", text: "const o = {}; o.seed = o; export default o;" },
])("rejects $name in a module as wrong use", async ({ text }) => {
  const path = join(folder.path, "conformance.config.mjs");
  writeFileSync(path, text);
  await expect(findConfig({ folder: folder.path })).rejects.toThrow(UsageError);
});

const ran = (): string => join(folder.path, "ran");

function put(name: string, text: string): string {
  const inner = join(folder.path, "a", "b");
  mkdirSync(inner, { recursive: true });
  writeFileSync(join(folder.path, name), text);
  return inner;
}

const program = (): string =>
  `import { writeFileSync } from "node:fs";
   writeFileSync(${JSON.stringify(ran())}, "");
   export default { seed: 5 };`;

const refuse = (): Promise<string> => Promise.resolve("");

describe("a configuration above the working directory that runs something", () => {
  const typed: TypedOptions["typed"] = {
    runs: "1",
    timeout: "10",
    attempts: "1",
    concurrency: "1",
    output: "out",
    format: [],
    color: false,
  };

  it("is not used without a terminal", async () => {
    const inner = put("conformance.config.mjs", program());
    await expect(findConfig({ folder: inner }, {})).rejects.toThrow(
      /is executable code, and is in a parent directory of/u,
    );
    expect(existsSync(ran())).toBe(false);
  });

  it("is not used if the answer is no", async () => {
    const inner = put("conformance.config.mjs", program());
    await expect(findConfig({ folder: inner }, { ask: refuse })).rejects.toThrow(/was not used/u);
    expect(existsSync(ran())).toBe(false);
  });

  it("causes a question once, and again when it changes", async () => {
    const inner = put("conformance.config.mjs", program());
    const questions: string[] = [];
    const world = {
      stateFolder: join(folder.path, "state"),
      ask: (question: string) => {
        questions.push(question);
        return Promise.resolve("y");
      },
    };
    expect(await findConfig({ folder: inner }, world)).toMatchObject({ members: { seed: 5 } });
    expect(await findConfig({ folder: inner }, world)).toMatchObject({ members: { seed: 5 } });
    expect(questions).toHaveLength(1);

    put("conformance.config.mjs", `${program()}\n`);
    await findConfig({ folder: inner }, world);
    expect(questions).toHaveLength(2);
  });

  it("is used without a question if it is named, and in CI", async () => {
    const inner = put("conformance.config.mjs", program());
    const named = { folder: inner, named: "../../conformance.config.mjs" };
    expect(await findConfig(named, {})).toMatchObject({ members: { seed: 5 } });
    const environment = { CI: "true" };
    expect(await findConfig({ folder: inner }, { environment })).toMatchObject({
      members: { seed: 5 },
    });
  });

  it.each([
    { what: "names a command", text: 'identity: { author: "command:issue token" }\n' },
    { what: "names a dialect with a command", text: "dialect: dialect.yaml\n" },
  ])("is not used either where it $what", async ({ text }) => {
    put("dialect.yaml", "identities: { author: { command: [issue, token] } }\n");
    const inner = put("conformance.config.yaml", text);
    await expect(configured({ typed, given: new Set() }, { folder: inner })).rejects.toThrow(
      /refers to commands or files, and is in a parent directory of the working directory/u,
    );
  });

  it("is not used either if it loads extensions", async () => {
    const inner = put("conformance.config.yaml", "extensions: [./acme.mjs]\n");
    await expect(findExtensions(undefined, { folder: inner })).rejects.toThrow(
      /loads extensions, and is in a parent directory of the working directory/u,
    );
  });

  it("is used if it only contains options", async () => {
    put("dialect.yaml", "name: plain\n");
    const inner = put(
      "conformance.config.yaml",
      "dialect: dialect.yaml\nidentity: { author: env:T }\n",
    );
    expect(await findConfig({ folder: inner }, {})).toMatchObject({
      members: { dialect: "dialect.yaml" },
    });
  });
});

it.runIf(process.getuid?.() === 0)(
  "takes none that somebody else put into a folder of everybody",
  async () => {
    below();
    const path = join(folder.path, "conformance.config.yaml");
    chownSync(path, 65_534, 65_534);
    chmodSync(folder.path, 0o1777);
    expect(await findConfig({ folder: folder.path })).toBeUndefined();

    chownSync(path, 0, 0);
    expect(await findConfig({ folder: folder.path })).toBeDefined();
  },
);

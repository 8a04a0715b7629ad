import { chmodSync, chownSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startReference } from "#reference";
import { call, testWorld } from "../testing/test-world.ts";
import type { Called } from "../testing/test-world.ts";
import { folderForEachTest } from "../testing/temporary-folder.ts";

const folder = folderForEachTest();

const ran = (): string => join(folder.path, "ran");

const withCommand = (): string => {
  const program = `require("node:fs").writeFileSync(${JSON.stringify(ran())}, "")`;
  const command = JSON.stringify([process.execPath, "-e", program]);
  return `dialect: 1\nextends: canonical\nname: theirs\nidentities: {author: {command: ${command}}}\n`;
};

const plain = "dialect: 1\nextends: canonical\nname: theirs\nidentities: {author: {env: AUTHOR}}\n";

function put(name: string, text: string): string {
  const path = join(folder.path, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, text);
  return path;
}

interface Somebody {
  readonly questions: string[];
  readonly answer?: string;
  readonly ci?: string;
}

async function run(args: readonly string[], somebody?: Somebody): Promise<Called> {
  const here = join(folder.path, "here");
  mkdirSync(here, { recursive: true });
  const ask = (question: string): Promise<string> => {
    somebody?.questions.push(question);
    return Promise.resolve(somebody?.answer ?? "n");
  };
  const environment = { AUTHOR: "author-token", ...(somebody?.ci ? { CI: somebody.ci } : {}) };
  const world = {
    ...testWorld(environment),
    folder: here,
    stateFolder: join(folder.path, "state"),
    ...(somebody?.answer === undefined ? {} : { ask }),
  };
  return call(args, world);
}

describe("a dialect from elsewhere that runs or reads something", () => {
  const only = ["--only", "generation/starts-at-one#Service*", "--runs", "1", "--config", "none"];
  const wordsFor = (url: string, dialect: string): readonly string[] => [
    "run",
    "--endpoint",
    url,
    "--dialect",
    dialect,
    "--output",
    join(folder.path, "out"),
    ...only,
  ];

  it("causes a question, and runs nothing if the answer is no", async () => {
    await using server = await startReference();
    const dialect = put("there/theirs.yaml", withCommand());
    const somebody = { questions: [], answer: "n" };
    const tries = [
      wordsFor(server.url, dialect),
      ["try", dialect, "list", "Service", "--endpoint", server.url, "--as", "author"],
      ["init", "--check", dialect, "--endpoint", server.url],
    ];
    for (const [index, args] of tries.entries()) {
      const { code, err } = await run(args, somebody);
      expect({ code, err }).toMatchObject({
        code: 2,
        err: expect.stringContaining("was not used"),
      });
      expect(somebody.questions).toHaveLength(index + 1);
    }
    expect(somebody.questions[0]).toContain(
      "theirs.yaml runs commands or reads files: the command",
    );
    expect(existsSync(ran())).toBe(false);
  });

  it("causes a question once, and again when it or an extended file changes", async () => {
    await using server = await startReference();
    const base = put("there/base.yaml", withCommand());
    const dialect = put("there/theirs.yaml", "dialect: 1\nextends: base.yaml\n");
    const somebody = { questions: [], answer: "y" };
    await run(wordsFor(server.url, dialect), somebody);
    await run(wordsFor(server.url, dialect), somebody);
    expect(somebody.questions).toHaveLength(1);
    expect(existsSync(ran())).toBe(true);

    writeFileSync(base, `${withCommand()}# changed\n`);
    await run(wordsFor(server.url, dialect), somebody);
    expect(somebody.questions).toHaveLength(2);
  });

  it("causes no question if it runs and reads nothing", async () => {
    await using server = await startReference();
    const somebody = { questions: [], answer: "n" };
    await run(wordsFor(server.url, put("there/theirs.yaml", plain)), somebody);
    expect(somebody.questions).toEqual([]);
  });

  it("is the user's own in the working directory and in its repository", async () => {
    await using server = await startReference();
    const somebody = { questions: [], answer: "n" };
    await run(wordsFor(server.url, put("here/mine.yaml", withCommand())), somebody);
    mkdirSync(join(folder.path, ".git"));
    await run(wordsFor(server.url, put("there/mine.yaml", withCommand())), somebody);
    expect(somebody.questions).toEqual([]);
    expect(existsSync(ran())).toBe(true);
  });

  it("may name hooks and files no more than commands", async () => {
    await using server = await startReference();
    const questions: string[] = [];
    const somebody = { questions, answer: "n" };
    const hooked = `${plain}kinds: {Service: {fixtures: {create: {command: [make-it]}}}}\n`;
    const over = `${plain}kinds: {Service: {fixtures: {create: {http: {url: "http://127.0.0.1:9/"}}}}}\n`;
    const reading = plain.replace("env: AUTHOR", "file: /etc/hostname");
    for (const [index, text] of [hooked, over, reading].entries()) {
      const called = await run(wordsFor(server.url, put(`there/${index}.yaml`, text)), somebody);
      expect(called).toMatchObject({ code: 2, err: expect.stringContaining("was not used") });
    }
    expect(questions.map((question) => question.replace(/^.*files: /u, ""))).toEqual([
      "the command make-it. Use it? [y/N] ",
      "a hook at http://127.0.0.1:9/. Use it? [y/N] ",
      "the file /etc/hostname. Use it? [y/N] ",
    ]);
  });

  it("is used as named without a terminal or in CI, with a note on what it runs", async () => {
    await using server = await startReference();
    const dialect = put("there/theirs.yaml", withCommand());
    const { err } = await run(wordsFor(server.url, dialect));
    expect(err).toContain(
      "theirs.yaml is outside the working directory and runs commands or reads files",
    );
    expect(existsSync(ran())).toBe(true);

    const inCi = { questions: [], answer: "n", ci: "true" };
    await run(wordsFor(server.url, dialect), inCi);
    expect(inCi.questions).toEqual([]);
  });

  it.runIf(process.getuid?.() === 0)(
    "is not used unasked where somebody else can have written it",
    async () => {
      await using server = await startReference();
      const dialect = put("there/theirs.yaml", withCommand());
      chmodSync(join(folder.path, "there"), 0o1777);
      chownSync(dialect, 65_534, 65_534);
      expect(await run(wordsFor(server.url, dialect))).toMatchObject({
        code: 2,
        err: expect.stringContaining("belongs to another user"),
      });
      expect(existsSync(ran())).toBe(false);

      // The user is asked even if the dialect is in the working directory.
      const here = put("here/theirs.yaml", withCommand());
      chmodSync(join(folder.path, "here"), 0o1777);
      chownSync(here, 65_534, 65_534);
      expect(await run(wordsFor(server.url, here))).toMatchObject({ code: 2 });
      expect(existsSync(ran())).toBe(false);
    },
  );
});

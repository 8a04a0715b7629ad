import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { createProgram } from "./program.ts";
import { idleActions } from "../testing/idle-actions.ts";
import { call } from "../testing/test-world.ts";
import { completeWords } from "./completion.ts";

const values = {
  options: { only: ["watch.ordered", "watch.unique"], profile: ["kubernetes/v1"] },
  arguments: { explain: ["watch.ordered"] },
};

const program = createProgram({ version: "1", actions: idleActions, print: () => {}, width: 100 });

describe("the completions of a shell", () => {
  it.each([
    { typed: ["self"], words: ["self-test"] },
    { typed: ["complet"], words: ["completion"] },
    { typed: ["explain", ""], words: ["watch.ordered"] },
    { typed: ["explain", "write"], words: [] },
    { typed: ["--write-b"], words: ["--write-budget"] },
    { typed: ["run", "--write-b"], words: ["--write-budget"] },
    { typed: ["list", "--f"], words: ["--faults", "--freedoms", "--feature", "--format"] },
    { typed: ["--only", "watch.u"], words: ["watch.unique"] },
    { typed: ["--only", "watch.unique", "watch."], words: ["watch.ordered", "watch.unique"] },
    { typed: ["list", "--profile", ""], words: ["kubernetes/v1"] },
    { typed: ["list", "--profile", "kubernetes/v1", ""], words: [] },
    { typed: ["--endpoint", ""], words: [] },
    { typed: ["judge", ""], words: [] },
    { typed: ["--only", "watch.unique", "--sk"], words: ["--skip"] },
  ])("after $typed are $words", ({ typed, words }) => {
    expect(completeWords(program, typed, values)).toEqual(words);
  });

  it("include every visible command", () => {
    const words = completeWords(program, [""], values);

    expect(words).toEqual(
      expect.arrayContaining(["run", "observe", "controller", "cleanup", "help"]),
    );
    expect(words).not.toContain("complete-words");
  });

  it("are printed with all details of the release", async () => {
    const { out } = await call(["complete-words", "--", "self-test", "--fault", "stale-v"]);

    expect(out).toBe("stale-version-accepted\n");
  });
});

describe("completion", () => {
  it.each(["bash", "zsh", "fish"])("prints a script for %s", async (shell) => {
    const { code, out } = await call(["completion", shell]);

    expect(code).toBe(0);
    expect(out).toContain("conformance complete-words -- ");
  });

  it("supports no other shell", async () => {
    const { code, err } = await call(["completion", "csh"]);

    expect(code).toBe(2);
    expect(err).toContain("bash");
  });
});

describe("the help", () => {
  it("describes every command, option and argument", () => {
    const silent = [program, ...program.commands]
      .filter((command) => command.name() !== "complete-words")
      .flatMap((command: Command) => [
        ...(command.description() === "" ? [command.name()] : []),
        ...command.options
          .filter(({ description }) => description === "")
          .map(({ flags }) => `${command.name()} ${flags}`),
        ...command.registeredArguments
          .filter(({ description }) => description === "")
          .map((argument) => `${command.name()} ${argument.name()}`),
      ]);

    expect(silent).toEqual([]);
  });
});

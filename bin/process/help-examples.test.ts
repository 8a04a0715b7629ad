import { describe, expect, it } from "vitest";
import { suiteCommand } from "#contract";
import { call, testWorld } from "../testing/test-world.ts";
import { createProgram } from "../commands/program.ts";
import { faults } from "#reference";
import { idleActions } from "../testing/idle-actions.ts";
import { helpExamples } from "./help-examples.ts";

const examples = Object.entries(helpExamples).flatMap(([name, ofCommand]) =>
  ofCommand.map(({ args }) => ({ name, args })),
);

/** Splits a command line at spaces outside quotes, and drops the redirection. */
function wordsOf(args: string): readonly string[] {
  const [command = ""] = args.split(" >");
  return [...command.matchAll(/'([^']*)'|(\S+)/gu)].map(([, quoted, bare]) => quoted ?? bare ?? "");
}

const programOf = (width: number): ReturnType<typeof createProgram> =>
  createProgram({ version: "1", actions: idleActions, print: () => {}, width });

describe("the examples of the help", () => {
  it("include every command", () => {
    const commands = programOf(80).commands.filter((command) => command.description() !== "");

    expect(Object.keys(helpExamples)).toEqual(commands.map((command) => command.name()));
  });

  it.each(examples)("parse: $args", async ({ name, args }) => {
    const words = wordsOf(args);

    expect(words[0]).toBe(name);
    await expect(programOf(80).parseAsync(words, { from: "user" })).resolves.toBeDefined();
  });

  it.each(
    examples.filter(({ name }) => ["list", "explain", "config", "completion"].includes(name)),
  )("run: $args", async ({ args }) => {
    expect((await call(wordsOf(args))).code).toBe(0);
  });

  it("plant faults that exist", () => {
    const planted = examples.flatMap(({ args }) => /--fault (\S+)/u.exec(args)?.[1] ?? []);

    expect(planted).not.toEqual([]);
    expect(faults.map(({ name }) => name)).toEqual(expect.arrayContaining(planted));
  });

  it("can be pasted from 80 columns", async () => {
    const { out } = await call(["run", "--help"], testWorld({ COLUMNS: "80" }));
    const [, section = ""] = out.split("Examples:\n");
    const commands = section.replaceAll(" \\\n", "").match(/^ {2}npx.*$/gmu) ?? [];

    expect(section.split("\n").filter((line) => line.length > 80)).toEqual([]);
    expect(commands.map((line) => line.replaceAll(/ +/gu, " ").trim())).toEqual(
      helpExamples["run"]?.map(({ args }) => `${suiteCommand} ${args}`),
    );
  });
});

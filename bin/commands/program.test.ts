import { describe, expect, it } from "vitest";
import { commandsOfPaths } from "../process/guarded-world.ts";
import { idleActions } from "../testing/idle-actions.ts";
import { call } from "../testing/test-world.ts";
import { createProgram } from "./program.ts";

describe("the help", () => {
  it.each([
    { args: ["--help"] },
    { args: ["run", "--help"] },
    { args: ["list", "--help"] },
    { args: ["explain", "--help"] },
    { args: ["serve", "--help"] },
    { args: ["self-test", "--help"] },
  ])("of $args", async ({ args }) => {
    const { code, out, err } = await call(args);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatchSnapshot();
  });

  it("is the same by both requests", async () => {
    const asked = await call(["help", "serve"]);
    expect(asked).toEqual(await call(["serve", "--help"]));
  });
});

it("prints the version of the package", async () => {
  const { code, out } = await call(["--version"]);
  expect(code).toBe(0);
  expect(out).toMatch(/^\d+\.\d+\.\d+\n$/u);
});

it("prints the operands of all commands with paths and without identities", () => {
  const { commands } = createProgram({
    version: "1",
    actions: idleActions,
    print: () => {},
    width: 100,
  });
  const withPaths = commands.filter(
    ({ options, registeredArguments }) =>
      registeredArguments.some((operand) =>
        /path|record|report|file|before|after/iu.test(operand.name()),
      ) && !options.some(({ long }) => long === "--identity"),
  );

  expect(new Set(withPaths.map((command) => command.name()))).toEqual(commandsOfPaths);
});

import { describe, expect, it } from "vitest";
import { call } from "../testing/test-world.ts";

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

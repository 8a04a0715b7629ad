import { describe, expect, it } from "vitest";
import { UsageError } from "../process/program-errors.ts";
import { parseYaml } from "./parse-yaml.ts";

describe("parseYaml", () => {
  it.each([
    { name: "YAML", text: "a: &x 1\nb: *x\n" },
    { name: "JSON", text: '{ "a": 1,\n  "b": 1 }' },
  ])("gives the content of $name", ({ text }) => {
    expect(parseYaml(text, "f")).toEqual({ a: 1, b: 1 });
  });

  it("states the position of an error in a single line", () => {
    expect(() => parseYaml("a: 1\nb: [", "the file f")).toThrow(
      /^the file f:2:5 is invalid YAML: .+$/u,
    );
  });

  it("rejects aliases that multiply (billion laughs) as wrong use", () => {
    const lines = Array.from({ length: 9 }, (_, level) => {
      const inner = level === 0 ? "lol" : `*a${level - 1}`;
      return `a${level}: &a${level} [${Array.from({ length: 9 }, () => inner).join(", ")}]`;
    });
    expect(() => parseYaml(lines.join("\n"), "f")).toThrow(UsageError);
  });
});

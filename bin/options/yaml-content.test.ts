import { parseDocument } from "yaml";
import { describe, expect, it } from "vitest";
import { UsageError } from "../process/program-errors.ts";
import { yamlContent } from "./yaml-content.ts";

const refused = (problem: string): UsageError => new UsageError(problem, { fix: "m" });

describe("yamlContent", () => {
  it("gives the content", () => {
    expect(yamlContent(parseDocument("a: &x 1\nb: *x\n"), refused)).toEqual({ a: 1, b: 1 });
  });

  it("rejects aliases that multiply (billion laughs) as wrong use", () => {
    const lines = Array.from({ length: 9 }, (_, level) => {
      const inner = level === 0 ? "lol" : `*a${level - 1}`;
      return `a${level}: &a${level} [${Array.from({ length: 9 }, () => inner).join(", ")}]`;
    });
    expect(() => yamlContent(parseDocument(lines.join("\n")), refused)).toThrow(UsageError);
  });
});

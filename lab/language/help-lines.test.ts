import { describe, expect, it } from "vitest";
import { createProgram } from "../../bin/commands/program.ts";
import { idleActions } from "../../bin/testing/idle-actions.ts";
import { helpLinesOf, helpProblem } from "./help-lines.ts";

describe("the lines of --help", () => {
  const program = createProgram({ version: "1", actions: idleActions, print: () => {}, width: 80 });
  const lines = helpLinesOf(program);

  it("include every command and its options", () => {
    const names = lines.map(({ of }) => of);
    expect(names).toContain("npx conformance run --seed");
    expect(names).toContain("npx conformance check-history");
    expect(lines.length).toBeGreaterThan(150);
  });

  it("are instructions: a verb first, and nothing in the passive", () => {
    const problems = lines.flatMap(({ of, text }) => {
      const problem = helpProblem(text);
      return problem === undefined ? [] : [`${of}: ${problem}`];
    });
    expect(problems).toEqual([]);
  });

  it.each([
    ["the port on which the server listens", "does not start with a verb"],
    ["Listens on this port", "does not start with a verb"],
    ["wait until a request is sent", 'passive: "is sent"'],
    ["listen on this port, 0 for any free port", undefined],
  ])("such as %j are judged", (text, problem) => {
    expect(helpProblem(text)).toBe(problem);
  });
});

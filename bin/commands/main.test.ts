import { describe, expect, it } from "vitest";
import { call } from "../testing/test-world.ts";

describe("wrong use", () => {
  it.each([
    { args: ["--endpont", "x"], error: "unknown option '--endpont'", help: "--endpoint" },
    { args: ["--zzzzzzzz"], error: "unknown option '--zzzzzzzz'", help: "npx conformance --help" },
    {
      args: ["--endpoint"],
      error: "'--endpoint <url>' argument missing",
      help: "npx conformance --help",
    },
    { args: ["lst"], error: 'unknown command "lst"', help: "Did you mean list?" },
    { args: ["show-reprot"], error: "unknown command", help: "Did you mean show-report?" },
    { args: ["reproduse", "1"], error: "unknown command", help: "Did you mean reproduce?" },
    { args: ["run", "fast"], error: 'unknown command "fast"', help: "npx conformance --help" },
    {
      args: ["list", "x"],
      error: "too many arguments for 'list'",
      help: "npx conformance --help",
    },
    {
      args: ["list", "--format", "xml"],
      error: 'invalid value for --format: "xml"',
      help: "text, json",
    },
    { args: ["list", "--profile", "x"], error: 'unknown profile "x"', help: "graphql-status/v1" },
    {
      args: ["explain"],
      error: "missing required argument 'requirement'",
      help: "npx conformance explain --help lists its arguments.",
    },
    {
      args: ["explain", "watch.one-event-per-wrte"],
      error: 'no requirement "watch.one-event-per-wrte"',
      help: "Did you mean watch.one-event-per-write",
    },
    {
      args: ["serve", "--port", "http"],
      error: 'invalid value for --port: "http"',
      help: "65535",
    },
    { args: ["serve", "--port", "70000"], error: "invalid value for --port", help: "65535" },
    {
      args: ["serve", "--fault", "x"],
      error: 'no fault "x"',
      help: "npx conformance list --faults",
    },
    {
      args: ["self-test", "--workers", "-1"],
      error: "invalid value for --workers",
      help: "from 0",
    },
    { args: ["self-test", "--fault", "x"], error: 'no fault "x"', help: "list --faults" },
    { args: ["--seed", "x"], error: 'invalid value for --seed: "x"', help: "an integer" },
    {
      args: ["--format", "pdf"],
      error: 'invalid value for --format: "pdf"',
      help: "terminal, json",
    },
    { args: ["--endpoint", "nowhere"], error: "is not a URL", help: "http://" },
  ])("$args exits with 2 and says what to do", async ({ args, error, help }) => {
    const called = await call(args);
    expect(called.code).toBe(2);
    expect(called.out).toBe("");
    const [first = "", second = "", ...rest] = called.err.split("\n");
    expect(first).toMatch(/^error: /u);
    expect(first).toContain(error);
    expect(second).toMatch(/^help: {2}/u);
    expect(second).toContain(help);
    expect(rest).toEqual([""]);
  });

  it("has a stack trace in verbose output", async () => {
    const { err } = await call(["--seed", "x", "--verbose"]);
    expect(err).toContain("UsageError: invalid value for --seed");
    expect(err).toContain("\n    at ");
  });
});

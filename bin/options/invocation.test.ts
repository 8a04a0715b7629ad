import { describe, expect, it } from "vitest";
import { invocationOf } from "./invocation.ts";

describe("invocationOf", () => {
  it.each([
    { script: "/home/project/dist/bin/cli.js", invocation: "node dist/bin/cli.js" },
    { script: "/home/project/my folder/cli.js", invocation: "conformance" },
    { script: "/home/project/node_modules/.bin/conformance", invocation: "npx conformance" },
    { script: "/home/other/dist/bin/cli.js", invocation: "conformance" },
    { script: "/usr/bin/conformance", invocation: "conformance" },
    { script: "", invocation: "conformance" },
  ])("is $invocation for $script", ({ script, invocation }) => {
    expect(invocationOf(script, "/home/project")).toBe(invocation);
  });
});

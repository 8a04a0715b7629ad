import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { reasonOf } from "./error-reason.ts";

function reasonFor(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    return reasonOf(error);
  }
}

describe("reasonOf", () => {
  it("explains an error of the file system in words", () => {
    expect(reasonFor("no/such/file")).toBe("no such file or directory (ENOENT)");
    expect(reasonFor(".")).toBe("illegal operation on a directory (EISDIR)");
  });

  it.each([
    { error: new Error("out of luck"), reason: "out of luck" },
    { error: Object.assign(new Error("no words"), { code: "E_OWN" }), reason: "no words (E_OWN)" },
    { error: "thrown", reason: "thrown" },
  ])("keeps other messages: $reason", ({ error, reason }) => {
    expect(reasonOf(error)).toBe(reason);
  });
});

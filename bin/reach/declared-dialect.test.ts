import { describe, expect, it } from "vitest";
import { declaredDialect } from "./declared-dialect.ts";

describe("The dialect with the declarations of freedoms", () => {
  it("is read once per declaration, because a self-test reads it for each trial", () => {
    const dialect = declaredDialect([{ withdraws: ["watch"] }]);

    expect(declaredDialect([{}, { withdraws: ["watch"] }])).toBe(dialect);
    expect(declaredDialect([{ withdraws: ["dry-run"] }])).not.toBe(dialect);
  });
});

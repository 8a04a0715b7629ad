import { describe, expect, it } from "vitest";
import { withoutAliases } from "../schema/aliases.ts";
import { withRootField } from "./root-field-form.ts";

const roots = { query: "Query", mutation: "Writes" };
const report = "mutation ($level: Int) {\n  report(level: $level) {\n    id\n  }\n}";

describe("a root field in another form", () => {
  it("is called under an alias, which is removed from the response", () => {
    const document = withRootField(report, "alias", roots);

    expect(document).toContain("report__of__Writes: report(level: $level)");
    const value = { data: { report__of__Writes: { id: "1" } } };
    expect(withoutAliases({ kind: "json", value }, document)).toMatchObject({
      value: { data: { report: { id: "1" } } },
    });
  });

  it("keeps the response key of a custom document", () => {
    const document = withRootField("mutation { done: report { id } }", "alias", roots);

    expect(document).toContain("done__of__Writes: report");
  });

  it("is called in a fragment on the root type", () => {
    const document = withRootField(report, "fragment", roots);

    expect(document).toContain("mutation ($level: Int) {\n  ...Called\n}");
    expect(document).toContain("fragment Called on Writes {\n  report(level: $level)");
  });

  it.each([
    ["several operations", "query A { a }\nquery B { b }", roots],
    ["an unknown root type", report, {}],
    ["no operation", "fragment A on Query { a }", roots],
  ])("is unchanged in a document with %s", (_, document, known) => {
    expect(withRootField(document, "fragment", known)).toBe(document);
  });
});

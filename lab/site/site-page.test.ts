import { describe, expect, it } from "vitest";
import { addressOf, requirementSource, sitePage, wayBetween } from "./site-page.ts";

describe("the path of a page", () => {
  it.each([
    { source: "README.md", address: "" },
    { source: "CONTRIBUTING.md", address: "contributing/" },
    { source: "docs/ci.md", address: "ci/" },
    { source: "docs/decisions/README.md", address: "decisions/" },
    { source: "docs/decisions/sentinels.md", address: "decisions/sentinels/" },
    { source: "reports/results/README.md", address: "reports/results/" },
    {
      source: requirementSource("concurrency.one-winner"),
      address: "requirements/concurrency.one-winner/",
    },
  ])("for $source is $address", ({ source, address }) => {
    expect(addressOf(source)).toBe(address);
  });
});

describe("the relative link between pages", () => {
  it.each([
    { from: "", to: "ci/", way: "ci/" },
    { from: "ci/", to: "", way: "../" },
    { from: "", to: "", way: "./" },
    { from: "ci/", to: "ci/", way: "./" },
    { from: "requirements/a.b/", to: "requirements/a.c/", way: "../a.c/" },
    { from: "ci/", to: "ci/run.sh", way: "run.sh" },
    { from: "decisions/x/", to: "site.css", way: "../../site.css" },
  ])("from '$from' to '$to' is $way", ({ from, to, way }) => {
    expect(wayBetween(from, to)).toBe(way);
    expect(new URL(way, `http://site/${from}`).pathname).toBe(`/${to}`);
  });
});

it("takes its title from the first heading", () => {
  expect(sitePage("docs/a.md", "text\n\n# The `a.b` page\n\n# Another\n").title).toBe(
    "The a.b page",
  );
  expect(sitePage("docs/a.md", "no heading").title).toBe("docs/a.md");
});

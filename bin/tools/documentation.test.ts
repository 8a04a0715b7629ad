import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { requirementIds, startingSources } from "#contract";
import { generatedPages, outdatedPages, writePages } from "./documentation.ts";

const pages = await generatedPages();

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "documentation-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

it("has every requirement on the page of the contract, and no row without an answer", () => {
  const page = textOf("contract.md");

  expect(requirementIds.filter((id) => !page.includes(`<a id="${id}"></a>`))).toEqual([]);
  expect(page.split("\n").filter((line) => line.includes("**open**"))).toEqual([]);
});

it("has every document that the project starts from, with requirements", () => {
  const page = textOf("sources.md");
  const sections = page.split("\n## ").slice(1);

  expect(sections.map((section) => section.split("\n", 1)[0])).toEqual(startingSources);
  expect(sections.filter((section) => !section.includes("](contract.md#"))).toEqual([]);
});

it("knows pages that are missing or changed", () => {
  expect(outdatedPages(folder, pages)).toEqual(["contract.md", "sources.md"]);
  writePages(folder, pages);
  expect(outdatedPages(folder, pages)).toEqual([]);
  const path = join(folder, "contract.md");
  writeFileSync(path, readFileSync(path, "utf8").replace("MUST", "MAY"));
  expect(outdatedPages(folder, pages)).toEqual(["contract.md"]);
});

it("says where pages cannot be written", () => {
  const nowhere = join(folder, "absent");

  expect(() => writePages(nowhere, pages)).toThrow(
    expect.objectContaining({ name: "HarnessError", message: expect.stringContaining("absent") }),
  );
});

function textOf(file: string): string {
  return pages.find((page) => page.file === file)?.text ?? "";
}

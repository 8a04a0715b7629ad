import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { requirementIds, startingSources } from "#contract";
import { generatedPages, keepPages, outdatedPages, writePages } from "./documentation.ts";
import { folderForEachTest } from "../../bin/testing/temporary-folder.ts";

const pages = await generatedPages();

const folder = folderForEachTest();

it("lists every requirement on the contract page, with all cells filled", () => {
  const page = textOf("contract.md");

  expect(requirementIds.filter((id) => !page.includes(`<a id="${id}"></a>`))).toEqual([]);

  const survey = textOf("survey.md");
  expect(survey.split("\n").filter((line) => line.includes("**open**"))).toEqual([]);
});

it("lists every source document with its requirements", () => {
  const page = textOf("sources.md");
  const sections = page.split("\n## ").slice(1);

  expect(sections.map((section) => section.split("\n", 1)[0])).toEqual(startingSources);
  expect(sections.filter((section) => !section.includes("](contract.md#"))).toEqual([]);
});

it("detects missing and changed pages", () => {
  expect(outdatedPages(folder.path, pages)).toEqual(pages.map(({ file }) => file));
  writePages(folder.path, pages);
  expect(outdatedPages(folder.path, pages)).toEqual([]);
  const path = join(folder.path, "contract.md");
  writeFileSync(path, readFileSync(path, "utf8").replace("MUST", "MAY"));
  expect(outdatedPages(folder.path, pages)).toEqual(["contract.md"]);
});

it("names the folder if pages cannot be written", () => {
  const nowhere = join(folder.path, "absent");

  expect(() => writePages(nowhere, pages)).toThrow(
    expect.objectContaining({ name: "HarnessError", message: expect.stringContaining("absent") }),
  );
});

it("shows the first outdated line", async () => {
  writePages(folder.path, [{ file: "list.md", text: "one\ntwo\nthree\n" }]);
  const complaints: string[] = [];
  const kept = {
    folder: folder.path,
    pages: () => Promise.resolve([{ file: "list.md", text: "one\n2\n3\n" }]),
    script: "docs:list",
  };

  expect(await keepPages(kept, true, (text) => complaints.push(text))).toBe(1);
  expect(complaints.join("")).toContain("  line 2\n  - two\n  + 2\n");
});

function textOf(file: string): string {
  return pages.find((page) => page.file === file)?.text ?? "";
}

import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { outdatedPages, writePages } from "./documentation.ts";
import { exampleFolders, examplePages } from "./generated-examples.ts";
import { folderForEachTest } from "../../bin/testing/temporary-folder.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

const folder = folderForEachTest();

it.each(exampleFolders)("%s equals the output for its record, byte for byte", async (path) => {
  const example = join(root, path);
  const pages = await examplePages(example);
  expect(pages.length).toBeGreaterThan(8);
  // The page contains a script from the build, so only `npm run docs:examples -- --check` compares it.
  const others = pages.filter(({ file }) => file !== "report.html");
  expect(outdatedPages(example, others)).toEqual([]);
});

it("detects an edited file", async () => {
  const [passing] = exampleFolders;
  const example = join(folder.path, basename(passing));
  cpSync(join(root, passing, "run.ndjson"), join(example, "run.ndjson"));
  const pages = await examplePages(example);
  writePages(example, pages);
  writeFileSync(
    join(example, "badge.json"),
    readFileSync(join(example, "badge.json"), "utf8").replace("graphql", "graphsql"),
  );
  expect(outdatedPages(example, pages)).toEqual(["badge.json"]);
});

it("states what to do if the record is missing", async () => {
  await expect(examplePages(folder.path)).rejects.toMatchObject({ name: "UsageError" });
});

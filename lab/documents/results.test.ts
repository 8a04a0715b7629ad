import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { outdatedPages } from "./documentation.ts";
import { foldedResults, resultsFolder } from "./results.ts";

const folder = join(fileURLToPath(new URL("../..", import.meta.url)), resultsFolder);

it("are stored with one line per entry (npm run docs:results formats them)", () => {
  const pages = foldedResults(folder);

  expect(pages.length).toBeGreaterThan(0);
  expect(outdatedPages(folder, pages)).toEqual([]);
});

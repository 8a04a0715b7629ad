import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileFormats, formats } from "#reports";
import { exampleFolders } from "../documents/generated-examples.ts";
import { sitePage } from "./site-page.ts";
import type { SitePage } from "./site-page.ts";

export function examplePages(root: string): readonly SitePage[] {
  return exampleFolders.map((folder) => {
    const name = folder.slice(folder.lastIndexOf("/") + 1);
    const text = readFileSync(join(root, folder, "report.txt"), "utf8");
    return sitePage(
      `${folder}/README.md`,
      `# A ${name} run

As a page: [report.html](report.html). As data: ${files.map((file) => `[${file}](${file})`).join(", ")}. All of it is made from the record of the run, [run.ndjson](run.ndjson), which [the examples](../README.md) explain. In a terminal it looks like this:

~~~~text
${text.trimEnd()}
~~~~
`,
    );
  });
}

const files = fileFormats.filter((name) => name !== "html").map((name) => formats[name].file);

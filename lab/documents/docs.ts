import { generatedPages, keepPages } from "./documentation.ts";

process.exitCode = await keepPages(
  { folder: "docs", pages: generatedPages, script: "docs:contract" },
  process.argv.slice(2),
  (text) => process.stderr.write(text),
);

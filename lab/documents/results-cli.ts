import { keepPages } from "./documentation.ts";
import { foldedResults, resultsFolder } from "./results.ts";

process.exitCode = await keepPages(
  {
    folder: resultsFolder,
    pages: () => Promise.resolve(foldedResults(resultsFolder)),
    script: "docs:results",
  },
  process.argv.slice(2),
  (text) => process.stderr.write(text),
);

import { parseArguments } from "../npm-script.ts";
import { generatedPages, keepPages, pagesScript } from "./documentation.ts";

const script = "docs:contract";
const { check = false } = parseArguments(
  pagesScript(
    script,
    "Write the pages of the contract: requirements, sources, survey and words of dialects.",
  ),
).opts<{ readonly check?: true }>();

process.exitCode = await keepPages(
  { folder: "docs", pages: generatedPages, script },
  check,
  (text) => process.stderr.write(text),
);

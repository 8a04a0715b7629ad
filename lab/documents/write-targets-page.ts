import { renderTargetsPage } from "#reports";
import { keepPages } from "./documentation.ts";
import { knownTargets } from "./known-targets.ts";

const pages = async (): Promise<readonly { file: string; text: string }[]> => [
  { file: "targets.md", text: renderTargetsPage(await knownTargets(process.cwd())) },
];

process.exitCode = await keepPages(
  { folder: "docs", pages, script: "docs:targets" },
  process.argv.slice(2),
  (text) => process.stderr.write(text),
);

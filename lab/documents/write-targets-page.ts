import { renderTargetsPage } from "#reports";
import { parseArguments } from "../npm-script.ts";
import { keepPages, pagesScript } from "./documentation.ts";
import { knownTargets } from "./known-targets.ts";

const script = "docs:targets";
const { check = false } = parseArguments(
  pagesScript(script, "Write the page of known implementations from the stored reports."),
).opts<{ readonly check?: true }>();

const pages = async (): Promise<readonly { file: string; text: string }[]> => [
  { file: "targets.md", text: renderTargetsPage(await knownTargets(process.cwd())) },
];

process.exitCode = await keepPages({ folder: "docs", pages, script }, check, (text) =>
  process.stderr.write(text),
);

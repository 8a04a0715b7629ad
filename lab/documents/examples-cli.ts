import { parseArguments } from "../npm-script.ts";
import { pagesScript } from "./documentation.ts";
import { generateExamples } from "./generated-examples.ts";

const { check = false } = parseArguments(
  pagesScript("docs:examples", "Write the reports in docs/examples from their records."),
).opts<{ readonly check?: true }>();

process.exitCode = await generateExamples(check, (text) => {
  process.stderr.write(text);
});

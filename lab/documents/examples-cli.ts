import { generateExamples } from "./generated-examples.ts";

process.exitCode = await generateExamples(process.argv.slice(2), (text) => {
  process.stderr.write(text);
});

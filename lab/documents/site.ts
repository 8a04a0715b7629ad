import { describeError } from "../../bin/process/program-errors.ts";
import { npmScript, parseArguments } from "../npm-script.ts";
import { buildSite } from "../site/build-site.ts";

parseArguments(npmScript("docs:site", "Build the site of the documentation in dist/site."));

const folder = "dist/site";

try {
  const pages = await buildSite(process.cwd(), folder);
  process.stdout.write(`${folder}: ${pages} pages\n`);
} catch (error) {
  process.stderr.write(describeError(error, { isVerbose: false }));
  process.exitCode = 1;
}

import { describeError } from "../../bin/process/program-errors.ts";
import { buildSite } from "../site/build-site.ts";

const folder = "dist/site";

try {
  const pages = await buildSite(process.cwd(), folder);
  process.stdout.write(`${folder}: ${pages} pages\n`);
} catch (error) {
  process.stderr.write(describeError(error, { isVerbose: false }));
  process.exitCode = 1;
}

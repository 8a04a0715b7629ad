import { main } from "../../bin/commands/main.ts";
import { processWorld } from "../../bin/process/process-world.ts";
import { npmScript, parseArguments } from "../npm-script.ts";

const folder = "conformance-results";

/** After a conflict, this controller rewrites only its conditions, and so loses all other fields. */
const variant = "retries-conditions-alone";

const scenario = "controllers/retries-after-a-label-conflict";

const reports = ["--seed", "1", "--format", "terminal,html"];

parseArguments(
  npmScript("demo:controller", "Test the reference controllers, then one with a planted defect."),
);

// Exits with an error unless the correct controllers pass and the faulty one fails.
const world = processWorld(process);
world.out.write("The reference controllers, with all checks:\n\n");
const right = await main(
  ["controller", "--runs", "8", "--output", `${folder}/controller`, ...reports],
  world,
);
world.out.write(`\nA reference controller with a planted mistake, ${variant}:\n\n`);
const narrowed = ["--variant", variant, "--kind", "Deployment", "--only", scenario];
const wrong = await main(
  ["controller", ...narrowed, "--output", `${folder}/variant`, ...reports],
  world,
);
world.out.write(`\nIts timeline, event by event: ${folder}/variant/report.html\n`);
process.exitCode = right === 0 && wrong === 1 ? 0 : 1;

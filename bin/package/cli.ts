#!/usr/bin/env node
import { describeError } from "../process/errors.ts";
import { exitCodes } from "../process/exit-code.ts";
import { guardedWorld } from "../process/guarded-world.ts";
import { main } from "../commands/main.ts";
import { processWorld } from "../process/process-world.ts";

// graphql guards against two copies of itself with every type that it looks at, unless told not to.
process.env["NODE_ENV"] ??= "production";
const words = process.argv.slice(2);
const world = guardedWorld(processWorld(process), words);
// Left to itself, the process would end with the code that says that the endpoint is wrong.
process.on("uncaughtException", (error) => {
  world.err.write(describeError(error, { isVerbose: words.includes("--verbose") }));
  process.exit(exitCodes.failure);
});
process.exitCode = await main(words, world);

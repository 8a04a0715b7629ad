#!/usr/bin/env node
import { describeError } from "../process/program-errors.ts";
import { exitCodes } from "../process/exit-code.ts";
import { guardedWorld } from "../process/guarded-world.ts";
import { main } from "../commands/main.ts";
import { processWorld } from "../process/process-world.ts";

// In development mode, graphql-js checks on every use of a type whether a second copy of itself is loaded.
process.env["NODE_ENV"] ??= "production";
const args = process.argv.slice(2);
const world = guardedWorld(processWorld(process), args);
// By default, Node.js would exit with 1, which would mean that the endpoint failed.
process.on("uncaughtException", (error) => {
  world.err.write(describeError(error, { isVerbose: args.includes("--verbose") }));
  process.exit(exitCodes.failure);
});
process.exitCode = await main(args, world);

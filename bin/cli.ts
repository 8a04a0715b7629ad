#!/usr/bin/env node
import { main } from "./main.ts";
import { processWorld } from "./process-world.ts";

// graphql guards against two copies of itself with every type that it looks at, unless told not to.
process.env["NODE_ENV"] ??= "production";
process.exitCode = await main(process.argv.slice(2), processWorld(process));

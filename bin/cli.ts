#!/usr/bin/env node
import { main } from "./main.ts";
import { processWorld } from "./process-world.ts";

process.exitCode = await main(process.argv.slice(2), processWorld(process));

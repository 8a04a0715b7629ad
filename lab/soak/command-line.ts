import { fileURLToPath } from "node:url";

/** The compiled program. */
export const commandLine = fileURLToPath(new URL("../bin/cli.js", import.meta.url));

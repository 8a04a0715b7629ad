import { fileURLToPath } from "node:url";

/** The program as it is built. */
export const commandLine = fileURLToPath(new URL("../bin/cli.js", import.meta.url));

import { relative, sep } from "node:path";

/**
 * How the suite was called, as it can be typed again in the same folder: through a package manager,
 * as a file below the folder, or as an installed command.
 */
export function invocationOf(script: string, folder: string): string {
  if (script.split(sep).includes("node_modules")) return "npx conformance";
  const path = relative(folder, script);
  // A path that a shell would take apart is not worth its quotes here.
  const isPlain = /^\w[\w./-]*\.[jt]s$/u.test(path);
  return isPlain ? `node ${path}` : "conformance";
}

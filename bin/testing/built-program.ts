import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The program as it is built, in a folder of its own. Disposing removes it. */
export interface BuiltProgram extends Disposable {
  /** Where its files are: `cli.js`, `reference-controller.js`. */
  readonly folder: string;
}

/** Builds the program from the sources as they are. */
export function buildProgram(): BuiltProgram {
  const place = mkdtempSync(join(tmpdir(), "conformance-built-"));
  try {
    const folder = join(place, "dist", "bin");
    execFileSync(process.execPath, [join(root, "bin", "build.js"), folder], { cwd: root });
    cpSync(join(root, "package.json"), join(place, "package.json"));
    for (const name of ["node_modules", "reference", "reports", "suites"]) {
      symlinkSync(join(root, name), join(place, name));
    }
    return { folder, [Symbol.dispose]: () => rmSync(place, { recursive: true }) };
  } catch (error) {
    rmSync(place, { recursive: true });
    throw error;
  }
}

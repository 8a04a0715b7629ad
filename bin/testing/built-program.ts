import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface BuiltProgram extends Disposable {
  /** The folder of the built files, `cli.js` and `reference-controller.js`. */
  readonly folder: string;
}

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

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readBench } from "./stored-bench.ts";
import type { StoredBench } from "./stored-bench.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export type Base =
  | ({ readonly kind: "stored" } & StoredBench & Disposable)
  | ({ readonly kind: "built"; readonly program: string } & Disposable);

/** Resolves `--compare`: a file that `--json` wrote, or a commit, which is then built. */
export function openBase(name: string): Base {
  if (!existsSync(name)) return buildBase(name);
  return { kind: "stored", ...readBench(name), [Symbol.dispose]: () => {} };
}

/** Builds a commit in a separate folder with the current dependencies, so that only the sources differ. */
function buildBase(commit: string): Base {
  const folder = mkdtempSync(join(tmpdir(), "conformance-base-"));
  const dispose = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const archive = join(folder, "sources.tar");
    execFileSync("git", ["archive", "--output", archive, commit], { cwd: root, stdio: "pipe" });
    execFileSync("tar", ["-xf", archive, "-C", folder]);
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    execFileSync(process.execPath, ["bin/build.js"], { cwd: folder });
  } catch (error) {
    dispose();
    throw error;
  }
  const program = join(folder, "dist", "tools", "run-section.js");
  return { kind: "built", program, [Symbol.dispose]: dispose };
}

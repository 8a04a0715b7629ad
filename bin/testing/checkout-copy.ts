import { execFileSync } from "node:child_process";
import { cpSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Copies tracked and new files from this checkout, or from a copy of it, to a folder, and links the dependencies there.
 */
export function copyCheckout(folder: string, from: string = root): void {
  const listed = ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate", "-z"];
  const deleted = execFileSync("git", ["ls-files", "--deleted", "-z"], {
    cwd: root,
    encoding: "utf8",
  });
  const gone = new Set(deleted.split("\0"));
  const files = execFileSync("git", listed, { cwd: root, encoding: "utf8" }).split("\0");
  for (const file of files.filter((name) => name !== "" && !gone.has(name))) {
    cpSync(join(from, file), join(folder, file));
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
}

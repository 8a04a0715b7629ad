import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const peers = ["jiti", "vitest"] as const;

/** Packs a copy of a checkout and returns the tarball. Skipping the type declarations saves half the time. */
export function packCheckout(
  checkout: string,
  { into, withTypes = true }: { readonly into: string; readonly withTypes?: boolean },
): string {
  copyCheckout(into, checkout);
  if (!withTypes) execFileSync(process.execPath, ["bin/build.js", "dist/bin"], { cwd: into });
  const args = ["pack", "--silent", ...(withTypes ? [] : ["--ignore-scripts"])];
  execFileSync("npm", args, { cwd: into, stdio: ["ignore", "ignore", "inherit"] });
  const [tarball, ...others] = readdirSync(into).filter((name) => name.endsWith(".tgz"));
  if (tarball === undefined || others.length > 0)
    throw new Error("npm did not pack exactly one tarball");
  return join(into, tarball);
}

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

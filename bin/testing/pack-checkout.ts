import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { copyCheckout } from "./checkout-copy.ts";

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

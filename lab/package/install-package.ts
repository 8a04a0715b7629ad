import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { packCheckout, peers } from "../../bin/testing/pack-checkout.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Packs the checkout and installs the tarball with npm, once with the optional peers and once without them. The reduced
 * checkout in `planted-mistakes.test.ts` contains only what its tests need.
 */
export function setup({ provide }: TestProject): () => void {
  const place = mkdtempSync(join(tmpdir(), "conformance-installation-"));
  try {
    const planted = process.env["CONFORMANCE_CHECKOUT"];
    const into = join(place, "checkout");
    const tarball = packCheckout(planted ?? root, { into, withTypes: planted === undefined });
    const alone = join(place, "alone");
    mkdirSync(alone);
    writeFileSync(join(alone, "package.json"), '{ "private": true, "type": "module" }\n');
    install(alone, ["--omit=dev", tarball]);
    const withPeers = join(place, "with-peers");
    cpSync(alone, withPeers, { recursive: true, verbatimSymlinks: true });
    if (planted === undefined)
      install(
        withPeers,
        peers.map((name) => `${name}@${versionOf(name)}`),
      );
    provide("installation", { tarball, alone, withPeers });
  } catch (error) {
    rmSync(place, { recursive: true });
    throw error;
  }
  return () => rmSync(place, { recursive: true });
}

function install(cwd: string, packages: readonly string[]): void {
  const words = ["install", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"];
  execFileSync("npm", [...words, ...packages], { cwd, stdio: ["ignore", "ignore", "inherit"] });
}

function versionOf(name: string): string {
  const manifest: unknown = createRequire(import.meta.url)(
    join(root, "node_modules", name, "package.json"),
  );
  if (typeof manifest === "object" && manifest !== null && "version" in manifest) {
    if (typeof manifest.version === "string") return manifest.version;
  }
  throw new Error(`${name} has no version`);
}

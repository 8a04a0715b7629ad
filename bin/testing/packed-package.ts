import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isJsonObject } from "#contract";
import { copyCheckout } from "./checkout-copy.ts";
import { memberAt } from "./installed-package.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The package as it is published, installed into an empty folder. Disposing removes both. */
export interface PackedPackage extends Disposable {
  /** The folder of somebody who uses it. */
  readonly folder: string;
  /** The package in it. */
  readonly installed: string;
  readonly tarball: string;
  /** Runs a program of the package there and resolves with its exit code and all that it wrote. */
  run(words: readonly string[]): Promise<{ readonly code: number; readonly out: string }>;
}

/** Packs the sources as they are, from a copy, and installs the tarball with the packages that it depends on. */
export function packPackage(): PackedPackage {
  const place = mkdtempSync(join(tmpdir(), "conformance-packed-"));
  try {
    return install(place, pack(join(place, "checkout")));
  } catch (error) {
    rmSync(place, { recursive: true });
    throw error;
  }
}

function install(place: string, tarball: string): PackedPackage {
  const folder = join(place, "user");
  const modules = join(folder, "node_modules");
  mkdirSync(modules, { recursive: true });
  execFileSync("tar", ["-xzf", tarball, "-C", modules]);
  const installed = join(modules, "status-conformance");
  renameSync(join(modules, "package"), installed);
  for (const name of published()) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, "node_modules", name), join(modules, name));
  }
  return {
    folder,
    installed,
    tarball,
    run: (words) => runIn(folder, [join(installed, "bin/conformance.js"), ...words]),
    [Symbol.dispose]: () => rmSync(place, { recursive: true }),
  };
}

/** The tarball of a copy of the checkout. */
function pack(copy: string): string {
  copyCheckout(copy);
  const packed: unknown = JSON.parse(
    execFileSync("npm", ["pack", "--json", "--loglevel", "error"], {
      cwd: copy,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    }),
  );
  return join(copy, String(memberAt(Array.isArray(packed) ? packed[0] : packed, "filename")));
}

/** The packages that an installation brings, which leaves out those of the development. */
function published(): readonly string[] {
  const lock: unknown = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  return Object.entries(asRecord(memberAt(lock, "packages"))).flatMap(([path, entry]) => {
    const name = path.replace(/^node_modules\//, "");
    const isOurs = path === "" || name.includes("node_modules/");
    return isOurs || memberAt(entry, "dev") === true ? [] : [name];
  });
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isJsonObject(value) ? value : {};
}

function runIn(
  cwd: string,
  words: readonly string[],
): Promise<{ readonly code: number; readonly out: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, words, { cwd, timeout: 120_000 }, (error, out, err) => {
      const code = typeof error?.code === "number" ? error.code : Number(error !== null);
      resolve({ code, out: out + err });
    });
  });
}

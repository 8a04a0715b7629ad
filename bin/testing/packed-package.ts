import { execFile, execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";
import { isJsonObject } from "#contract";
import { packCheckout, peers } from "./pack-checkout.ts";
import { testLimitMs } from "./test-limit.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The tarball, and folders into which npm has installed it. `npm run test:package` provides them. */
export interface Installation {
  readonly tarball: string;
  readonly alone: string;
  readonly withPeers: string;
}

declare module "vitest" {
  export interface ProvidedContext {
    installation: Installation | undefined;
  }
}

/** The published package, installed in a user's folder. Disposing removes the folder. */
export interface PackedPackage extends Disposable {
  readonly folder: string;
  readonly installed: string;
  readonly commands: string;
  readonly tarball: string;
  run(args: readonly string[]): Promise<{ readonly code: number; readonly out: string }>;
}

export interface PackOptions {
  /** Whether to generate type declarations, which takes longer than all other steps. Defaults to true. */
  readonly withTypes?: boolean;
  /** Whether to install {@link peers}. Defaults to false. */
  readonly withPeers?: boolean;
}

/**
 * Installs the package. If there is an {@link Installation}, copies what npm installed. Otherwise, packs the current
 * sources and links them to the checkout's dependencies, so that no registry is needed.
 */
export function packPackage(options: PackOptions = {}): PackedPackage {
  const place = mkdtempSync(join(tmpdir(), "conformance-packed-"));
  try {
    const folder = join(place, "user");
    const tarball =
      copyInstallation(folder, options) ?? imitateInstallation(place, folder, options);
    const installed = join(folder, "node_modules", "status-conformance");
    return {
      folder,
      installed,
      commands: join(folder, "node_modules", ".bin"),
      tarball,
      run: (args) => runIn(folder, [join(installed, "bin/conformance.js"), ...args]),
      [Symbol.dispose]: () => rmSync(place, { recursive: true }),
    };
  } catch (error) {
    rmSync(place, { recursive: true });
    throw error;
  }
}

function copyInstallation(folder: string, { withPeers = false }: PackOptions): string | undefined {
  const installation = inject("installation");
  if (installation === undefined) return undefined;
  const from = withPeers ? installation.withPeers : installation.alone;
  cpSync(from, folder, { recursive: true, verbatimSymlinks: true });
  return installation.tarball;
}

function imitateInstallation(
  place: string,
  folder: string,
  { withTypes = true, withPeers = false }: PackOptions,
): string {
  const tarball = packCheckout(root, { into: join(place, "checkout"), withTypes });
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, ".bin"), { recursive: true });
  execFileSync("tar", ["-xzf", tarball, "-C", modules]);
  renameSync(join(modules, "package"), join(modules, "status-conformance"));
  const program = "status-conformance/bin/conformance.js";
  chmodSync(join(modules, program), 0o755);
  symlinkSync(`../${program}`, join(modules, ".bin", "conformance"));
  for (const name of [...published(), ...(withPeers ? peers : [])]) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, "node_modules", name), join(modules, name));
  }
  if (withPeers) symlinkSync("../vitest/vitest.mjs", join(modules, ".bin", "vitest"));
  return tarball;
}

function published(): readonly string[] {
  const lock: unknown = createRequire(import.meta.url)(join(root, "package-lock.json"));
  return Object.entries(asRecord(asRecord(lock)["packages"])).flatMap(([path, entry]) => {
    const name = path.replace(/^node_modules\//, "");
    const isOurs = path === "" || name.includes("node_modules/");
    return isOurs || asRecord(entry)["dev"] === true ? [] : [name];
  });
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isJsonObject(value) ? value : {};
}

function runIn(
  cwd: string,
  args: readonly string[],
): Promise<{ readonly code: number; readonly out: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, timeout: testLimitMs }, (error, out, err) => {
      const code = typeof error?.code === "number" ? error.code : Number(error !== null);
      resolve({ code, out: out + err });
    });
  });
}

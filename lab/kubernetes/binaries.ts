import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { access, constants, mkdir, readFile, readdir, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { scopedSignal } from "#targets";

export type Binaries =
  | {
      readonly isFound: true;
      readonly etcd: string;
      readonly apiServer: string;
      readonly origin: string;
    }
  | { readonly isFound: false; readonly reason: string };

export interface BinarySearch {
  /** A folder with `etcd` and `kube-apiserver`, in the layout of envtest. */
  readonly assets?: string;
  /** The folder of the modules to build. Each program has its own module. */
  readonly modules: string;
  /** The cache of built programs, keyed by the hash of their sources. */
  readonly cache: string;
  readonly log: (line: string) => void;
  /** The Go command. Defaults to `go`. */
  readonly go?: string;
  /** Time limit for all downloads and builds, in milliseconds. Defaults to no limit. */
  readonly limitMs?: number;
}

/** Reads the time limit for builds, which CI sets. Go caches everything that it compiles before the limit. */
export function buildLimitIn({
  KUBERNETES_BUILD_SECONDS: seconds,
}: Readonly<Record<string, string | undefined>>): Pick<BinarySearch, "limitMs"> {
  if (seconds === undefined || seconds === "") return {};
  const limitMs = Number(seconds) * 1_000;
  if (Number.isSafeInteger(limitMs) && limitMs > 0) return { limitMs };
  throw new Error("KUBERNETES_BUILD_SECONDS must be a number of seconds");
}

/**
 * Finds etcd and kube-apiserver in `KUBEBUILDER_ASSETS` or in the cache, or builds their pinned Go modules. Does not
 * reject if they are unavailable; the result then contains the reason.
 */
export async function findBinaries(search: BinarySearch): Promise<Binaries> {
  const { assets, limitMs } = search;
  if (assets !== undefined && assets !== "") return inAssets(assets);
  using limit = scopedSignal(limitMs === undefined ? {} : { limitMs });
  try {
    const etcd = await built("etcd", search, limit.signal);
    const apiServer = await built("kube-apiserver", search, limit.signal);
    return { isFound: true, etcd, apiServer, origin: "built from their Go modules" };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { isFound: false, reason: limit.isOver ? `not built within ${limitMs} ms` : reason };
  }
}

async function inAssets(folder: string): Promise<Binaries> {
  const etcd = join(folder, "etcd");
  const apiServer = join(folder, "kube-apiserver");
  for (const path of [etcd, apiServer]) {
    if (!(await isProgram(path))) {
      const reason = `KUBEBUILDER_ASSETS names ${folder}, but ${path} is not a program; correct or unset it`;
      return { isFound: false, reason };
    }
  }
  return { isFound: true, etcd, apiServer, origin: folder };
}

/** Returns the program of a module from the cache, or builds it. Rejects if the build fails. */
export async function built(
  program: string,
  { modules, cache, log, go: command = "go" }: Omit<BinarySearch, "assets" | "limitMs">,
  limit: AbortSignal,
): Promise<string> {
  const source = join(modules, program);
  const folder = join(cache, `${program}-${await digestOf(source)}`);
  const path = join(folder, program);
  if (await isProgram(path)) return path;
  log(`building ${program} from its Go module (minutes, once)`);
  await mkdir(folder, { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  const flags = ["-trimpath", "-ldflags", await linkFlags(source)];
  await go([command, "build", ...flags, "-o", unfinished, "."], source, limit);
  await rename(unfinished, path);
  return path;
}

async function linkFlags(source: string): Promise<string> {
  const text = await readFile(join(source, "go.mod"), "utf8");
  const version = /^\s*k8s\.io\/kubernetes (v[\d.]+)/mu.exec(text)?.[1];
  const stamp = "k8s.io/component-base/version.gitVersion";
  return version === undefined ? "-s -w" : `-s -w -X ${stamp}=${version}`;
}

async function digestOf(source: string): Promise<string> {
  const hash = createHash("sha256");
  const files = (await readdir(source)).filter((file) => /\.(?:go|mod|sum)$/u.test(file));
  for (const file of files.toSorted()) hash.update(await readFile(join(source, file)));
  return hash.digest("hex").slice(0, 16);
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/** Runs Go with a time limit. Rejects with the last output, or with a description of what must be installed. */
async function go(
  [command = "go", ...parameters]: readonly string[],
  folder: string,
  limit: AbortSignal,
): Promise<void> {
  const child = spawn(command, parameters, {
    cwd: folder,
    // Starts a separate process group, so that a kill also terminates the compilers that Go starts.
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, GOFLAGS: "-buildvcs=false -mod=readonly", CGO_ENABLED: "0" },
  });
  const end = (): void => {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  };
  if (limit.aborted) end();
  limit.addEventListener("abort", end, { once: true });
  let printed = "";
  child.stderr.setEncoding("utf8");
  child.stderr.on("data", (text: string) => {
    printed = (printed + text).slice(-2_000);
  });
  await new Promise<void>((resolve, reject) => {
    child.on("error", () => {
      reject(new Error("Go is not installed: install Go 1.24 or newer, or set KUBEBUILDER_ASSETS"));
    });
    child.on("close", (code) => {
      limit.removeEventListener("abort", end);
      if (code === 0) resolve();
      else reject(new Error(`go build failed with ${String(code)}: ${printed.trim()}`));
    });
  });
}

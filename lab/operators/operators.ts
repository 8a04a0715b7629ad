import { execFile } from "node:child_process";
import { access, copyFile, mkdir, rename, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { built } from "../kubernetes/binaries.ts";

export interface Operator {
  readonly name: string;
  readonly library: string;
  readonly ready: string;
  /**
   * Builds the operator if necessary. Resolves with the command that starts it. If tools are missing, rejects with
   * their names.
   */
  readonly prepare: (place: OperatorPlace) => Promise<string>;
}

export interface OperatorPlace {
  readonly cache: string;
  readonly log: (line: string) => void;
  readonly limit: AbortSignal;
}

const run = promisify(execFile);
const sources = resolve("lab/operators");
const kopf = "1.45.2";
const javaOperatorSdk = "5.2.3";

export async function prepareKopf(version: string, place: OperatorPlace): Promise<string> {
  const folder = await installed({ name: "kopf", version }, place);
  const program = join(folder, "bin", "kopf");
  return `exec '${program}' run --standalone --all-namespaces --verbose '${join(sources, "kopf-operator.py")}'`;
}

/** Installs a release of the official Python client, and returns the command that runs the operator with it. */
export async function preparePython(version: string, place: OperatorPlace): Promise<string> {
  // Releases before 2021 import setuptools but do not declare it as a dependency.
  const folder = await installed({ name: "kubernetes", version, others: ["setuptools<81"] }, place);
  return `exec '${join(folder, "bin", "python")}' '${join(sources, "python-operator.py")}'`;
}

interface PythonPackage {
  readonly name: string;
  readonly version: string;
  readonly others?: readonly string[];
}

/** Installs a Python package in a virtual environment. Resolves with the folder of the environment. */
async function installed(
  { name, version, others = [] }: PythonPackage,
  { cache, log, limit }: OperatorPlace,
): Promise<string> {
  const folder = join(cache, `${name}-${version}`);
  const isDone = join(folder, "installed");
  if (await isThere(isDone)) return folder;
  log(`installing ${name} ${version} with pip (a minute, once)`);
  await mkdir(cache, { recursive: true });
  await run("python3", ["-m", "venv", folder], { signal: limit });
  const words = ["-m", "pip", "install", "--quiet", `${name}==${version}`, ...others];
  await run(join(folder, "bin", "python"), words, { signal: limit });
  await writeFile(isDone, "");
  return folder;
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function prepareGo({ cache, log, limit }: OperatorPlace): Promise<string> {
  const program = await built("controller-runtime", { modules: sources, cache, log }, limit);
  return `exec '${program}'`;
}

export async function prepareRust(
  folder: string,
  { cache, log, limit }: OperatorPlace,
): Promise<string> {
  const target = join(cache, folder.replaceAll("/", "-"));
  log(`building ${folder} with Cargo (minutes, once)`);
  const words = ["build", "--locked", "--quiet", "--target-dir", target];
  await run("cargo", words, { cwd: join(sources, folder), signal: limit });
  return `exec '${join(target, "debug", "gears")}'`;
}

/** Compiles the operator for a release of java-operator-sdk. Some releases consist only of the core module. */
export async function prepareJava(
  { artifact, version }: { readonly artifact: string; readonly version: string },
  { cache, log, limit }: OperatorPlace,
): Promise<string> {
  const source = join(sources, "java-operator-sdk");
  const folder = join(cache, `java-${artifact}-${version}`);
  const libraries = join(folder, "lib");
  if (!(await isThere(libraries))) {
    log(`fetching ${artifact} ${version} with Maven (a minute, once)`);
    const unfinished = join(folder, `lib.${process.pid}`);
    const release = [`-Dsdk.artifact=${artifact}`, `-Dsdk.version=${version}`];
    const goal = ["dependency:copy-dependencies", `-DoutputDirectory=${unfinished}`];
    const words = ["-q", "-B", ...release, ...goal];
    await run("mvn", words, { cwd: source, signal: limit });
    await rename(unfinished, libraries);
  }
  const classes = join(folder, "classes");
  const path = join(libraries, "*");
  const words = ["-proc:none", "-cp", path, "-d", classes, join(source, "Main.java")];
  await run("javac", words, { signal: limit });
  return `exec java -cp '${classes}:${path}' Main`;
}

export async function prepareClientNode(
  version: string,
  { cache, log, limit }: OperatorPlace,
): Promise<string> {
  const folder = join(cache, `client-node-${version}`);
  const program = join(folder, "operator.js");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "type": "module" }\n');
  await copyFile(join(sources, "client-node-0-operator.js"), program);
  if (!(await isThere(join(folder, "node_modules", "@kubernetes", "client-node")))) {
    log(`installing @kubernetes/client-node ${version} with npm (a minute, once)`);
    const words = ["install", "--no-save", "--no-audit", "--no-fund", "--silent"];
    const wanted = `@kubernetes/client-node@${version}`;
    await run("npm", [...words, wanted], { cwd: folder, signal: limit });
  }
  return `exec node '${program}'`;
}

/** One operator per library. `test:kubernetes` tests client-go. */
export const operators: readonly Operator[] = [
  {
    name: "controller-runtime",
    library: "sigs.k8s.io/controller-runtime 0.22.4 (Go)",
    ready: "Starting workers",
    prepare: prepareGo,
  },
  {
    name: "kopf",
    library: `kopf ${kopf} (Python)`,
    ready: "watch-stream for gears",
    prepare: (place) => prepareKopf(kopf, place),
  },
  {
    name: "client-node",
    library: "@kubernetes/client-node 1.4.0 (Node.js)",
    ready: "ready",
    prepare: () => Promise.resolve(`exec node '${join(sources, "client-node-operator.js")}'`),
  },
  {
    name: "kube-rs",
    library: "kube 5.0.0 (Rust)",
    ready: "ready",
    prepare: (place) => prepareRust("kube-rs", place),
  },
  {
    name: "java-operator-sdk",
    library: `java-operator-sdk ${javaOperatorSdk} (Java)`,
    ready: "ready",
    prepare: (place) =>
      prepareJava({ artifact: "operator-framework", version: javaOperatorSdk }, place),
  },
];

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "oxc-parser";
import { sourceParts } from "../../suites/layers.ts";

/** Components that import neither packages nor `node:` modules. */
const pure = new Set(["suites/contract", "suites/model", "suites/checker"]);

/**
 * The drivers, by the alias of their index. The value lists the components that may import the driver, in addition to
 * those that compose everything.
 */
const drivers: Readonly<Record<string, readonly string[]>> = {
  "#targets/dialect-file": ["suites/wings/init"],
  "#targets/graphql": ["suites/wings/init"],
  "#targets/kubernetes": [],
};

/** Layers for different endpoints. They must not import one another. */
const siblings = [
  ["suites/targets/graphql/", "suites/targets/kubernetes/"],
  ["suites/targets/kubernetes/", "suites/targets/graphql/"],
] as const;

export interface Import {
  readonly file: string;
  readonly specifier: string;
}

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** The folders for which import aliases stand, as in `package.json`. */
export const aliases: Readonly<Record<string, string>> = readAliases();

function readAliases(): Record<string, string> {
  const { imports }: { imports: Record<string, string | Record<string, string>> } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  return Object.fromEntries(
    Object.entries(imports).flatMap(([name, target]) =>
      typeof target === "string"
        ? []
        : [[name, (target["status-conformance-source"] ?? "").replace("./", "")] as const],
    ),
  );
}

const parts = Object.keys(sourceParts).toSorted((left, right) => right.length - left.length);

export function partOf(path: string): string | undefined {
  return parts.find((part) => path === part || path.startsWith(`${part}/`));
}

function composes(part: string): boolean {
  return sourceParts[part]?.mayImport.includes("*") === true;
}

/** Whether a file is a test or a test helper. Such files may import the index of their own component. */
export function isTest(file: string): boolean {
  return /\.(test|fixture)\.ts$/u.test(file) || file.includes("/testing/");
}

/** Returns the import rule that an import violates, if there is one. */
export function violationOf(found: Import): string | undefined {
  const { file, specifier } = found;
  const from = partOf(file);
  if (from === undefined) return file.startsWith("suites/") ? undefined : `${file} is in no part`;
  if (isPackage(specifier)) {
    const isAllowed = !pure.has(from) || isTest(file);
    return isAllowed ? undefined : `${file} must stay pure, but imports ${specifier}`;
  }
  if (isAsset(specifier)) return undefined;
  const mayName = drivers[specifier];
  if (mayName !== undefined && !composes(from) && !mayName.includes(from)) {
    return `${file} names the driver ${specifier}`;
  }
  return edgeViolation(found, from) ?? roomViolation(found, from);
}

function edgeViolation({ file, specifier }: Import, from: string): string | undefined {
  if (composes(from)) return undefined;
  const target = targetOf({ file, specifier });
  const to = target === undefined ? undefined : partOf(target);
  if (to === undefined) return `${file} imports ${specifier}, which is no known part`;
  if (!specifier.startsWith("#") && to !== from)
    return `${file} leaves its part through ${specifier}`;
  const isWriter = to === "suites/targets" && file.startsWith("reference/controller/");
  if (to === from || isWriter || sourceParts[from]?.mayImport.includes(to) === true)
    return undefined;
  return `${file} imports ${specifier}: ${from} may not import ${to}`;
}

/** Returns the violation if an import reaches a higher layer, a sibling, or the index of its own component. */
function roomViolation({ file, specifier }: Import, part: string): string | undefined {
  const target = targetOf({ file, specifier });
  if (isTest(file) || target === undefined || isTest(target) || partOf(target) !== part) {
    return undefined;
  }
  const sibling = siblings.find(([from, to]) => file.startsWith(from) && target.startsWith(to));
  if (sibling !== undefined) return `${file} imports its sibling ${target}`;
  const from = layerOf(file, part);
  if (from === undefined) return undefined;
  const to = layerOf(target, part);
  if (to === undefined) return `${file} imports ${specifier}, the face of its own part`;
  return from >= to ? undefined : `${file} imports ${target}, which lies above it`;
}

/**
 * Returns the position of a file's layer, counted from the bottom. Returns undefined for the index of a component or a
 * driver.
 */
export function layerOf(file: string, part: string): number | undefined {
  const layers = sourceParts[part]?.layers ?? [];
  if (layers.length === 0) return isFace(file) ? undefined : 0;
  const index = layers.findIndex((layer) => file.startsWith(`${part}/${layer}/`));
  return index === -1 ? undefined : index;
}

export function isFace(file: string): boolean {
  return Object.values(aliases).includes(file);
}

function targetOf({ file, specifier }: Import): string | undefined {
  const path = specifier.replace(/\?script$/u, "");
  return path.startsWith("#") ? aliases[specifier] : normalize(join(dirname(file), path));
}

function isPackage(specifier: string): boolean {
  return specifier.startsWith("node:") || /^[a-z@]/.test(specifier);
}

function isAsset(specifier: string): boolean {
  return specifier.startsWith("#") && /\.(json|graphql)$/.test(specifier);
}

export function importsOf(file: string, text: string): readonly Import[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
  const specifiers = [
    ...staticImports.map((found) => found.moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest === null ? [] : [moduleRequest.value])),
    ),
    ...dynamicImports.map(({ moduleRequest }) =>
      text.slice(moduleRequest.start, moduleRequest.end).replaceAll(/["'`]/g, ""),
    ),
  ];
  return [...new Set(specifiers)].map((specifier) => ({ file, specifier }));
}

export function sourceFiles(): readonly string[] {
  return ["suites", "reference", "reports", "bin", "lab"]
    .filter((part) => existsSync(join(root, part)))
    .flatMap((part) => {
      const entries = readdirSync(join(root, part), { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile() && /(?<!\.d)\.ts$/u.test(entry.name))
        .map((entry) => relative(root, join(entry.parentPath, entry.name)))
        .filter((file) => !file.includes("node_modules/"));
    });
}

/** Finds import cycles between files, including type imports. Each cycle is a list of its files. */
export function cyclesIn(
  graph: ReadonlyMap<string, readonly string[]>,
): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const circles: (readonly string[])[] = [];
  const visit = (file: string): void => {
    const own = order.size;
    order.set(file, own);
    lowest.set(file, own);
    path.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) visit(next);
      if (path.includes(next)) {
        lowest.set(file, Math.min(lowest.get(file) ?? own, lowest.get(next) ?? own));
      }
    }
    if (lowest.get(file) !== own) return;
    const circle = path.splice(path.indexOf(file));
    if (circle.length > 1) circles.push(circle);
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles;
}

export function allImports(files: readonly string[]): readonly Import[] {
  return files.flatMap((file) => importsOf(file, readFileSync(join(root, file), "utf8")));
}

export function importGraph(
  files: readonly string[],
  imports: readonly Import[],
): ReadonlyMap<string, readonly string[]> {
  const graph = new Map<string, string[]>(
    files.filter((file) => !isTest(file)).map((file) => [file, []]),
  );
  for (const found of imports) {
    const target = targetOf(found);
    if (target !== undefined && graph.has(target)) graph.get(found.file)?.push(target);
  }
  return graph;
}

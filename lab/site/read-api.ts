import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { isJsonObject } from "#contract";
import { HarnessError } from "../../bin/process/program-errors.ts";
import { declarationIn } from "./declaration.ts";
import type { ApiDeclaration } from "./declaration.ts";
import { SourceModules } from "./source-module.ts";
import type { SourceModule } from "./source-module.ts";

export interface ApiEntry {
  /** The import specifier, for example `status-conformance/audits`. */
  readonly name: string;
  readonly exports: readonly ApiDeclaration[];
  /** Types that the signatures of the exports mention, but that this entry point does not export. */
  readonly mentions: readonly ApiDeclaration[];
}

/**
 * Reads the exports of the package, from the sources to which `exports` in the manifest refers.
 *
 * @throws HarnessError if the sources lack an export.
 */
export function readApi(root: string): readonly ApiEntry[] {
  const manifest: unknown = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const { name, exports } = isJsonObject(manifest) ? manifest : {};
  const modules = new SourceModules(root);
  return Object.entries(isJsonObject(exports) ? exports : {}).flatMap(([place, target]) => {
    const types = isJsonObject(target) ? target["types"] : undefined;
    if (typeof types !== "string") return [];
    const path = types.replace(/^\.\/dist\/types\//u, "").replace(/\.d\.ts$/u, ".ts");
    return [readEntry(posix.join(typeof name === "string" ? name : "", place), path, modules)];
  });
}

function readEntry(name: string, path: string, modules: SourceModules): ApiEntry {
  const module = modules.read(path);
  const exports = exportedNames(module).map((exported) => {
    const found = findDeclaration(module, exported, modules);
    if (found === undefined) {
      throw new HarnessError(`${name} exports ${exported}, but no source declares it`, {
        fix: `Export it by name from ${path}.`,
      });
    }
    return found;
  });
  const own = new Set(exports.map((of) => of.name));
  const mentions = new Map(
    exports
      .flatMap((of) => mentionedIn(of, modules))
      .filter((of) => !own.has(of.name))
      .map((of) => [of.name, of]),
  );
  return { name, exports, mentions: [...mentions.values()].toSorted(byName) };
}

function exportedNames({ program }: SourceModule): readonly string[] {
  return program.body.flatMap((node) => {
    if (node.type !== "ExportNamedDeclaration") return [];
    const { declaration, specifiers } = node;
    const listed = specifiers.flatMap(({ exported }) =>
      exported.type === "Identifier" ? [exported.name] : [],
    );
    if (declaration === null) return listed;
    if (declaration.type === "VariableDeclaration") {
      return declaration.declarations.flatMap(({ id }) =>
        id.type === "Identifier" ? [id.name] : [],
      );
    }
    const id = "id" in declaration ? declaration.id : null;
    return id !== null && id.type === "Identifier" ? [id.name] : [];
  });
}

/** Follows the re-exports of a name to the module that declares it. */
function findDeclaration(
  module: SourceModule,
  name: string,
  modules: SourceModules,
): ApiDeclaration | undefined {
  const own = declarationIn(module, name);
  if (own !== undefined) return own;
  const from = reexportOf(module, name, modules) ?? modules.importOf(module, name);
  if (from?.path === undefined) return undefined;
  return findDeclaration(modules.read(from.path), from.name, modules);
}

function reexportOf(
  module: SourceModule,
  name: string,
  modules: SourceModules,
): ReturnType<SourceModules["importOf"]> {
  for (const node of module.program.body) {
    if (node.type !== "ExportNamedDeclaration" || node.source === null) continue;
    const found = node.specifiers.find(
      ({ exported }) => exported.type === "Identifier" && exported.name === name,
    );
    if (found === undefined || found.local.type !== "Identifier") continue;
    const path = modules.resolve(module, node.source.value);
    return { name: found.local.name, ...(path === undefined ? {} : { path }) };
  }
  return undefined;
}

function mentionedIn(of: ApiDeclaration, modules: SourceModules): readonly ApiDeclaration[] {
  const module = modules.read(of.path);
  const code = of.signature.replaceAll(/\/\*[^]*?\*\//gu, "").replaceAll(/`[^`]*`|"[^"]*"/gu, "");
  const names = new Set([...code.matchAll(/\b[A-Z]\w*/gu)].map(([name]) => name));
  return [...names].flatMap((name) => {
    const found = name === of.name ? undefined : findDeclaration(module, name, modules);
    return found === undefined ? [] : [found];
  });
}

function byName(a: ApiDeclaration, b: ApiDeclaration): number {
  return a.name.localeCompare(b.name);
}

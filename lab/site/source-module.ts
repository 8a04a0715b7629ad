import { readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import type { Comment, Program } from "oxc-parser";
import { isJsonObject } from "#contract";
import { HarnessError } from "../../bin/process/program-errors.ts";

export interface SourceModule {
  readonly path: string;
  readonly text: string;
  readonly program: Program;
  readonly comments: readonly Comment[];
  /** Start offsets of functions that contain a `throw` statement outside nested functions. */
  readonly throwing: ReadonlySet<number>;
}
export interface Origin {
  /** The path of the original module, relative to the repository root. Absent for a package or a Node.js module. */
  readonly path?: string;
  readonly name: string;
}

export class SourceModules {
  readonly #root: string;
  readonly #known = new Map<string, SourceModule>();
  readonly #aliases: Readonly<Record<string, unknown>>;

  constructor(root: string) {
    this.#root = root;
    const manifest: unknown = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const imports = isJsonObject(manifest) ? manifest["imports"] : undefined;
    this.#aliases = isJsonObject(imports) ? imports : {};
  }

  /**
   * Reads the module at a path.
   *
   * @throws HarnessError if the file is not valid TypeScript.
   */
  read(path: string): SourceModule {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const text = readFileSync(join(this.#root, path), "utf8");
    const { program, comments, errors } = parseSync(path, text);
    const [error] = errors;
    if (error !== undefined) {
      throw new HarnessError(`${path} cannot be parsed: ${error.message}`, {
        fix: "Run npm run types.",
      });
    }
    const module = { path, text, program, comments, throwing: throwingFunctions(program) };
    this.#known.set(path, module);
    return module;
  }

  /** Resolves `specifier` as imported by the module `from`. Returns undefined for a package. */
  resolve(from: SourceModule, specifier: string): string | undefined {
    if (specifier.startsWith(".")) return posix.join(dirname(from.path), specifier);
    const alias = this.#aliases[specifier];
    const source = isJsonObject(alias) ? alias["status-conformance-source"] : undefined;
    return typeof source === "string" ? posix.normalize(source) : undefined;
  }

  /** Finds the origin of a name that the module imports. Returns undefined for other names. */
  importOf(module: SourceModule, name: string): Origin | undefined {
    for (const node of module.program.body) {
      if (node.type !== "ImportDeclaration") continue;
      const found = node.specifiers.find(({ local }) => local.name === name);
      if (found === undefined) continue;
      const path = this.resolve(module, node.source.value);
      const original =
        found.type === "ImportSpecifier" && found.imported.type === "Identifier"
          ? found.imported.name
          : name;
      return { name: original, ...(path === undefined ? {} : { path }) };
    }
    return undefined;
  }
}

function throwingFunctions(program: Program): ReadonlySet<number> {
  const around: number[] = [];
  const throwing = new Set<number>();
  const enter = ({ start }: { readonly start: number }): void => {
    around.push(start);
  };
  const leave = (): void => {
    around.pop();
  };
  new Visitor({
    ArrowFunctionExpression: enter,
    "ArrowFunctionExpression:exit": leave,
    FunctionDeclaration: enter,
    "FunctionDeclaration:exit": leave,
    FunctionExpression: enter,
    "FunctionExpression:exit": leave,
    ThrowStatement: () => {
      const innermost = around.at(-1);
      if (innermost !== undefined) throwing.add(innermost);
    },
  }).visit(program);
  return throwing;
}

import { basename, dirname, extname, isAbsolute, join, resolve } from "node:path";
import type { DialectPath } from "../dialect/dialect-mismatch.ts";
import type { Dialect } from "../dialect/dialect.ts";
import { canonicalDialect } from "../dialect/canonical.ts";
import { DialectFileError } from "./dialect-file-error.ts";
import type { FileProblem } from "./dialect-file-error.ts";
import { dialectOfFile } from "./dialect-of-file.ts";
import { extendNode, withEveryKind, withoutNothing } from "./extend-source.ts";
import { readForm } from "./form-problems.ts";
import { printDialect } from "./print-dialect.ts";
import { readSource } from "./read-source.ts";
import { senseProblems } from "./sense-problems.ts";
import { describePlace, placeOf } from "./source-node.ts";
import type { SourceNode } from "./source-node.ts";

export interface LoadedDialect {
  readonly dialect: Dialect;
  readonly locate: (path: DialectPath) => string;
}

/** Maximum number of files in a chain of extensions. */
const maximumFiles = 16;

/** The name with which a file extends the canonical dialect, without its credentials. */
export const canonicalName = "canonical";

/**
 * Loads a dialect file in YAML or JSON, and the files that it extends. `read` returns the content of the file at a
 * path, and throws if the file cannot be read.
 *
 * @throws DialectFileError with every validation error, each with file, line and column.
 */
export function loadDialect(path: string, read: (path: string) => string): LoadedDialect {
  const root = withoutNothing(withEveryKind(joinedFiles(path, read, [])));
  const locate = (place: DialectPath): string => describePlace(placeOf(root, place));
  const formed = readForm(root);
  if (!formed.ok) throw new DialectFileError(path, formed.problems);
  const problems = senseProblems(formed.file);
  if (problems.length > 0) {
    throw new DialectFileError(
      path,
      problems.map(({ path: at, place, problem }): FileProblem => {
        return { at: placeOf(root, at), problem: `${place}: ${problem}` };
      }),
    );
  }
  const dialect = dialectOfFile(formed.file, basename(path, extname(path)));
  return { dialect, locate };
}

function joinedFiles(
  path: string,
  read: (path: string) => string,
  above: readonly string[],
): SourceNode {
  const root = readOne(path, read, above);
  if (root.kind !== "mapping") {
    throw failure(path, { at: root.place, problem: "a dialect file must contain a mapping" });
  }
  const base = root.members.get("extends");
  if (base === undefined) return root;
  const own = new Map(root.members);
  own.delete("extends");
  const { node } = base;
  if (node.kind !== "scalar" || typeof node.value !== "string") {
    throw failure(path, { at: node.place, problem: '"extends" must be the name of one file' });
  }
  const upper: SourceNode = { ...root, members: own };
  if (node.value === canonicalName) return extendNode(upper, canonicalSource());
  const chain = [...above, resolve(path)];
  const target = resolve(dirname(path), node.value);
  if (chain.includes(target)) {
    const circle = [...chain.slice(chain.indexOf(target)), target].map((file) => basename(file));
    const problem = `"extends" forms a cycle: ${circle.join(" extends ")}`;
    throw failure(path, { at: node.place, problem });
  }
  if (chain.length >= maximumFiles) {
    const problem = `the chain of "extends" has more than ${maximumFiles} files`;
    throw failure(path, { at: node.place, problem });
  }
  // Keeps the path relative if the extending path is relative, because messages show it.
  const isAnywhere = isAbsolute(path) || isAbsolute(node.value);
  const shown = isAnywhere ? target : join(dirname(path), node.value);
  return extendNode(upper, joinedFiles(shown, read, chain));
}

function readOne(
  path: string,
  read: (path: string) => string,
  above: readonly string[],
): SourceNode {
  const source = readSource(textOf(path, read, above), path);
  if (source.ok) return source.root;
  throw new DialectFileError(path, source.problems);
}

function textOf(path: string, read: (path: string) => string, above: readonly string[]): string {
  try {
    return read(path);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const from = above.length === 0 ? "" : `, which ${basename(above.at(-1) ?? "")} extends,`;
    throw new DialectFileError(
      path,
      [{ problem: `the file${from} cannot be read: ${why}` }],
      "Specify a readable file.",
    );
  }
}

/** The canonical dialect, without the credentials of the reference server. */
function canonicalSource(): SourceNode {
  const text = printDialect({ ...canonicalDialect, identities: {} });
  const source = readSource(text, "canonical");
  if (source.ok) return source.root;
  throw new DialectFileError("canonical", source.problems);
}

function failure(path: string, problem: FileProblem): DialectFileError {
  return new DialectFileError(path, [problem]);
}

import { nameOfStep } from "#contract";
import { Ajv } from "ajv";
import type { ErrorObject, ValidateFunction } from "ajv";
import { guess } from "../../port/nearest.ts";
import type { DialectPath } from "../dialect/dialect-mismatch.ts";
import type { FileProblem } from "./dialect-file-error.ts";
import type { DialectFile } from "./dialect-file.ts";
import { dialectSchema } from "./dialect-schema.ts";
import { nodeAt, placeOf, plainValue } from "./source-node.ts";
import type { SourceNode } from "./source-node.ts";

export type FormedFile =
  | { readonly ok: true; readonly file: DialectFile }
  | { readonly ok: false; readonly problems: readonly FileProblem[] };

let compiled: ValidateFunction<DialectFile> | undefined;

/** Validates a file against its JSON Schema. Returns the file, or all validation errors. */
export function readForm(root: SourceNode): FormedFile {
  const isFormed = (compiled ??= compileSchema());
  const value: unknown = plainValue(root);
  if (isFormed(value)) return { ok: true, file: value };
  // An `if` error repeats the error of its branch.
  const errors = (isFormed.errors ?? []).filter(({ keyword }) => keyword !== "if");
  const problems = errors.map((error) => problemOf(root, error));
  return { ok: false, problems: withoutRepetitions(problems) };
}

function compileSchema(): ValidateFunction<DialectFile> {
  const ajv = new Ajv({
    allErrors: true,
    allowUnionTypes: true,
    verbose: true,
    // Optimizations are not worthwhile, because most runs read only one file.
    inlineRefs: false,
    code: { optimize: false },
  });
  return ajv.compile<DialectFile>(dialectSchema);
}

function problemOf(root: SourceNode, error: ErrorObject): FileProblem {
  const path = pathOf(error.instancePath);
  const unknown: unknown = error.params["additionalProperty"];
  const at = placeOf(root, typeof unknown === "string" ? [...path, unknown] : path);
  return { at, problem: complaintOf(root, path, error) };
}

function pathOf(pointer: string): DialectPath {
  return pointer.split("/").slice(1).map(nameOfStep);
}

function complaintOf(root: SourceNode, path: DialectPath, error: ErrorObject): string {
  const { keyword, params } = error;
  const what = path.length === 0 ? "the file" : `"${String(path.at(-1))}"`;
  switch (keyword) {
    case "additionalProperties":
      return unknownMember(what, String(params["additionalProperty"]), error);
    case "required":
      return `the property "${String(params["missingProperty"])}" of ${what} is missing`;
    case "enum":
      return wrongWord(what, plainText(root, path), wordsOf(params["allowedValues"]));
    case "type":
      return wrongType(what, nodeAt(root, path), wordsOf(params["type"]));
    case "const":
      return error.schemaPath.includes("/then/")
        ? `${what} must be a mapping or "none"`
        : `${what} must be ${JSON.stringify(params["allowedValue"])}`;
    case "minLength":
      return `${what} is empty`;
    case "minProperties":
    case "maxProperties":
      return `${what} must have exactly one of ${membersOf(error).join(", ")}`;
    default:
      return `${what} ${error.message ?? "is invalid"}`;
  }
}

function unknownMember(what: string, name: string, error: ErrorObject): string {
  const known = membersOf(error);
  const hint = guess(name, known) || `; known properties: ${known.join(", ")}`;
  return `"${name}" is not a property of ${what}${hint}`;
}

function membersOf({ parentSchema }: ErrorObject): readonly string[] {
  const properties: unknown = parentSchema?.["properties"];
  return typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
}

function wrongWord(what: string, found: string, words: readonly string[]): string {
  return `"${found}" is not a value of ${what}${guess(found, words) || `; known values: ${words.join(", ")}`}`;
}

const typeNames: Readonly<Record<string, string>> = {
  string: "a string",
  object: "a mapping",
  array: "a list",
  integer: "an integer",
  number: "a number",
  boolean: "true or false",
  null: "null",
};

function wrongType(what: string, node: SourceNode | undefined, wanted: readonly string[]): string {
  const expected = wanted.map((type) => typeNames[type] ?? type).join(" or ");
  if (node === undefined || node.kind !== "scalar") {
    const found = node?.kind === "list" ? "a list" : "a mapping";
    return `${what} must be ${expected}, not ${found}`;
  }
  if (node.value === null) return `${what} has no value; set it to ${expected}, or remove it`;
  const isUnquoted = wanted.includes("string") && typeof node.value !== "string";
  const found = typeof node.value === "string" ? `the value ${node.text}` : node.text;
  const fix = isUnquoted ? `: put it in quotes, "${node.text}"` : "";
  return `${what} must be ${expected}, but ${found} is ${nameOf(node.value)}${fix}`;
}

function nameOf(value: string | number | boolean): string {
  if (typeof value === "string") return "a string";
  return typeof value === "number" ? "a number" : "a boolean";
}

function plainText(root: SourceNode, path: DialectPath): string {
  const node = nodeAt(root, path);
  return node?.kind === "scalar" ? String(node.value) : (node?.kind ?? "nothing");
}

function wordsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [String(value)];
}

/** Drops duplicate errors, so that a value that matches neither of two types is reported once. */
function withoutRepetitions(problems: readonly FileProblem[]): readonly FileProblem[] {
  const seen = new Set<string>();
  return problems.filter((problem) => {
    const key = JSON.stringify(problem);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

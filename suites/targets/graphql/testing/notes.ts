import { DialectFileError } from "../dialect-file/dialect-file-error.ts";
import { loadDialect } from "../dialect-file/load-dialect.ts";
import type { LoadedDialect } from "../dialect-file/load-dialect.ts";

/** A valid dialect file. Tests change it to make it invalid. */
export const notes = `
dialect: 1
name: notes
identities: {author: {env: AUTHOR}, controller: {unavailable: nobody issues one}}
outcomes: [{reason: conflict, code: STALE}]
everyKind:
  scope: namespaced
  namespaces: [default]
  paths: {name: name, uid: id, resourceVersion: version, labels: labels}
  samples:
    specs: [{a: 1}, {a: 2}, {a: 3}]
    statuses: [{count: 1}, {count: 2}, {count: 3}]
    counter: count
  lacks: []
  # Kinds differ in their operations alone.
kinds:
  Note:
    operations:
      create: {createNote: {arguments: {name: $name, spec: $spec}}}
      read: {note: {arguments: {name: $name}}}
      updateStatus: {report: {mode: partial, arguments: {name: $name, status: $status}}}
      delete: {deleteNote: {arguments: {name: $name}, result: null}}
`;

export const socketCredentials =
  "credentials: {http: {header: a, format: $credential}, socket: {place: connectionInit, name: a, format: $credential}}";

export function load(files: Readonly<Record<string, string>>): LoadedDialect {
  const [first = ""] = Object.keys(files);
  return loadDialect(first, (path) => {
    const text = files[path];
    if (text === undefined) throw new Error("no such file");
    return text;
  });
}

export function complaints(files: Readonly<Record<string, string>>): readonly string[] {
  try {
    load(files);
  } catch (error) {
    if (!(error instanceof DialectFileError)) throw error;
    return error.message
      .split("\n")
      .slice(1)
      .map((line) => line.trim());
  }
  return [];
}

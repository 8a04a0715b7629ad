import type { JsonValue } from "#contract";
import type { DialectPath } from "../dialect/dialect-mismatch.ts";

/** A position in a file. Lines and columns count from 1. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export type SourceNode = SourceScalar | SourceList | SourceMapping;

export interface SourceScalar {
  readonly kind: "scalar";
  readonly place: SourcePlace;
  readonly value: string | number | boolean | null;
  /** The scalar as written in the file, for example `True` or `1.0`. */
  readonly text: string;
}

export interface SourceList {
  readonly kind: "list";
  readonly place: SourcePlace;
  readonly items: readonly SourceNode[];
}

export interface SourceMapping {
  readonly kind: "mapping";
  readonly place: SourcePlace;
  readonly members: ReadonlyMap<string, SourceMember>;
}

export interface SourceMember {
  readonly place: SourcePlace;
  readonly node: SourceNode;
}

export function plainValue(node: SourceNode): JsonValue {
  switch (node.kind) {
    case "scalar":
      return node.value;
    case "list":
      return node.items.map(plainValue);
    case "mapping":
      return Object.fromEntries(
        [...node.members].map(([name, member]) => [name, plainValue(member.node)]),
      );
  }
}

export function nodeAt(node: SourceNode, path: DialectPath): SourceNode | undefined {
  let current: SourceNode | undefined = node;
  for (const step of path) {
    if (current?.kind === "mapping") current = current.members.get(String(step))?.node;
    else if (current?.kind === "list") current = current.items[Number(step)];
    else return undefined;
  }
  return current;
}

/** Returns the position of the property name or list item at a path, or of its nearest ancestor in the file. */
export function placeOf(root: SourceNode, path: DialectPath): SourcePlace {
  let place = root.place;
  let current: SourceNode | undefined = root;
  for (const step of path) {
    if (current?.kind === "mapping") {
      const member: SourceMember | undefined = current.members.get(String(step));
      if (member === undefined) return place;
      place = member.place;
      current = member.node;
    } else if (current?.kind === "list") {
      current = current.items[Number(step)];
      if (current === undefined) return place;
      place = current.place;
    } else {
      return place;
    }
  }
  return place;
}

/** Formats a position as editors do: `crates.yaml:12:5`. */
export function describePlace({ file, line, column }: SourcePlace): string {
  return `${file}:${line}:${column}`;
}

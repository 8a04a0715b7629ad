import { intAt } from "../history/columns.ts";
import type { ObjectHistory } from "./object-history.ts";

/** The row of an object's operation in the history. */
export function rowOf(view: ObjectHistory, op: number): number {
  return intAt(view.operation, op);
}

/** The version token of a node. */
export function versionText(view: ObjectHistory, node: number): string {
  return shorten(view.history.texts.versions[intAt(view.version, node)]);
}

/** A content, by its number in the history. */
export function valueText(view: ObjectHistory, value: number): string {
  return shorten(view.history.texts.values[value]);
}

/** A uid, by its number in the object. */
export function uidText(view: ObjectHistory, uid: number): string {
  return shorten(view.history.texts.uids[intAt(view.uids, uid)]);
}

const mostCharacters = 60;

function shorten(text: string | undefined): string {
  if (text === undefined) return "(not named)";
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
}

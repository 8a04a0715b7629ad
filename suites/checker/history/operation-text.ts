import { floatAt, intAt } from "./columns.ts";
import { operationKinds, operationOutcomes, type History } from "./history.ts";

/** The most operations that a message describes; a witness that large is not shrunk any further. */
const mostDescribed = 6;

/** One operation for a person: who did what, with what answer, where and when. */
export function describeOperation(history: History, row: number): string {
  const { operations, texts } = history;
  const kind = operationKinds[intAt(operations.kind, row)];
  const outcome = operationOutcomes[intAt(operations.outcome, row)];
  const client = texts.clients[intAt(operations.client, row)];
  const before = texts.versions[intAt(operations.precondition, row)];
  const after = texts.versions[intAt(operations.version, row)];
  const uid = kind === "delete" ? texts.uids[intAt(operations.uid, row)] : undefined;
  const named = [
    ...(before === undefined ? [] : [`on version ${shorten(before)}`]),
    ...(uid === undefined ? [] : [`of uid ${shorten(uid)}`]),
  ].join(" ");
  const answer = after === undefined ? `${outcome}` : `${outcome} with version ${shorten(after)}`;
  const end = floatAt(operations.return, row);
  const times = `${floatAt(operations.invoke, row)} to ${end === Infinity ? "?" : end}`;
  const line = intAt(operations.line, row);
  return `${kind}${named === "" ? "" : ` ${named}`} by ${client}: ${answer} (line ${line}, ${times})`;
}

/** Several operations for a person. */
export function describeOperations(history: History, rows: readonly number[]): string {
  const described = rows.slice(0, mostDescribed).map((row) => describeOperation(history, row));
  const more = rows.length - described.length;
  return [...described, ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

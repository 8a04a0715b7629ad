import { prepareDialect } from "#targets/graphql";
import type { Dialect } from "#targets/graphql";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";
import { textsOf } from "../requests/rejection-texts.ts";
import { kindNamed, newKey, send, withKind } from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";
import type { Exchange } from "#targets";
import { learnPageSizes } from "./probe-page-size.ts";

/** Depths of objects in selections, in the order in which they are tried. */
const depths = [5, 4, 3, 2, 1];

/**
 * Shortens the selections if the endpoint limits the depth or the cost of queries. Only sends reads and lists. Limits
 * the depth of the objects, so that every operation shows the same fields.
 */
export async function learnSelectionDepth(
  start: Dialect,
  name: string,
  shared: Shared,
): Promise<Dialect> {
  const first = await limitOf(start, name, shared);
  if (first === undefined) return start;
  for (const depth of depths) {
    if (depth >= (start.selectionDepth ?? Number.POSITIVE_INFINITY)) continue;
    const shorter = { ...start, selectionDepth: depth };
    const resized = await withSmallPages(shorter, name, shared);
    if ((await limitOf(resized, name, shared)) !== undefined) continue;
    const level = withinLevels(resized, name, shared);
    return noted(level, first, shared);
  }
  const reason = `reads or lists of ${name} exceed a limit of the endpoint even if they only select mapped fields: ${first}`;
  shared.notes.note(["selectionDepth"], "low", reason);
  return start;
}

/** Shortens the selections if the creation of an object exceeds the limit. Undefined for other errors. */
export function withShorterSelections(
  dialect: Dialect,
  { refused, shared }: { readonly refused: Exchange; readonly shared: Shared },
): Dialect | undefined {
  const message = limitIn(refused);
  const depth = depths.find((one) => one < (dialect.selectionDepth ?? Number.POSITIVE_INFINITY));
  if (message === undefined || depth === undefined) return undefined;
  return noted({ ...dialect, selectionDepth: depth }, message, shared);
}

function noted(dialect: Dialect, message: string, { notes }: Shared): Dialect {
  const reason = `the endpoint rejected longer selections: ${message}`;
  notes.note(["selectionDepth"], "high", reason);
  return dialect;
}

async function withSmallPages(dialect: Dialect, name: string, shared: Shared): Promise<Dialect> {
  const [namespace] = kindNamed(dialect, name)?.namespaces ?? [];
  const key = { kind: name, name: "", ...(namespace === undefined ? {} : { namespace }) };
  return learnPageSizes(dialect, key, shared);
}

/** The levels of other documents must not exceed those of reads and lists, which the endpoint accepted. */
function withinLevels(accepted: Dialect, name: string, { means }: Shared): Dialect {
  const kind = kindNamed(accepted, name);
  if (kind === undefined) return accepted;
  const {
    create,
    update,
    updateStatus,
    patchStatus,
    delete: remove,
    watch,
    ...reads
  } = kind.operations;
  const none = { create: [], update: [], updateStatus: [], patchStatus: [], delete: [], watch: [] };
  const read = withKind(accepted, { ...kind, operations: { ...reads, ...none } });
  const most = levelsIn(read, means);
  const others = { create, update, updateStatus, patchStatus, delete: remove, watch };
  const all = withKind(accepted, { ...kind, operations: { ...others, read: [], list: [] } });
  const fitting = depths
    .filter((depth) => depth <= (accepted.selectionDepth ?? 0))
    .find((depth) => levelsIn({ ...all, selectionDepth: depth }, means) <= most);
  return { ...accepted, selectionDepth: fitting ?? depths.at(-1) ?? 1 };
}

function levelsIn(dialect: Dialect, { schema }: Shared["means"]): number {
  return Math.max(0, ...prepareDialect(schema, dialect).documents.map(levelsOf));
}

function levelsOf(document: string): number {
  let [level, most] = [0, 0];
  for (const character of document) {
    if (character === "{") level += 1;
    if (character === "}") level -= 1;
    most = Math.max(most, level);
  }
  return most;
}

async function limitOf(
  dialect: Dialect,
  name: string,
  shared: Shared,
): Promise<string | undefined> {
  return await onTrial(dialect, name, { shared, work: firstLimit });
}

async function firstLimit(trial: Trial): Promise<string | undefined> {
  const { read, list } = trial.kind.operations;
  const key = newKey(trial);
  const { kind, namespace } = key;
  for (const { id: via } of read) {
    const message = limitIn(await send(trial, { verb: "read", identity: "author", key, via }));
    if (message !== undefined) return message;
  }
  for (const { id: via } of list) {
    const place = namespace === undefined ? {} : { namespace };
    const listed = await send(trial, { verb: "list", identity: "author", kind, via, ...place });
    const message = limitIn(listed);
    if (message !== undefined) return message;
  }
  return undefined;
}

const limited =
  /\b(?:depth|nested|nesting|too deep|complex(?:ity)?|costs?|expensive|too large|too many (?:fields|nodes))\b/iu;

const ofRequest = /quer(?:y|ies)|operation|document|selection|request|execution|field cost/iu;

/** Returns the message of an error about the size of the request itself. */
function limitIn(exchange: Exchange): string | undefined {
  if (exchange.outcome.result !== "refused") return undefined;
  return textsOf(exchange).find((text) => limited.test(text) && ofRequest.test(text));
}

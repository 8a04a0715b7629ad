import { operationKinds, watchEventTypes } from "../history/history.ts";
import type {
  HistoryLine,
  InitialLine,
  OperationKind,
  OperationLine,
  OperationOutcome,
  VersionOrder,
  WatchLine,
} from "../history/history.ts";
import { HistoryError } from "./history-error.ts";

const format = 1;

const maxCharacters = 65_536;

const lineKinds = ["op", "watch", "initial"] as const;

const outcomesOf: Readonly<Record<OperationKind, readonly OperationOutcome[]>> = {
  read: ["ok", "not-found", "failed", "unknown"],
  cas: ["ok", "conflict", "not-found", "failed", "unknown"],
  put: ["ok", "conflict", "not-found", "failed", "unknown"],
  create: ["ok", "exists", "failed", "unknown"],
  delete: ["ok", "conflict", "not-found", "failed", "unknown"],
};

type Members = Readonly<Record<string, unknown>>;

interface Source {
  readonly members: Members;
  readonly line: number;
}

/**
 * Parses the header of a history.
 *
 * @throws HistoryError for anything other than a header of a known format.
 */
export function parseHeader(text: string, line: number): VersionOrder {
  const source: Source = { members: parseMembers(text, line), line };
  const { history, versions } = source.members;
  if (history === undefined) {
    throw new HistoryError(line, `expected the header {"history":${format},"versions":…} first`);
  }
  if (history !== format) {
    throw new HistoryError(
      line,
      `unknown format ${show(history)}; the supported format is ${format}`,
    );
  }
  if (versions === "comparable" || versions === "opaque") return versions;
  throw new HistoryError(line, `"versions" must be "comparable" or "opaque", ${given(versions)}`);
}

/**
 * Parses a line after the header. Ignores unknown properties.
 *
 * @throws HistoryError that states what was expected.
 */
export function parseLine(text: string, line: number): HistoryLine {
  const members = parseMembers(text, line);
  const source: Source = { members, line };
  const [kind, other] = lineKinds.filter((member) => members[member] !== undefined);
  if (other !== undefined)
    throw new HistoryError(line, `a line cannot have both "${kind}" and "${other}"`);
  if (members["op"] !== undefined) return parseOperation(source);
  if (members["watch"] !== undefined) return parseWatch(source);
  if (members["initial"] !== undefined) return parseInitial(source);
  if (members["history"] !== undefined)
    throw new HistoryError(line, "a history has only one header");
  throw new HistoryError(line, `expected one of the properties "op", "watch" or "initial"`);
}

function parseMembers(text: string, line: number): Members {
  const value = parseJson(text, line);
  if (isMembers(value)) {
    const repeated = repeatedMember(text, Object.keys(value).length);
    if (repeated === undefined) return value;
    throw new HistoryError(line, `duplicate property ${show(repeated)}`);
  }
  throw new HistoryError(line, `expected a JSON object, ${given(value)}`);
}

function parseJson(text: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const end = text.trimEnd().at(-1);
    const hint = end === "}" ? "" : "; the line may be truncated";
    throw new HistoryError(line, `not valid JSON${hint}`);
  }
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parseInitial(source: Source): InitialLine {
  return {
    kind: "initial",
    object: requiredText(source, "initial"),
    version: requiredText(source, "version"),
    uid: optionalText(source, "uid"),
    value: optionalText(source, "value"),
  };
}

function parseOperation(source: Source): OperationLine {
  const { op, outcome: ended } = source.members;
  const operation =
    choiceOf(operationKinds, op) ?? refuse(source, "op", { choices: operationKinds });
  const choices = outcomesOf[operation];
  const outcome =
    choiceOf(choices, ended) ?? refuse(source, "outcome", { choices, what: ` of a ${operation}` });
  const isWritten = outcome === "ok" && operation !== "delete";
  const { invoke, return: returned } = parseInterval(source, outcome);
  return {
    kind: "operation",
    operation,
    outcome,
    object: requiredText(source, "object"),
    client: requiredText(source, "client"),
    invoke,
    return: returned,
    precondition:
      operation === "cas"
        ? requiredText(source, "precondition")
        : optionalText(source, "precondition"),
    version: isWritten ? requiredText(source, "version") : optionalText(source, "version"),
    uid: optionalText(source, "uid"),
    value: optionalText(source, "value"),
  };
}

function parseInterval(
  source: Source,
  outcome: OperationOutcome,
): Pick<OperationLine, "invoke" | "return"> {
  const invoke = requiredNumber(source, "invoke");
  if (outcome === "unknown") {
    if (source.members["return"] === undefined) return { invoke };
    throw new HistoryError(
      source.line,
      `an operation with the outcome "unknown" cannot have a "return"`,
    );
  }
  const returned = requiredNumber(source, "return");
  if (returned >= invoke) return { invoke, return: returned };
  throw new HistoryError(source.line, `"return" ${returned} is before "invoke" ${invoke}`);
}

function parseWatch(source: Source): WatchLine {
  const choices = watchEventTypes;
  const event = choiceOf(choices, source.members["event"]) ?? refuse(source, "event", { choices });
  const base = {
    kind: "watch",
    watch: requiredText(source, "watch"),
    event,
    time: requiredNumber(source, "time"),
  } as const;
  switch (event) {
    case "open":
      return {
        ...base,
        version: optionalText(source, "after"),
        object: optionalText(source, "object"),
        namespace: optionalText(source, "namespace"),
      };
    case "ADDED":
    case "MODIFIED":
    case "DELETED":
      return {
        ...base,
        object: requiredText(source, "object"),
        version: requiredText(source, "version"),
        uid: optionalText(source, "uid"),
        value: optionalText(source, "value"),
      };
    case "BOOKMARK":
      return { ...base, version: requiredText(source, "version") };
    case "expired":
      return base;
    case "close":
      return { ...base, version: optionalText(source, "due") };
  }
}

function optionalText({ members, line }: Source, member: string): string | undefined {
  const value = members[member];
  if (value === undefined) return undefined;
  if (typeof value !== "string" || value === "") {
    throw new HistoryError(line, `"${member}" must be a string, ${given(value)}`);
  }
  if (value.length <= maxCharacters) return value;
  throw new HistoryError(line, `"${member}" is longer than ${maxCharacters} characters`);
}

function requiredText(source: Source, member: string): string {
  const text = optionalText(source, member);
  if (text !== undefined) return text;
  throw new HistoryError(source.line, `the property "${member}" is missing`);
}

function requiredNumber({ members, line }: Source, member: string): number {
  const value = members[member];
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (value === undefined) throw new HistoryError(line, `the property "${member}" is missing`);
  throw new HistoryError(line, `"${member}" must be a number, ${given(value)}`);
}

function choiceOf<T extends string>(choices: readonly T[], value: unknown): T | undefined {
  for (const choice of choices) if (choice === value) return choice;
  return undefined;
}

function refuse(
  { members, line }: Source,
  member: string,
  { choices, what = "" }: { readonly choices: readonly string[]; readonly what?: string },
): never {
  const list = choices.map((candidate) => `"${candidate}"`).join(", ");
  const problem = `"${member}"${what} must be one of ${list}, ${given(members[member])}`;
  throw new HistoryError(line, problem);
}

function given(value: unknown): string {
  return value === undefined ? "but it is missing" : `not ${show(value)}`;
}

function show(value: unknown): string {
  if (value === undefined) return "nothing";
  // JSON represents infinity as null.
  if (value === Infinity || value === -Infinity) return "a number that is too large";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

const colon = 0x3a;
const quote = 0x22;

/** Tokens that determine the nesting in a JSON document, including strings. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/gu;

/**
 * Finds the first duplicate property name of a JSON object, which JSON.parse accepts silently. Returns undefined if all
 * names differ. `text` is the valid JSON of the object, and `members` is its number of parsed properties. For almost
 * every object, comparing this number with the number of colons is enough.
 */
function repeatedMember(text: string, members: number): string | undefined {
  if (possibleNames(text) === members) return undefined;
  const seen = new Set<string>();
  for (const name of namesIn(text)) {
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}

/** Number of colons that follow a quotation mark: an upper bound for the number of property names at any depth. */
function possibleNames(text: string): number {
  let count = 0;
  for (let at = text.indexOf(":"); at >= 0; at = text.indexOf(":", at + 1)) {
    let before = at - 1;
    while (isBlank(text.charCodeAt(before))) before -= 1;
    if (text.charCodeAt(before) === quote) count += 1;
  }
  return count;
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}

function* namesIn(text: string): Generator<string> {
  let depth = 0;
  let last = "";
  for (const [token] of text.matchAll(tokens)) {
    const first = token.charCodeAt(0);
    if (first === quote) last = token;
    else if (first === colon && depth === 1) yield String(JSON.parse(last));
    else if (token === "{" || token === "[") depth += 1;
    else if (token === "}" || token === "]") depth -= 1;
  }
}

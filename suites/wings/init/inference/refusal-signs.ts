import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue, RefusalReason } from "#contract";
import { foreignPatternFits } from "#targets";
import type { Exchange } from "#targets";
import type { ErrorPaths, OutcomeMatcher } from "#targets/graphql";

/** A refusal that was provoked, why it must have come, and how it came. */
export interface ProvokedRefusal {
  readonly reason: Exclude<RefusalReason, "unclassified">;
  readonly exchange: Exchange;
  /** Texts that belong to the one request, such as the name of the object. */
  readonly particulars: readonly string[];
  /** The version that was current then, where it is known. */
  readonly current?: string;
  /** Fields that only hold others, below which results stand. */
  readonly groups: ReadonlySet<string>;
}

/**
 * How provoked refusals are told apart: for each the first sign that no refusal of another reason has: a code,
 * another field of the extensions, the HTTP status, the message.
 */
export function matchersFor(refusals: readonly ProvokedRefusal[]): readonly OutcomeMatcher[] {
  const found = new Map<string, OutcomeMatcher>();
  const signsOf = signReader(refusals);
  const hasSign = (other: ProvokedRefusal, sign: OutcomeMatcher): boolean => {
    const { reason: _, ...wanted } = sign;
    if (wanted.message !== undefined) return foreignPatternFits(wanted.message, messageOf(other));
    return signsOf(other).some(
      ({ reason: _reason, ...own }) => JSON.stringify(own) === JSON.stringify(wanted),
    );
  };
  for (const refusal of refusals) {
    const others = refusals.filter(({ reason }) => reason !== refusal.reason);
    if (isUnderstood(refusal)) continue;
    const matcher = signsOf(refusal).find((sign) => !others.some((other) => hasSign(other, sign)));
    if (matcher !== undefined) found.set(JSON.stringify(matcher), matcher);
  }
  return [...found.values(), ...restOf(refusals)];
}

/** What a payload lists under a code of which nothing is known is wrong with the request, like what was seen there. */
function restOf(refusals: readonly ProvokedRefusal[]): readonly OutcomeMatcher[] {
  const lists = refusals
    .filter(({ reason, exchange }) => reason === "invalid" && errorOf(exchange) === undefined)
    .flatMap((refusal) => causesIn(resultOf(refusal), "")?.list ?? []);
  return [...new Set(lists)].map((path) => ({ reason: "invalid", payload: { path } }));
}

/** Whether the ways that are known already say the same. */
function isUnderstood({ reason, exchange }: ProvokedRefusal): boolean {
  const { outcome, reply } = exchange;
  const isSame = outcome.result === "refused" && outcome.refusal.reason === reason;
  // A status says it over HTTP alone; what the error itself says holds on a socket as well.
  return isSame && ((reply?.status ?? 0) < 400 || ownSigns({ reason, exchange }).length === 0);
}

/** What an error says of its reason, wherever it is sent. */
function ownSigns({
  reason,
  exchange,
}: Pick<ProvokedRefusal, "exchange" | "reason">): readonly OutcomeMatcher[] {
  const extensions = membersOf(errorOf(exchange)?.["extensions"]);
  const { code } = extensions;
  return [
    ...(typeof code === "string" && code !== "" ? [{ reason, code }] : []),
    ...Object.entries(extensions).flatMap(([path, value]) =>
      path !== "code" && isSign(value) ? [{ reason, extension: { path, value } }] : [],
    ),
  ];
}

type SignReader = (refusal: ProvokedRefusal) => readonly OutcomeMatcher[];

/** Everything by which a refusal may be known, the surest sign first. What several of a reason share is one message. */
function signReader(refusals: readonly ProvokedRefusal[]): SignReader {
  return (refusal) => {
    const { reason, exchange } = refusal;
    const { status } = exchange.reply ?? {};
    const alike = refusals.filter(
      (one) => one.reason === reason && messageOf(one) !== "" && !isUnderstood(one),
    );
    const common = alike.map(generalMessage).reduce(sharedText, generalMessage(refusal));
    return [
      ...ownSigns(refusal),
      ...payloadSigns(refusal).map((payload) => ({ reason, payload })),
      ...(status !== undefined && status >= 400 ? [{ reason, http: status }] : []),
      ...(common.length >= shortestMessage ? [{ reason, message: escaped(common) }] : []),
    ];
  };
}

type PayloadSign = NonNullable<OutcomeMatcher["payload"]>;

/** What a result without errors says of a refusal: its type, or a word in it. */
function payloadSigns(refusal: ProvokedRefusal): readonly PayloadSign[] {
  const { exchange, current } = refusal;
  const value = errorOf(exchange) === undefined ? resultOf(refusal) : {};
  const isCurrent = (inner: JsonValue | undefined): boolean =>
    current !== undefined && (inner === current || inner === Number(current));
  const version = (
    members: JsonObject,
    at: string,
  ): { readonly currentResourceVersion?: string } => {
    const name = Object.keys(members).find((one) => isCurrent(members[one]));
    return name === undefined ? {} : { currentResourceVersion: `${at}${name}` };
  };
  const { __typename: type } = value;
  const typed =
    typeof type === "string" ? [{ path: "__typename", value: type, ...version(value, "") }] : [];
  const own = Object.entries(value).flatMap(([path, word]) =>
    isCode(path, word) ? [{ path, value: word, ...version(value, "") }] : [],
  );
  const held = Object.entries(value).flatMap(([name, found]): readonly PayloadSign[] => {
    // Payloads list what went wrong, and each entry says what it is.
    const inner: unknown = Array.isArray(found) ? found[0] : found;
    if (!isJsonObject(inner)) return [];
    const words = Object.entries(inner).filter(([member, word]) => isCode(member, word));
    const more = version(inner, `${name}.`);
    const whole = isJsonObject(found) ? [{ path: name, ...more }] : [];
    return [
      ...words.map(([member, word]) => ({
        path: `${name}.${member}`,
        value: word,
        ...more,
      })),
      ...whole,
    ];
  });
  return [...typed, ...own, ...held];
}

/** Whether a member of a payload may be a code: a word in capitals, or whatever is called a code and is short. */
function isCode(name: string, value: JsonValue | undefined): value is string | number {
  if (name === "__typename") return false;
  if (typeof value === "number") return codeWord.test(name);
  if (typeof value !== "string") return false;
  return /^[A-Z][A-Z0-9_]+$/u.test(value) || (codeWord.test(name) && /^[\w.:/-]+$/u.test(value));
}

const codeWord =
  /^(?:(?:error|status|result|failure)_?)?(?:code|type|kind|reason)$|^(?:error|status|result)$/iu;

/** The ways in which payloads tell refusals, with the place of the current version where a provoked conflict showed it. */
export function withCurrentVersions(
  matchers: readonly OutcomeMatcher[],
  refusals: readonly ProvokedRefusal[],
): readonly OutcomeMatcher[] {
  const shown = refusals.filter(({ reason }) => reason === "conflict").flatMap(payloadSigns);
  return matchers.map((matcher) => {
    const { payload } = matcher;
    if (payload === undefined || payload.currentResourceVersion !== undefined) return matcher;
    const { currentResourceVersion } =
      shown.find(({ path, value }) => path === payload.path && value === payload.value) ?? {};
    return currentResourceVersion === undefined
      ? matcher
      : { ...matcher, payload: { ...payload, currentResourceVersion } };
  });
}

/** The value of the field of a reply. */
function resultOf({ exchange, groups }: Pick<ProvokedRefusal, "exchange" | "groups">): JsonObject {
  let members = membersOf(membersOf(exchange.reply?.body)["data"]);
  for (;;) {
    const [field] = Object.entries(members);
    if (field === undefined) return {};
    members = membersOf(field[1]);
    if (!groups.has(field[0])) return members;
  }
}

/** Where errors carry a word for their reason, where it is not the usual place: what sets refusals of different reasons apart. */
export function codePath(refusals: readonly ProvokedRefusal[]): string | undefined {
  const found = new Map<string, Map<string, string>>();
  for (const { reason, exchange } of refusals) {
    const extensions = membersOf(errorOf(exchange)?.["extensions"]);
    if (typeof extensions["code"] === "string" && extensions["code"] !== "INTERNAL_SERVER_ERROR")
      return undefined;
    for (const [name, value] of Object.entries(extensions)) {
      if (typeof value !== "string" || !isSign(value)) continue;
      const words = found.get(name) ?? new Map<string, string>();
      words.set(reason, value);
      found.set(name, words);
    }
  }
  const [path] =
    [...found].find(([, words]) => words.size > 1 && new Set(words.values()).size === words.size) ??
    [];
  return path === undefined ? undefined : `extensions.${path}`;
}

/** How long a part of a message is at least that tells anything, in characters. */
const shortestMessage = 6;

function messageOf({ exchange }: ProvokedRefusal): string {
  const message = errorOf(exchange)?.["message"];
  return typeof message === "string" ? message : "";
}

/** The first error of a reply. */
export function errorOf({ reply }: Exchange): JsonObject | undefined {
  const body = membersOf(reply?.body);
  const { errors } = body;
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  return isJsonObject(first) ? first : undefined;
}

function membersOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Words and numbers of a closed set; a text with spaces is a message, and a long one a trace. */
function isSign(value: JsonValue | undefined): value is number | string {
  return (
    (typeof value === "string" && /^[\w.-]{2,60}$/u.test(value)) ||
    (typeof value === "number" && value >= 400 && value < 600)
  );
}

/** The longest part of a message that is about no object in particular. */
function generalMessage(refusal: ProvokedRefusal): string {
  const parts = refusal.particulars
    .filter((text) => text !== "")
    .reduce<readonly string[]>(
      (texts, text) => texts.flatMap((part) => part.split(text)),
      [messageOf(refusal)],
    )
    .flatMap((part) => part.split(/\d+/u));
  return longestOf(parts);
}

function longestOf(texts: readonly string[]): string {
  return texts.toSorted((left, right) => right.length - left.length)[0]?.trim() ?? "";
}

/** Part of the words of a refusal that others have as well where both say the same. */
const shareOfSame = 0.5;

/** Whether a refusal tells its reason in words alone, and in others than another refusal. */
export function saysOtherwise(refusal: ProvokedRefusal, other: ProvokedRefusal): boolean {
  if (ownSigns(refusal).length > 0 || payloadSigns(refusal).length > 0) return false;
  const [own, others] = [refusal, other].map(generalMessage);
  if (own === undefined || others === undefined || own === "") return false;
  const shared = sharedText(own, others);
  const isShared = others.includes(shared) && own.includes(shared);
  return !isShared || shared.length < shareOfSame * Math.min(own.length, others.length);
}

/** The longest text that two texts share; the first where they share next to nothing. */
function sharedText(left: string, right: string): string {
  for (let length = left.length; length >= shortestMessage; length -= 1) {
    for (let start = 0; start + length <= left.length; start += 1) {
      const part = left.slice(start, start + length);
      if (right.includes(part)) return part.trim();
    }
  }
  return left;
}

/** A text as a pattern that fits it alone. */
export function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
}

/** Where an error says the version that is current, looked for by its value. */
export function currentVersionPath(exchange: Exchange, version: string): string | undefined {
  const extensions = membersOf(errorOf(exchange)?.["extensions"]);
  const found = Object.entries(extensions).find(
    ([name, value]) => name !== "code" && (value === version || value === Number(version)),
  );
  return found === undefined ? undefined : `extensions.${found[0]}`;
}

/** Where an error lists what was wrong. */
export function causesPaths(exchange: Exchange): ErrorPaths["causes"] {
  return causesIn(membersOf(errorOf(exchange)?.["extensions"]), "extensions.");
}

/** How a reply calls a field, wherever it names it alone or at the end of a path. */
export function memberNamedIn(value: JsonValue | undefined, member: string): string | undefined {
  if (typeof value === "string") {
    const isPath = value === member || value.endsWith(`.${member}`);
    return isPath && /^[\w.$[\]-]+$/u.test(value) ? value : undefined;
  }
  if (value === null || typeof value !== "object") return undefined;
  for (const inner of Object.values(value)) {
    const found: string | undefined = memberNamedIn(inner, member);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Where a result without errors says what was wrong with a request: its message, and its causes. */
export function payloadPaths(
  refusal: Pick<ProvokedRefusal, "exchange" | "groups">,
): ErrorPaths["payload"] {
  if (errorOf(refusal.exchange) !== undefined) return undefined;
  const result = resultOf(refusal);
  const causes = causesIn(result, "");
  const message = messageIn(result) ?? (causes?.message && `${causes.list}.${causes.message}`);
  if (message === undefined) return undefined;
  return { message, ...(causes === undefined ? {} : { causes }) };
}

/** The list among some fields whose entries each have a sentence: what one of them says, about what, and why. */
function causesIn(members: JsonObject, at: string): ErrorPaths["causes"] {
  for (const [name, value] of Object.entries(members)) {
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    const [first] = items;
    if (typeof first === "string" && fieldListWord.test(name)) {
      return { list: `${at}${name}`, field: "", message: "" };
    }
    if (!isJsonObject(first)) continue;
    const message = messageIn(first) ?? besideField(first);
    if (message === undefined) continue;
    const texts = Object.keys(first).filter((one) => one !== message && isPlainText(first[one]));
    const reason =
      texts.find((member) => /^(?:reason|code|type)$/iu.test(member)) ??
      texts.find((member) => /^[A-Z][A-Z0-9_]+$/u.test(textOf(first[member])));
    const fields = texts.filter((member) => member !== reason && member !== "__typename");
    const field =
      fields.find((member) => fieldWord.test(member)) ??
      (fields.length === 1 ? fields[0] : undefined);
    return {
      list: `${at}${name}`,
      ...(reason === undefined ? {} : { reason }),
      ...(field === undefined ? {} : { field }),
      message,
    };
  }
  return undefined;
}

/** What lists of nothing but the names of fields are called. */
const fieldListWord = /^(?:invalid_?)?(?:fields|paths|properties|members)$/iu;

const fieldWord = /^(?:field|path|pointer|property|location)$/iu;

/** The only text beside the one that names a field: an explanation may be a single word. */
function besideField(members: JsonObject): string | undefined {
  const texts = Object.keys(members).filter(
    (one) => one !== "__typename" && typeof members[one] === "string",
  );
  const others = texts.filter((one) => !fieldWord.test(one));
  return others.length === 1 && texts.length === 2 ? others[0] : undefined;
}

/** The field that holds a sentence: one that is called so, or the only text with spaces. */
function messageIn(members: JsonObject): string | undefined {
  const sentences = Object.keys(members).filter((one) => /\S\s\S/u.test(textOf(members[one])));
  const usual = Object.keys(members).find(
    (one) => /^(?:message|detail|description)$/iu.test(one) && typeof members[one] === "string",
  );
  return usual ?? (sentences.length === 1 ? sentences[0] : undefined);
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

function isPlainText(value: JsonValue | undefined): boolean {
  return /^\S+$/u.test(textOf(value));
}

import {
  capital,
  listName,
  mutationName,
  nestOf,
  objectName,
  observedName,
  ownersOf,
  preconditionOf,
  readName,
  reportedMembers,
  reportName,
  streamNames,
  watchName,
} from "./stranger.ts";
import type { Stranger } from "./stranger.ts";
import { listType } from "./stranger-lists.ts";
import type { KindWords, MemberWords } from "./domain-words.ts";

export function schemaOf(stranger: Stranger): string {
  const of = (write: (kind: KindWords) => string): string => stranger.kinds.map(write).join("\n");
  const root = (name: string, write: (kind: KindWords) => string, more = ""): string =>
    stranger.habits.roots === "flat"
      ? `type ${name} { ${more} ${of(write)} }`
      : `type ${name} { ${more} ${of(({ kind, several }) => `${several}: ${kind}${name}!`)} }
         ${of((kind) => `type ${kind.kind}${name} { ${write(kind)} }`)}`;
  const watch =
    stranger.forms.watch === "none"
      ? ""
      : `type Subscription { ${stranger.habits.feed === "common" ? feedOf(stranger) : of((kind) => subscription(stranger, kind))} }
         ${stranger.habits.feed === "common" ? feedTypes(stranger) : ""}`;
  const isNode = stranger.habits.reading === "node";
  const owners = stranger.habits.owners === "listed" ? ownersOf(stranger) : undefined;
  const listed = owners === undefined ? "" : `${owners.field}: [${owners.type}!]!`;
  const nest = stranger.habits.nesting === "owner" ? nestOf(stranger) : undefined;
  const query =
    nest === undefined
      ? root(
          "Query",
          (kind) => queries(stranger, kind),
          `${isNode ? "node(id: ID!): Node" : ""} ${listed}`,
        )
      : `type Query { ${nest.field}(${nest.key}: String!): ${nest.type} }
         type ${nest.type} { ${of((kind) => queries(stranger, kind))} }`;
  return `
    scalar Anything
    ${stranger.habits.marks === "pairs" ? "type Mark { key: String! value: String! } input MarkInput { key: String! value: String! }" : ""}
    ${stranger.habits.counts === "long" ? "scalar Long" : ""}
    ${stranger.habits.assigning === "set" ? assignments(stranger) : ""}
    ${query}
    ${root("Mutation", (kind) => mutations(stranger, kind))}
    ${watch}
    ${owners === undefined ? "" : `type ${owners.type} { id: ID! name: String! }`}
    type Page { endCursor: String hasNextPage: Boolean! }
    ${promised(
      stranger,
      `${isNode ? `interface Node { ${stranger.names.uid}: ID! }` : ""}
       ${of((kind) => typesOf(stranger, kind))}`,
    )}
  `;
}

/** Makes the fields of output types nullable, unless the API declares them non-null. */
function promised({ habits: { outputs } }: Stranger, sdl: string): string {
  if (outputs === "promised") return sdl;
  return sdl.replaceAll(/\b(?:interface|type) \w+ (?:implements \w+ )?\{[^}]*\}/gu, (type) =>
    type.replaceAll("!", ""),
  );
}

function assignments(stranger: Stranger): string {
  return `input SetCount { set: ${countType(stranger)} increment: ${countType(stranger)} }
    input SetInt { set: Int increment: Int } input SetText { set: String }
    input SetTexts { set: [String!] push: [String!] }`;
}

function countType({ habits }: Pick<Stranger, "habits">): string {
  return habits.counts === "long" ? "Long" : "Int";
}

type KeyWords = Pick<Stranger, "further" | "habits" | "names">;

function key(words: KeyWords): string {
  const { names, habits } = words;
  const place = habits.scope === "none" ? "" : `${names.place}: String!`;
  return `${furtherKey(words)} ${place} ${names.name}: String!`;
}

function furtherKey({ further, habits }: KeyWords): string {
  return habits.further === "none" ? "" : `${further}: String!`;
}

function finder(stranger: Stranger, { verb }: Call): string {
  const isById = stranger.habits.reading === "node" && verb !== "create";
  return isById ? `${stranger.names.uid}: ID!` : key(stranger);
}

function queries(stranger: Stranger, kind: KindWords): string {
  const { names, forms, habits } = stranger;
  const isPlaced = habits.scope === "places" && habits.nesting === "root";
  const place = isPlaced
    ? `${furtherKey(stranger)} ${names.place}: String${forms.listPlace === "required" ? "!" : ""}`
    : "";
  const list =
    forms.list === "plain"
      ? `[${kind.kind}!]!`
      : `${{ bare: listType(stranger, kind), union: `${kind.kind}Listed`, wrapped: `${kind.kind}Sought` }[stranger.habits.asks]}!`;
  const pages = { whole: "", offset: " offset: Int limit: Int" }[stranger.habits.paging];
  const own = {
    none: pages,
    number: " sheet: Int rows: Int",
    offset: " behind: Int rows: Int",
    mark: " upto: String rows: Int",
    one: " rows: Int",
  };
  const sheets = own[stranger.habits.sheets];
  const tokens = stranger.habits.pages === "token" ? " size: Int pageToken: String" : sheets;
  const more = forms.list === "connection" ? " first: Int after: String" : tokens;
  const read =
    stranger.habits.reading === "node"
      ? ""
      : `${readName(stranger, kind)}(${asking(stranger, kind)}): ${askedType(stranger, kind)}`;
  return `${read}
    ${listName(stranger, kind)}${called(`${place}${more}`)}: ${list}`;
}

function asking(stranger: Stranger, kind: KindWords): string {
  if (stranger.habits.nesting === "owner") return `${stranger.names.name}: String!`;
  const isUnique = stranger.habits.finding === "unique";
  return isUnique ? `${keyed(stranger)}: ${kind.kind}Unique!` : key(stranger);
}

function askedType({ habits }: Stranger, { kind }: KindWords): string {
  return { bare: kind, union: `${kind}Asked`, wrapped: `${kind}Found!` }[habits.asks];
}

function askedTypes(stranger: Stranger, kind: KindWords): string {
  const { forms, habits } = stranger;
  const { kind: name } = kind;
  if (habits.asks === "bare") return "";
  const list = listType(stranger, kind);
  if (habits.asks === "union") {
    const lists = `union ${name}Listed = ${list} | ${name}Barred type ${name}Barred { why: String! }`;
    return `union ${name}Asked = ${name} | ${name}Missing type ${name}Missing { about: String! }
      ${forms.list === "plain" ? "" : lists}`;
  }
  const lists = `type ${name}Sought { found: ${list} }`;
  return `type ${name}Found { ${objectName(kind)}: ${name} asked: String }
    ${forms.list === "plain" ? "" : lists}`;
}

/** Encloses arguments in parentheses. Returns an empty string if there are no arguments. */
function called(given: string): string {
  return given.trim() === "" ? "" : `(${given})`;
}

function mutations(stranger: Stranger, kind: KindWords): string {
  return callsOf(stranger, kind)
    .map((call) => {
      const given = callArguments(stranger, call, kind);
      return `${callName(stranger, call, kind)}(${given}): ${replyOf(stranger, call.verb, kind)}`;
    })
    .join("\n");
}

type Verb = keyof Stranger["verbs"];

/** A mutation of a kind. `member` is present if the mutation writes only one field of the status. */
export interface Call {
  readonly verb: Verb;
  readonly member?: string;
}

export function callsOf(stranger: Stranger, kind: KindWords): readonly Call[] {
  const reports: readonly Call[] =
    stranger.habits.reports === "whole"
      ? [{ verb: "status" }]
      : reportedMembers(stranger, kind).map((member) => ({ verb: "status", member }));
  return [{ verb: "create" }, { verb: "update" }, ...reports, { verb: "remove" }];
}

export function callName(stranger: Stranger, { verb, member }: Call, kind: KindWords): string {
  return member === undefined
    ? mutationName(stranger, verb, kind)
    : reportName(stranger, kind, member);
}

function callArguments(stranger: Stranger, call: Call, kind: KindWords): string {
  const rest = restOf(stranger, call, kind);
  const guard = stranger.habits.guard === "ifMatch" ? guardOf(stranger, call) : "";
  switch (stranger.forms.input) {
    case "arguments":
      return `${finder(stranger, call)} ${rest} ${guard}`;
    case "object":
      return `${stranger.names.input}: ${inputType(stranger, call, kind)}! ${guard}`;
    case "keyed":
      return `${keyed(stranger)}: ${keyType(stranger, call, kind)}! ${rest} ${guard}`;
  }
}

/** The type of a separate key: a dedicated type or, for existing objects, a type with several unique keys. */
function keyType({ habits }: Stranger, { verb }: Pick<Call, "verb">, { kind }: KindWords): string {
  return habits.finding === "unique" && verb !== "create" ? `${kind}Unique` : `${kind}KeyInput`;
}

/** Returns the name of the composite key, which is one of several unique keys. */
export function compositeName({ names }: Pick<Stranger, "names">): string {
  return `${names.place}_${names.name}`;
}

function guardOf(stranger: Stranger, { verb }: Call): string {
  const isBare = verb === "create" || (verb === "remove" && stranger.habits.deletion === "bare");
  return isBare ? "" : `${preconditionOf(stranger)}: ${stranger.forms.version}!`;
}

export function keyed({ names, forms }: Stranger): string {
  return forms.identity === "nested" ? names.holder : "which";
}

function inputType(stranger: Stranger, { verb, member }: Call, { kind }: KindWords): string {
  return `${capital(stranger.verbs[verb])}${kind}${capital(member ?? "")}Input`;
}

function restOf(stranger: Stranger, call: Call, kind: KindWords): string {
  const { names, forms, habits } = stranger;
  const { verb, member } = call;
  const version = habits.guard === "inside" ? guardOf(stranger, call) : "";
  if (verb === "remove") return version;
  if (member !== undefined) return `${version} ${memberOf(stranger, kind, member)}`;
  const side = verb === "status" ? "status" : "spec";
  const isAssigned = habits.assigning === "set" && verb !== "create";
  const body = {
    nested: `${names[side]}: ${kind.kind}${capital(names[side])}${isAssigned ? "Change" : "Input"}!`,
    boxed: `${names[side]}: Anything!`,
    flat: isAssigned ? changes(stranger, kind, side) : members(stranger, kind, side),
  }[forms.body];
  const own = verb === "status" ? body : `${body} ${labels(stranger, "MarkInput")}`;
  return `${version} ${own}`;
}

function labels({ habits, labels: name }: Stranger, pair: "Mark" | "MarkInput"): string {
  if (habits.labels === "none") return "";
  return habits.marks === "pairs" ? `${name}: [${pair}!]` : `${name}: Anything`;
}

function replyOf({ forms, habits }: Stranger, verb: Verb, { kind }: KindWords): string {
  const removed = habits.answers === "object" ? "Reply" : "Removal";
  if (verb === "remove") return forms.reply === "object" ? "Boolean!" : `${kind}${removed}!`;
  if (forms.reply === "object") {
    return { object: `${kind}!`, receipt: `${kind}Receipt!`, done: "Boolean!" }[habits.answers];
  }
  if (forms.reply === "payload" || verb === "create") return `${kind}Reply!`;
  return `${kind}Result!`;
}

function members(stranger: Stranger, kind: KindWords, side: "spec" | "status"): string {
  const own = kind[side].map((member) => `${member.name}: ${typeOf(stranger, kind, member)}`);
  const observed = side === "status" ? [`${observedName(stranger)}: Int`] : [];
  return [...own, ...observed].join(" ");
}

function changes(stranger: Stranger, kind: KindWords, side: "spec" | "status"): string {
  const own = kind[side].map((member) => `${member.name}: ${changeType(kind, member)}`);
  const observed = side === "status" ? [`${observedName(stranger)}: SetInt`] : [];
  return [...own, ...observed].join(" ");
}

function changeType({ kind }: KindWords, { name, type }: MemberWords): string {
  switch (type) {
    case "count":
      return "SetCount";
    case "text":
      return "SetText";
    case "texts":
      return "SetTexts";
    default:
      return `Set${kind}${capital(name)}`;
  }
}

function memberOf(stranger: Stranger, kind: KindWords, name: string): string {
  const member = kind.status.find((one) => one.name === name);
  return `${name}: ${member === undefined ? "Int" : typeOf(stranger, kind, member)}`;
}

function typeOf(
  stranger: Pick<Stranger, "habits">,
  { kind }: KindWords,
  { name, type }: MemberWords,
): string {
  switch (type) {
    case "count":
      return countType(stranger);
    case "text":
      return "String";
    case "texts":
      return "[String!]";
    default:
      return `${kind}${capital(name)}`;
  }
}

function typesOf(stranger: Stranger, kind: KindWords): string {
  const { forms } = stranger;
  const { kind: name } = kind;
  const inputs = callsOf(stranger, kind).map(
    (call) =>
      `input ${inputType(stranger, call, kind)} { ${finder(stranger, call)} ${restOf(stranger, call, kind)} ${mutationId(stranger)} }`,
  );
  const enums = [...kind.spec, ...kind.status].flatMap((member) =>
    typeof member.type === "string"
      ? []
      : [
          `enum ${typeOf(stranger, kind, member)} { ${member.type.join(" ")} }`,
          ...(stranger.habits.assigning === "set"
            ? [`input ${changeType(kind, member)} { set: ${typeOf(stranger, kind, member)} }`]
            : []),
        ],
  );
  return `
    ${objectTypes(stranger, kind)}
    ${forms.body === "nested" ? bodyTypes(stranger, kind) : ""}
    ${forms.input === "object" ? inputs.join("\n") : ""}
    ${forms.input === "keyed" ? `input ${name}KeyInput { ${key(stranger)} }` : ""}
    ${stranger.habits.finding === "unique" ? `input ${name}Unique { ${stranger.names.uid}: ID ${compositeName(stranger)}: ${name}KeyInput }` : ""}
    ${replyTypes(stranger, kind)}
    ${forms.list === "wrapped" ? `type ${name}List { ${stranger.names.version}: ${forms.version}! all${name}: [${name}!]! ${stranger.habits.pages === "token" ? "nextPageToken: String" : ""} ${stranger.habits.sheets === "mark" ? "tail: String" : ""} }` : ""}
    ${forms.list === "connection" ? `type ${name}Connection { edges: [${name}Edge!]! pageInfo: Page! } type ${name}Edge { cursor: String! node: ${name}! }` : ""}
    ${askedTypes(stranger, kind)}
    ${enums.join("\n")}
    ${forms.watch === "none" || stranger.habits.streams === "each" || stranger.habits.feed === "common" ? "" : eventTypes(stranger, kind)}
  `;
}

function mutationId({ habits }: Stranger): string {
  return habits.mutationId === "none" ? "" : "clientMutationId: String";
}

function objectTypes(stranger: Stranger, kind: KindWords): string {
  const { names, forms, habits } = stranger;
  const { kind: name } = kind;
  const bystander =
    stranger.bystander === undefined ? "" : `${stranger.bystander}: ${forms.version}!`;
  const clock = { none: "", epoch: `${stranger.clock}: Int!`, iso: `${stranger.clock}: String!` }[
    habits.clock
  ];
  const identity = `${clock} ${labels(stranger, "Mark")} ${key(stranger)} ${names.uid}: ID! ${bystander}
    ${names.version}: ${forms.version}! ${names.generation}: Int!`;
  const isNested = forms.identity === "nested";
  const bodies = {
    nested: `${names.spec}: ${name}${capital(names.spec)}! ${names.status}: ${name}${capital(names.status)}`,
    boxed: `${names.spec}: Anything! ${names.status}: Anything`,
    flat: `${members(stranger, kind, "spec")} ${members(stranger, kind, "status")}`,
  }[forms.body];
  const promises = habits.reading === "node" ? "implements Node " : "";
  return `
    type ${name} ${promises}{ ${isNested ? `${names.holder}: ${name}Head!` : identity} ${bodies} }
    ${isNested ? `type ${name}Head { ${identity} }` : ""}`;
}

function bodyTypes(stranger: Stranger, kind: KindWords): string {
  const { names, habits } = stranger;
  return (["spec", "status"] as const)
    .map((side) => {
      const name = `${kind.kind}${capital(names[side])}`;
      const own = members(stranger, kind, side);
      const input =
        habits.assigning === "set"
          ? `input ${name}Input { ${own} } input ${name}Change { ${changes(stranger, kind, side)} }`
          : `input ${name}Input { ${own} }`;
      return `type ${name} { ${own} } ${habits.reports === "apiece" && side === "status" ? "" : input}`;
    })
    .join("\n");
}

function replyTypes(stranger: Stranger, kind: KindWords): string {
  const { names, forms, habits } = stranger;
  const { kind: name } = kind;
  const object = objectName(kind);
  const answered = {
    object: `${object}: ${name}`,
    receipt: `${object}: ${name}Receipt`,
    done: "done: Boolean!",
  }[habits.answers];
  const receipt =
    forms.identity === "nested"
      ? `${names.holder}: ${name}Head!`
      : `${key(stranger)} ${names.uid}: ID! ${names.version}: ${forms.version}!`;
  const isWrapped = forms.reply !== "object";
  const isRemovalApart = isWrapped && habits.answers !== "object";
  return `
    ${habits.answers === "receipt" ? `type ${name}Receipt { ${receipt} }` : ""}
    ${isWrapped ? `type ${name}Reply { ${answered} ${mutationId(stranger)} }` : ""}
    ${isRemovalApart ? `type ${name}Removal { ${object}: ${name} ${mutationId(stranger)} }` : ""}
    ${forms.reply === "union" ? `union ${name}Result = ${name} | ${name}Clash type ${name}Clash { ${names.version}Now: ${forms.version}! }` : ""}`;
}

function eventUnion(
  { names, forms, habits, events, reported, further }: EventWords,
  kind: KindWords,
): string {
  const [added, changed, gone] = events;
  const live = [added, changed, reported ?? []].flat().map((word) => eventType(kind, word));
  const types = live.map((type) => `type ${type} { ${objectName(kind)}: ${kind.kind}! }`);
  const left = `${key({ names, habits, further })} ${names.uid}: ID! ${names.version}: ${forms.version}!`;
  return `union ${kind.kind}News = ${[...live, eventType(kind, gone)].join(" | ")}
    ${types.join(" ")} type ${eventType(kind, gone)} { ${left} }`;
}

type EventWords = Pick<Stranger, "events" | "forms" | "further" | "habits" | "names"> & {
  readonly reported?: string | undefined;
};

function eventTypes(
  { names, forms, habits, events, reported, further }: EventWords,
  { kind, ...rest }: KindWords,
): string {
  if (habits.life === "union")
    return eventUnion({ names, forms, habits, events, reported, further }, { kind, ...rest });
  const isEnum = forms.watch === "enum";
  // The order of the types must not indicate their meaning.
  const all = [reported ?? [], events].flat();
  const words = isEnum ? `enum ${kind}Happening { ${all.join(" ")} }` : "";
  const type = isEnum ? `${kind}Happening` : "String";
  const name = objectName({ kind, ...rest });
  const object = habits.news === "id" ? `${name}Id: ID!` : `${name}: ${kind}!`;
  return `type ${kind}News { ${names.event}: ${type}! ${object} } ${words}`;
}

export function eventType({ kind }: KindWords, word: string): string {
  return `${kind}${capital(word.toLowerCase())}`;
}

function feedOf(stranger: Stranger): string {
  const { forms, names, habits } = stranger;
  const place = habits.scope === "none" ? "" : `${names.place}: String`;
  const [kind] = stranger.kinds;
  const name = kind === undefined ? "" : watchName(stranger, kind);
  return `${name}(${place} since: ${forms.version}): News!`;
}

/** Declares the types for events about all kinds. An event contains an object of one kind, nested one level deeper. */
function feedTypes({ forms, names, events, reported, kinds }: Stranger): string {
  const isEnum = forms.watch === "enum";
  const all = [reported ?? [], events].flat();
  const objects = kinds.map((kind) => `${objectName(kind)}: ${kind.kind}`);
  return `type News { ${names.event}: ${isEnum ? "Happening" : "String"}! about: Subject! }
    type Subject { ${objects.join(" ")} }
    ${isEnum ? `enum Happening { ${all.join(" ")} }` : ""}`;
}

function subscription(stranger: Stranger, kind: KindWords): string {
  const { forms, names } = stranger;
  const place = stranger.habits.scope === "none" ? "" : `${names.place}: String`;
  if (stranger.habits.streams === "each") {
    return streamNames(stranger, kind)
      .map((name) => `${name}${called(place)}: ${kind.kind}!`)
      .join(" ");
  }
  const news = stranger.habits.delivery === "batch" ? `[${kind.kind}News!]!` : `${kind.kind}News!`;
  return `${watchName(stranger, kind)}(${place} since: ${forms.version}): ${news}`;
}

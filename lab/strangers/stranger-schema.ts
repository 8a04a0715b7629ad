import {
  capital,
  listName,
  mutationName,
  objectName,
  preconditionOf,
  readName,
  watchName,
} from "./stranger.ts";
import type { Stranger } from "./stranger.ts";
import type { KindWords, MemberWords } from "./words.ts";

/** The schema of a stranger, in the language of schemas. */
export function schemaOf(stranger: Stranger): string {
  const of = (write: (kind: KindWords) => string): string => stranger.kinds.map(write).join("\n");
  const root = (name: string, write: (kind: KindWords) => string): string =>
    stranger.habits.roots === "flat"
      ? `type ${name} { ${of(write)} }`
      : `type ${name} { ${of(({ kind, several }) => `${several}: ${kind}${name}!`)} }
         ${of((kind) => `type ${kind.kind}${name} { ${write(kind)} }`)}`;
  const watch =
    stranger.forms.watch === "none"
      ? ""
      : `type Subscription { ${of((kind) => subscription(stranger, kind))} }`;
  return `
    scalar Anything
    ${root("Query", (kind) => queries(stranger, kind))}
    ${root("Mutation", (kind) => mutations(stranger, kind))}
    ${watch}
    type Page { endCursor: String hasNextPage: Boolean! }
    ${promised(
      stranger,
      of((kind) => typesOf(stranger, kind)),
    )}
  `;
}

/** Types of replies as they are, or without a promise that anything is there. */
function promised({ habits: { outputs } }: Stranger, sdl: string): string {
  if (outputs === "promised") return sdl;
  return sdl.replaceAll(/\btype \w+ \{[^}]*\}/gu, (type) => type.replaceAll("!", ""));
}

function key({ names, habits: { scope } }: Stranger): string {
  const place = scope === "none" ? "" : `${names.place}: String!`;
  return `${place} ${names.name}: String!`;
}

function queries(stranger: Stranger, kind: KindWords): string {
  const { names, forms } = stranger;
  const place =
    stranger.habits.scope === "none"
      ? ""
      : `${names.place}: String${forms.listPlace === "required" ? "!" : ""}`;
  const list = {
    plain: `[${kind.kind}!]!`,
    wrapped: `${kind.kind}List!`,
    connection: `${kind.kind}Connection!`,
  }[forms.list];
  const pages = forms.list === "connection" ? " first: Int after: String" : "";
  return `${readName(stranger, kind)}(${key(stranger)}): ${kind.kind}
    ${listName(stranger, kind)}${called(`${place}${pages}`)}: ${list}`;
}

/** Arguments, or nothing where there are none. */
function called(given: string): string {
  return given.trim() === "" ? "" : `(${given})`;
}

function mutations(stranger: Stranger, kind: KindWords): string {
  return (["create", "update", "status", "remove"] as const)
    .map((verb) => {
      const given = callArguments(stranger, verb, kind);
      return `${mutationName(stranger, verb, kind)}(${given}): ${replyOf(stranger, verb, kind)}`;
    })
    .join("\n");
}

type Verb = keyof Stranger["verbs"];

function callArguments(stranger: Stranger, verb: Verb, kind: KindWords): string {
  const rest = restOf(stranger, verb, kind);
  switch (stranger.forms.input) {
    case "arguments":
      return `${key(stranger)} ${rest}`;
    case "object":
      return `${stranger.names.input}: ${inputType(stranger, verb, kind)}!`;
    case "keyed":
      return `${keyed(stranger)}: ${kind.kind}KeyInput! ${rest}`;
  }
}

/** What the key is called where mutations take it as an object. */
export function keyed({ names, forms }: Stranger): string {
  return forms.identity === "nested" ? names.holder : "which";
}

function inputType(stranger: Stranger, verb: Verb, { kind }: KindWords): string {
  return `${capital(stranger.verbs[verb])}${kind}Input`;
}

function restOf(stranger: Stranger, verb: Verb, kind: KindWords): string {
  const { names, forms } = stranger;
  const version = `${preconditionOf(stranger)}: ${forms.version}!`;
  if (verb === "remove") return stranger.habits.deletion === "bare" ? "" : version;
  const side = verb === "status" ? "status" : "spec";
  const body = {
    nested: `${names[side]}: ${kind.kind}${capital(names[side])}Input!`,
    boxed: `${names[side]}: Anything!`,
    flat: members(kind, side, "input"),
  }[forms.body];
  const own = verb === "status" ? body : `${body} ${labels(stranger)}`;
  return verb === "create" ? own : `${version} ${own}`;
}

function labels({ habits, labels: name }: Stranger): string {
  return habits.labels === "none" ? "" : `${name}: Anything`;
}

function replyOf({ forms }: Stranger, verb: Verb, { kind }: KindWords): string {
  if (verb === "remove") return forms.reply === "object" ? "Boolean!" : `${kind}Reply!`;
  if (forms.reply === "object") return `${kind}!`;
  if (forms.reply === "payload" || verb === "create") return `${kind}Reply!`;
  return `${kind}Result!`;
}

function members(kind: KindWords, side: "spec" | "status", way: "input" | "output"): string {
  const own = kind[side].map((member) => `${member.name}: ${typeOf(kind, member)}`);
  const observed = side === "status" ? ["observedGeneration: Int"] : [];
  return [...own, ...observed].join(way === "input" ? " " : " ");
}

function typeOf({ kind }: KindWords, { name, type }: MemberWords): string {
  switch (type) {
    case "count":
      return "Int";
    case "text":
      return "String";
    case "texts":
      return "[String!]";
    default:
      return `${kind}${capital(name)}`;
  }
}

function typesOf(stranger: Stranger, kind: KindWords): string {
  const { names, forms } = stranger;
  const { kind: name } = kind;
  const bystander =
    stranger.bystander === undefined ? "" : `${stranger.bystander}: ${forms.version}!`;
  const clock = { none: "", epoch: `${stranger.clock}: Int!`, iso: `${stranger.clock}: String!` }[
    stranger.habits.clock
  ];
  const mutationId = stranger.habits.mutationId === "none" ? "" : "clientMutationId: String";
  const identity = `${clock} ${labels(stranger)} ${key(stranger)} ${names.uid}: ID! ${bystander}
    ${names.version}: ${forms.version}! ${names.generation}: Int!`;
  const isNested = forms.identity === "nested";
  const bodies = {
    nested: `${names.spec}: ${name}${capital(names.spec)}! ${names.status}: ${name}${capital(names.status)}`,
    boxed: `${names.spec}: Anything! ${names.status}: Anything`,
    flat: `${members(kind, "spec", "output")} ${members(kind, "status", "output")}`,
  }[forms.body];
  const inputs = (["create", "update", "status", "remove"] as const).map(
    (verb) =>
      `input ${inputType(stranger, verb, kind)} { ${key(stranger)} ${restOf(stranger, verb, kind)} ${mutationId} }`,
  );
  const enums = [...kind.spec, ...kind.status].flatMap((member) =>
    typeof member.type === "string"
      ? []
      : [`enum ${typeOf(kind, member)} { ${member.type.join(" ")} }`],
  );
  return `
    type ${name} { ${isNested ? `${names.holder}: ${name}Head!` : identity} ${bodies} }
    ${isNested ? `type ${name}Head { ${identity} }` : ""}
    ${
      forms.body === "nested"
        ? (["spec", "status"] as const)
            .map(
              (side) => `
      type ${name}${capital(names[side])} { ${members(kind, side, "output")} }
      input ${name}${capital(names[side])}Input { ${members(kind, side, "input")} }`,
            )
            .join("")
        : ""
    }
    ${forms.input === "object" ? inputs.join("\n") : ""}
    ${forms.input === "keyed" ? `input ${name}KeyInput { ${key(stranger)} }` : ""}
    ${forms.reply === "object" ? "" : `type ${name}Reply { ${objectName(kind)}: ${name} ${mutationId} }`}
    ${forms.reply === "union" ? `union ${name}Result = ${name} | ${name}Clash type ${name}Clash { ${names.version}Now: ${forms.version}! }` : ""}
    ${forms.list === "wrapped" ? `type ${name}List { ${names.version}: ${forms.version}! all${name}: [${name}!]! }` : ""}
    ${forms.list === "connection" ? `type ${name}Connection { edges: [${name}Edge!]! pageInfo: Page! } type ${name}Edge { cursor: String! node: ${name}! }` : ""}
    ${enums.join("\n")}
    ${forms.watch === "none" ? "" : eventTypes(stranger, kind)}
  `;
}

function eventTypes(
  { names, forms, events, reported }: Stranger,
  { kind, ...rest }: KindWords,
): string {
  const isEnum = forms.watch === "enum";
  // Not in the order of a life.
  const all = [reported ?? [], events].flat();
  const words = isEnum ? `enum ${kind}Happening { ${all.join(" ")} }` : "";
  const type = isEnum ? `${kind}Happening` : "String";
  return `type ${kind}News { ${names.event}: ${type}! ${objectName({ kind, ...rest })}: ${kind}! } ${words}`;
}

function subscription(stranger: Stranger, kind: KindWords): string {
  const { forms, names } = stranger;
  const place = stranger.habits.scope === "none" ? "" : `${names.place}: String`;
  return `${watchName(stranger, kind)}(${place} since: ${forms.version}): ${kind.kind}News!`;
}

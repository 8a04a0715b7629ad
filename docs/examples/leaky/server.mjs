// A kiln API with its own field names, with or without leaks: `node server.mjs 4000 create`.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { isDeepStrictEqual } from "node:util";
import { buildSchema, getOperationAST, graphql, GraphQLError, parse } from "graphql";

/** The leaks. Everything else is correct. */
export const leaks = {
  create: "enlistKiln stores the facts that come with it",
  update: "amendKiln stores the facts that come with it",
  wish: "declareKiln stores the wish that comes with it",
  marks: "declareKiln stores the marks that come with it",
  "enlist-turn": "enlistKiln stores the turn that comes with it",
  "amend-turn": "amendKiln stores the turn that comes with it",
  "declare-turn": "declareKiln stores the turn that comes with it",
};

const members = {
  WishInput: "heat: Int glaze: Glaze vents: [String!]",
  FactsInput: "phase: Phase degrees: Int shelves: [String!] observedGeneration: Int",
};
const kiln = "yard: String! slug: String! rev: String marks: Marks";

/** The input types of the mutations: one type for all, a type for each, or a JSON scalar. */
const shapes = {
  shared: {
    inputs: `input KilnInput { ${kiln} turn: Int wish: WishInput facts: FactsInput }`,
    enlist: "kiln: KilnInput!",
    amend: "kiln: KilnInput!",
    declare: "kiln: KilnInput!",
  },
  apart: {
    inputs: `input EnlistInput { yard: String! slug: String! marks: Marks wish: WishInput! }
      input AmendInput { ${kiln} wish: WishInput }
      input DeclareInput { yard: String! slug: String! rev: String facts: FactsInput! }`,
    enlist: "kiln: EnlistInput!",
    amend: "kiln: AmendInput!",
    declare: "kiln: DeclareInput!",
  },
  flat: {
    inputs: "",
    enlist: "yard: String! slug: String! turn: Int marks: Marks wish: WishInput! facts: FactsInput",
    amend: `${kiln} turn: Int wish: WishInput facts: FactsInput`,
    declare: `${kiln} turn: Int wish: WishInput facts: FactsInput!`,
  },
  json: { inputs: "", enlist: "kiln: Any!", amend: "kiln: Any!", declare: "kiln: Any!" },
  text: { inputs: "", enlist: "kiln: String!", amend: "kiln: String!", declare: "kiln: String!" },
};

const schemaIn = ({ inputs, enlist, amend, declare }) => `
  scalar Any
  scalar Marks
  type Query { kiln(yard: String!, slug: String!): Kiln  kilns(yard: String): Kilns! }
  type Mutation {
    enlistKiln(${enlist}): Kiln
    amendKiln(${amend}): Kiln
    declareKiln(${declare}): Kiln
    dismissKiln(yard: String!, slug: String!, rev: String): Kiln
  }
  type Kiln { yard: String! slug: String! id: ID! rev: String! turn: Int! marks: Marks wish: Wish! facts: Facts }
  type Kilns { rev: String! items: [Kiln!]! }
  type Wish { ${members.WishInput} }
  type Facts { ${members.FactsInput} }
  enum Glaze { ASH SALT CELADON }
  enum Phase { COLD FIRING COOLING }
  input WishInput { ${members.WishInput} }
  input FactsInput { ${members.FactsInput} }
  ${inputs}`;

const refuse = (code, message, more = {}) =>
  new GraphQLError(message, { extensions: { code, ...more } });
const bad = (field, message) =>
  refuse("INVALID", `${field} ${message}.`, { causes: [{ field, message }] });
const isCount = (value) => Number.isInteger(value) && value >= 0;
const isTexts = (value) => Array.isArray(value) && value.every((one) => typeof one === "string");
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const rules = {
  wish: {
    heat: isCount,
    glaze: (value) => ["ASH", "SALT", "CELADON"].includes(value),
    vents: isTexts,
  },
  facts: {
    phase: (value) => ["COLD", "FIRING", "COOLING"].includes(value),
    degrees: isCount,
    shelves: isTexts,
    observedGeneration: isCount,
  },
};

/** Validates a wish or facts beyond the types of the schema; a JSON scalar has no types at all. */
function checked(side, value) {
  if (!isObject(value)) throw bad(side, "is no object");
  for (const [name, member] of Object.entries(value)) {
    const rule = Object.hasOwn(rules[side], name) ? rules[side][name] : undefined;
    if (rule === undefined) throw bad(`${side}.${name}`, "is not known");
    if (member !== null && !rule(member)) throw bad(`${side}.${name}`, "is not valid");
  }
  return value;
}

/** Omitted fields keep their value; null removes it. */
const merged = (stored, value) =>
  Object.fromEntries(Object.entries({ ...stored, ...value }).filter(([, one]) => one !== null));

/** Starts the server. Resolves with its address. */
export async function startKilns({ port = 0, shape = "shared", leak = [] } = {}) {
  const kilns = new Map();
  let last = 0;
  const keyOf = ({ yard, slug }) => `${yard}/${slug}`;
  const leaksAt = (name) => leak.includes(name);

  function found(key) {
    const stored = kilns.get(keyOf(key));
    if (stored === undefined) throw refuse("NOT_FOUND", `There is no kiln ${keyOf(key)}.`);
    return stored;
  }
  function current(input) {
    const stored = found(input);
    if (typeof input.rev !== "string" || !/^[1-9]\d*$/.test(input.rev))
      throw bad("rev", "is not one of ours");
    if (input.rev !== stored.rev)
      throw refuse("CONFLICT", "It was changed since.", { rev: stored.rev });
    return stored;
  }
  function store(before, parts) {
    const after = { ...before, ...parts };
    if (isDeepStrictEqual(after, before)) return before;
    after.rev = String(++last);
    if (parts.turn === undefined && !isDeepStrictEqual(after.wish, before.wish)) after.turn += 1;
    kilns.set(keyOf(after), after);
    return after;
  }
  /** The kiln in the input of a mutation, in any form. Unknown fields are refused. */
  function given(args) {
    let input = "kiln" in args ? args.kiln : args;
    if (typeof input === "string") {
      try {
        input = JSON.parse(input);
      } catch {
        throw bad("kiln", "is no JSON");
      }
    }
    if (!isObject(input)) throw bad("kiln", "is no object");
    const known = ["yard", "slug", "rev", "turn", "marks", "wish", "facts"];
    const unknown = Object.keys(input).find((name) => !known.includes(name));
    if (unknown !== undefined) throw bad(unknown, "is not known");
    for (const name of ["yard", "slug"])
      if (typeof input[name] !== "string" || input[name] === "") throw bad(name, "is missing");
    return input;
  }
  const without = (input, ...names) => {
    for (const name of names) if (input[name] !== undefined) throw bad(name, "is not written here");
  };
  /** The `turn` in the input, if it leaks. Otherwise it is refused, because only the server counts turns. */
  function turnIn(input, leak) {
    if (!leaksAt(leak)) without(input, "turn");
    if (input.turn === undefined) return {};
    if (!isCount(input.turn)) throw bad("turn", "is not valid");
    return { turn: input.turn };
  }

  const rootValue = {
    kiln: (key) => kilns.get(keyOf(key)) ?? null,
    kilns: ({ yard }) => ({
      rev: String(last),
      items: [...kilns.values()].filter((one) => (yard ?? one.yard) === one.yard),
    }),
    enlistKiln(args) {
      const { yard, slug, marks = null, ...input } = given(args);
      without(input, "rev", ...(leaksAt("create") ? [] : ["facts"]));
      if (kilns.has(keyOf({ yard, slug }))) throw refuse("ALREADY_EXISTS", "It exists.");
      const wish = merged({}, checked("wish", input.wish));
      const facts = input.facts === undefined ? null : merged({}, checked("facts", input.facts));
      const turn = turnIn(input, "enlist-turn");
      const made = { yard, slug, id: randomUUID(), rev: String(++last), turn: 1, ...turn };
      const stored = { ...made, marks, wish, facts };
      kilns.set(keyOf(stored), stored);
      return stored;
    },
    amendKiln(args) {
      const input = given(args);
      const before = current(input);
      if (!leaksAt("update")) without(input, "facts");
      const { marks = before.marks, wish = {}, facts = {} } = input;
      return store(before, {
        ...turnIn(input, "amend-turn"),
        marks,
        wish: merged(before.wish, checked("wish", wish)),
        ...(input.facts === undefined
          ? {}
          : { facts: merged(before.facts, checked("facts", facts)) }),
      });
    },
    declareKiln(args) {
      const input = given(args);
      const before = current(input);
      without(input, ...["wish", "marks"].filter((name) => !leaksAt(name)));
      const facts = merged(before.facts, checked("facts", input.facts));
      const { wish = {}, marks = before.marks } = input;
      return store(before, {
        ...turnIn(input, "declare-turn"),
        facts: Object.keys(facts).length === 0 ? null : facts,
        wish: merged(before.wish, checked("wish", wish)),
        marks,
      });
    },
    dismissKiln(input) {
      const before = input.rev == null ? found(input) : current(input);
      kilns.delete(keyOf(before));
      return { ...before, rev: String(++last) };
    },
  };

  const reads = ["kiln", "kilns"];
  const rights = {
    potter: [...reads, "enlistKiln", "amendKiln", "dismissKiln"],
    stoker: [...reads, "declareKiln"],
    guest: reads,
    visitor: [],
  };
  /** Credentials: `stoker`, or `stoker@1893456000`, which expires at that Unix time in seconds. */
  function roleOf(header) {
    const [, role, end] =
      /^Bearer (potter|stoker|guest|visitor)(?:@(\d+))?$/.exec(header ?? "") ?? [];
    return end !== undefined && Number(end) * 1000 < Date.now() ? undefined : role;
  }
  /** Permissions are checked before anything is read, so a caller without permission learns nothing else. */
  function denied(role, query) {
    const operation = getOperationAST(parse(query));
    const fields = (operation?.selectionSet.selections ?? []).map((one) => one.name?.value ?? "");
    const field = fields.find((name) => !name.startsWith("__") && !rights[role].includes(name));
    return field === undefined ? undefined : refuse("FORBIDDEN", `A ${role} may not call ${field}.`);
  }

  const schema = buildSchema(schemaIn(shapes[shape]));
  const server = createServer(async (request, response) => {
    const role = roleOf(request.headers.authorization);
    const body = await text(request);
    if (role === undefined) return response.writeHead(401).end("Who are you?");
    let result;
    try {
      const { query: source, variables: variableValues } = JSON.parse(body);
      const refusal = denied(role, source);
      result =
        refusal === undefined
          ? await graphql({ schema, source, rootValue, variableValues })
          : { errors: [refusal] };
    } catch {
      result = { errors: [refuse("INVALID", "This is no request.")] };
    }
    return response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify(result));
  });
  await new Promise((listening) => server.listen(port, "127.0.0.1", listening));
  return { url: `http://127.0.0.1:${server.address().port}/graphql`, server };
}

const [program, port, ...words] = process.argv.slice(1);
if (program?.endsWith("server.mjs")) {
  const shape = words.find((word) => Object.hasOwn(shapes, word)) ?? "shared";
  const leak = words.filter((word) => Object.hasOwn(leaks, word));
  const { url } = await startKilns({ port: Number(port ?? 0), shape, leak });
  console.log(`listening at ${url}`);
}

import { buildSchema } from "graphql";
import type { GraphQLSchema } from "graphql";
import { describe, expect, it } from "vitest";
import type { ArgumentTree } from "../schema/argument-tree.ts";
import type { KindDialect, ObjectPaths } from "../dialect/dialect.ts";
import { foreignPlacesOf } from "./foreign-places.ts";
import { additionAt } from "./own-place-sent.ts";

const usualPaths = { name: "slug", uid: "id", resourceVersion: "rev", labels: "marks" } as const;

interface Wishes {
  readonly enlist: string;
  readonly declare?: string;
  readonly inputs?: string;
  /** Arguments of the list. Without them, there is no list. */
  readonly listed?: string;
  readonly create: Readonly<Record<string, ArgumentTree>>;
  readonly report?: Readonly<Record<string, ArgumentTree>>;
  readonly paths?: Partial<ObjectPaths>;
}

function kilnsWith(wishes: Wishes): {
  readonly kind: KindDialect;
  readonly schema: GraphQLSchema;
  readonly places: readonly string[];
} {
  const { enlist, declare = "slug: String!, facts: Facts!", inputs = "", listed, create } = wishes;
  const schema = buildSchema(`
    scalar Any
    type Query { kiln(slug: String!): Kiln kilns(${listed ?? "slug: String"}): [Kiln!]! }
    type Mutation { enlist(${enlist}): Kiln  declare(${declare}): Kiln }
    type Kiln { slug: String! id: ID! rev: String! marks: Any wish: KilnWish facts: KilnFacts }
    type KilnWish { heat: Int }
    type KilnFacts { degrees: Int phase: String }
    input Wish { heat: Int }
    input Facts { degrees: Int phase: String }
    ${inputs}`);
  const kind: KindDialect = {
    name: "Kiln",
    scope: "cluster",
    namespaces: [],
    paths: { ...usualPaths, spec: "wish", status: "facts", ...wishes.paths },
    operations: {
      create: [{ id: "enlist", field: "enlist", arguments: create, result: "" }],
      read: [{ id: "kiln", field: "kiln", arguments: { slug: "$name" }, result: "" }],
      list: listed === undefined ? [] : [{ id: "kilns", field: "kilns", arguments: {}, items: "" }],
      update: [],
      updateStatus: [
        {
          id: "declare",
          field: "declare",
          arguments: wishes.report ?? { slug: "$name", facts: "$status" },
          result: "",
          statusMode: "partial",
        },
      ],
      patchStatus: [],
      delete: [],
      watch: [],
    },
    samples: {
      specs: [{ heat: 1 }],
      statuses: [{ degrees: 1, phase: "COLD" }],
      counter: "degrees",
      invalidStatuses: [],
    },
  };
  const found = foreignPlacesOf(schema, kind);
  return {
    kind,
    schema,
    places: found
      .filter(({ described }) => described.verb === "create")
      .map((place) => {
        const { path, admission, isGuess } = place.described;
        const members = { status: { degrees: 1, phase: "COLD" } };
        const sent = additionAt(place, { place: "beside", members }, kind);
        const what = typeof sent === "string" ? sent : JSON.stringify(sent.members);
        return `${path} ${admission}${isGuess === true ? " guess" : ""}: ${what}`;
      }),
  };
}

const flat = { slug: "$name", wish: "$spec" } as const;
const whole = '{"facts":{"degrees":1,"phase":"COLD"}}';

describe("a place for a status in a creation", () => {
  it.each([
    {
      why: "is an argument",
      enlist: "slug: String!, wish: Wish!, facts: Facts",
      create: flat,
      places: [`facts declared: ${whole}`],
    },
    {
      why: "is a field of an input, of which it takes a part",
      enlist: "kiln: New!",
      inputs: "input New { slug: String! wish: Wish! facts: First } input First { degrees: Int }",
      create: { kiln: flat },
      places: ['kiln.facts declared: {"facts":{"degrees":1}}'],
    },
    {
      why: "is known by its type, and then a guess",
      enlist: "slug: String!, wish: Wish!, initially: Facts",
      create: flat,
      places: ['initially declared guess: {"initially":{"degrees":1,"phase":"COLD"}}'],
    },
    {
      why: "is within JSON",
      enlist: "kiln: Any!",
      create: { kiln: flat },
      places: [`kiln.facts open: ${whole}`, `kiln.wish.facts open: ${whole}`],
    },
    {
      why: "is within a text of JSON",
      enlist: "kiln: String!",
      create: { kiln: { $jsonText: flat } },
      places: [`kiln.$jsonText.facts open: ${whole}`, `kiln.$jsonText.wish.facts open: ${whole}`],
    },
    {
      why: "is among other members",
      enlist: "slug: String!, wish: Wish!, degrees: Int",
      create: flat,
      paths: { status: { degrees: "degrees", phase: "phase" } },
      places: ['degrees declared: {"degrees":1}'],
    },
    {
      why: "is guessed in arguments that are called like its members, and may be nowhere",
      enlist: "slug: String!, wish: Wish!, degrees: Int, phase: String",
      create: flat,
      places: [
        `{degrees,phase} declared guess: ${whole.slice(9, -1)}`,
        " closed: the schema has no field for status in enlist",
      ],
    },
    {
      why: "is missing",
      enlist: "slug: String!, wish: Wish!",
      create: flat,
      places: [" closed: the schema has no field for status in enlist"],
    },
    {
      why: "is compared in a filter, but not written",
      enlist: "where: Where!, wish: Wish!",
      inputs:
        "input Where { slug: Equal, facts: Compare, wish: Wish } input Equal { eq: String } input Compare { degrees: Int }",
      create: { where: { slug: { eq: "$name" } }, wish: "$spec" },
      places: [" closed: the schema has no field for status in enlist"],
    },
    {
      why: "is a value in a filter that the list takes as well",
      enlist: "where: Where, wish: Wish!",
      inputs: "input Where { slug: String degrees: Int phase: String }",
      listed: "where: Where",
      create: { where: { slug: "$name" }, wish: "$spec" },
      paths: { status: { degrees: "degrees", phase: "phase" } },
      places: [" closed: the schema has no field for status in enlist"],
    },
    {
      why: "takes nothing that is known",
      enlist: "slug: String!, wish: Wish!, facts: Strict",
      inputs: "input Strict { degrees: Int seal: String! }",
      create: flat,
      places: ["facts declared: enlist takes status in facts, but no sample has the type of facts"],
    },
    {
      why: "is no text of the same name",
      enlist: "slug: String!, wish: Wish!, facts: String",
      create: flat,
      places: [" closed: the schema has no field for status in enlist"],
    },
  ])("$why", ({ places, ...wishes }) => {
    expect(kilnsWith(wishes).places).toEqual(places);
  });
});

describe("a spec inside a status whose fields are not defined", () => {
  const { kind: typed, schema } = kilnsWith({
    enlist: "slug: String!, wish: Wish!",
    declare: "slug: String!, facts: Any!",
    create: { slug: "$name", wish: "$spec" },
  });
  const report = typed.operations.updateStatus.map((one) => ({
    ...one,
    arguments: { slug: "$name", facts: "$status" },
    inside: "facts",
  }));
  const kind: KindDialect = {
    ...typed,
    operations: { ...typed.operations, updateStatus: report },
  };
  const invalid = { status: { degrees: -1 }, field: "status.degrees", defect: "a negative value" };

  it.each([
    { why: "nothing shows its fields", more: {}, guesses: [true] },
    {
      why: "the endpoint rejects a value",
      more: { samples: { ...kind.samples, invalidStatuses: [invalid] } },
      guesses: [undefined],
    },
    {
      why: "the dialect has a schema of it",
      more: { schemas: { status: { type: "object" } } },
      guesses: [undefined],
    },
  ])("may be a part of the status if $why: $guesses", ({ more, guesses }) => {
    const places = foreignPlacesOf(schema, { ...kind, ...more }).filter(
      ({ described }) => described.verb === "updateStatus" && described.part === "spec",
    );
    expect(places.map(({ described }) => described.path)).toEqual(["facts.wish"]);
    expect(places.map(({ described }) => described.isGuess)).toEqual(guesses);
  });
});

it.each([
  {
    why: "an input",
    declare: "slug: String!, whole: Whole!",
    report: { slug: "$name", whole: { wish: "$spec", facts: "$status" } },
    path: "whole.wish",
    admission: "declared",
  },
  {
    why: "an untyped value",
    declare: "slug: String!, whole: Any!",
    report: { slug: "$name", whole: { wish: "$spec", facts: "$status" } },
    path: "whole.wish",
    admission: "open",
  },
])("finds a place for another spec where a status write sends the stored one: $why", (one) => {
  const { declare, report, path, admission } = one;
  const { kind, schema } = kilnsWith({
    enlist: "slug: String!, wish: Wish!",
    create: { slug: "$name", wish: "$spec" },
    inputs: "input Whole { wish: Wish! facts: Facts! }",
    declare,
    report,
  });
  const places = foreignPlacesOf(schema, kind).map(({ described }) => described);

  expect(places).toContainEqual(
    expect.objectContaining({ verb: "updateStatus", part: "spec", path, admission }),
  );
});

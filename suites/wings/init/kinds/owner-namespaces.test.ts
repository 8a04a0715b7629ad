import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import type { KindDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";
import { ownerLists } from "../operations/owner-namespaces.ts";
import type { OwnerList } from "../operations/owner-namespaces.ts";

interface Case {
  readonly why: string;
  readonly place: string;
  readonly owner: string;
  readonly queries: string;
  readonly argument: string;
  /** Defaults to ID. */
  readonly argumentType?: string;
  /** The path of the namespace, if reads do not determine it. */
  readonly path?: string;
  readonly found: readonly (Pick<OwnerList, "leaf" | "type"> & { readonly field: string })[];
}

function ownersOf({
  place,
  owner,
  queries,
  argument,
  argumentType = "ID",
  path,
}: Omit<Case, "found" | "why">): unknown {
  const schema = buildSchema(`
    type Query { kiln(${argument}: ${argumentType}!, name: String!): Kiln kilns(${argument}: ${argumentType}!): [Kiln!]! ${queries} }
    type Mutation {
      createKiln(${argument}: ${argumentType}!, name: String!, spec: KilnSpecInput!): Kiln!
      updateKiln(${argument}: ${argumentType}!, name: String!, version: String!, spec: KilnSpecInput!): Kiln!
      reportKiln(${argument}: ${argumentType}!, name: String!, version: String!, status: KilnStatusInput!): Kiln!
      deleteKiln(${argument}: ${argumentType}!, name: String!): Kiln
    }
    ${owner}
    type Kiln { id: ID! name: String! version: String! ${place} spec: KilnSpec! status: KilnStatus }
    type KilnSpec { degrees: Int! }
    type KilnStatus { heat: Int }
    input KilnSpecInput { degrees: Int! }
    input KilnStatusInput { heat: Int }
  `);
  const [kind] = inferDialect(schema, { name: "kilns", kinds: ["Kiln"] }).dialect.kinds;
  return kind === undefined
    ? undefined
    : ownerLists(schema, path === undefined ? kind : withPlace(kind, path)).map(
        ({ type, leaf, list }) => ({ type, leaf, field: list.field }),
      );
}

function withPlace(kind: KindDialect, namespace: string): KindDialect {
  return { ...kind, paths: { ...kind.paths, namespace } };
}

const owner = "type Workshop { id: ID! name: String! }";
const found = [{ type: "Workshop", leaf: "id", field: "workshops" }];

it.each<Case>([
  {
    why: "any required text of an owner whose name has no common word, such as the Turkish ad",
    place: "sehir: ID!",
    owner: "type Sehir { ad: String! nufus: Int! bolge: ID }",
    queries: "sehirler: [Sehir!]!",
    argument: "sehir",
    found: [{ type: "Sehir", leaf: "ad", field: "sehirler" }],
  },
  {
    why: "an id of an owner",
    place: "workshopId: ID!",
    owner,
    queries: "workshops: [Workshop!]!",
    argument: "workshopId",
    found,
  },
  {
    why: "an id that the owner calls like the object does",
    place: "workshopId: ID!",
    owner: "type Workshop { workshopId: ID! title: String! }",
    queries: "describeWorkshops: [Workshop!]!",
    argument: "workshopId",
    found: [{ type: "Workshop", leaf: "workshopId", field: "describeWorkshops" }],
  },
  {
    why: "an owner with an id",
    place: "workshop: Workshop!",
    owner,
    queries: "workshops(first: Int!): [Workshop!]!",
    argument: "workshopId",
    path: "workshop.id",
    found,
  },
  {
    why: "the slug of an owner without a name",
    place: "workshop: String!",
    owner: "type Workshop { slug: String! title: String! }",
    queries: "workshops: [Workshop!]!",
    argument: "workshop",
    found: [{ type: "Workshop", leaf: "slug", field: "workshops" }],
  },
  {
    why: "the slug of an owner with a name for readers",
    place: "workshop: String!",
    owner: "type Workshop { id: ID! name: String! slug: String! }",
    queries: "workshops: [Workshop!]!",
    argument: "workshop",
    found: ["slug", "name", "id"].map((leaf) => ({ type: "Workshop", leaf, field: "workshops" })),
  },
  {
    why: "the name of an owner in a connection",
    place: "workshop: String!",
    owner: `${owner} type Shops { nodes: [Workshop!]! }`,
    queries: "workshops: Shops!",
    argument: "workshop",
    found: ["name", "id"].map((leaf) => ({ type: "Workshop", leaf, field: "workshops" })),
  },
  {
    why: "the number of an owner",
    place: "workshopId: Int!",
    owner: "type Workshop { nodeId: ID! rowId: Int! title: String! }",
    queries: "workshops: [Workshop!]!",
    argument: "workshopId",
    argumentType: "Int",
    found: [{ type: "Workshop", leaf: "rowId", field: "workshops" }],
  },
  {
    why: "a name in the metadata of an owner, in a list of an API group",
    place: "workshop: String!",
    owner: `
      type Workshop { metadata: Meta! } type Meta { name: String! }
      type Group { workshops: Workshops! } type Workshops { items: [Workshop!]! }
    `,
    queries: "core: Group!",
    argument: "workshop",
    found: [{ type: "Workshop", leaf: "metadata.name", field: "core.workshops" }],
  },
  {
    why: "a list of plain names",
    place: "workshop: String!",
    owner: "",
    queries: "workshops: [String!]! shops: [String!]!",
    argument: "workshop",
    found: [{ type: "String", leaf: "", field: "workshops" }],
  },
  {
    why: "a list of plain names in a language with other plurals",
    place: "estacao: String!",
    owner: "",
    queries: "modos: [String!]! todasEstacoes: [String!]!",
    argument: "estacao",
    found: [{ type: "String", leaf: "", field: "todasEstacoes" }],
  },
  {
    why: "a list whose name starts with the name of the namespace",
    place: "standort: String!",
    owner: "",
    queries: "stand: [String!]! standorte: [String!]!",
    argument: "standort",
    found: [{ type: "String", leaf: "", field: "standorte" }],
  },
  {
    why: "a list of plain names that needs a filter",
    place: "workshop: String!",
    owner: "",
    queries: "workshops(city: String!): [String!]!",
    argument: "workshop",
    found: [],
  },
  {
    why: "an id that no list shows",
    place: "workshopId: ID!",
    owner,
    queries: "workshop(id: ID!): Workshop",
    argument: "workshopId",
    found: [],
  },
  {
    why: "a list that needs a filter",
    place: "workshopId: ID!",
    owner,
    queries: "workshops(city: String!): [Workshop!]!",
    argument: "workshopId",
    found: [],
  },
  {
    why: "a list of something else",
    place: "workshopId: ID!",
    owner: `${owner} type Work { id: ID! shopId: ID }`,
    queries: "works: [Work!]!",
    argument: "workshopId",
    found: [],
  },
])("finds the owners that a namespace refers to: $why", ({ found: wanted, ...given }) => {
  expect(ownersOf(given)).toEqual(wanted);
});

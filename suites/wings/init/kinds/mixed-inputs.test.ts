import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

const vats = buildSchema(/* GraphQL */ `
  type Query {
    vat(tag: String!): Vat
    vats: [Vat!]!
  }
  type Vat {
    id: ID!
    tag: String!
    cellar: String!
    revision: Int!
    recipe: Recipe!
    gauge: Gauge
  }
  type Recipe {
    grape: String!
    litres: Int!
    yeast: String
  }
  type Gauge {
    sugar: Int
    stage: String
    notes: [String!]
  }
  input FillVatInput {
    tag: String!
    cellar: String!
    grape: String!
    litres: Int!
    yeast: String
  }
  input RecipeInput {
    grape: String
    litres: Int
    yeast: String
  }
  input GaugeInput {
    expectedRevision: Int!
    sugar: Int
    stage: String
    notes: [String!]
  }
  type Mutation {
    fillVat(input: FillVatInput!): Vat!
    adjustVat(tag: String!, expectedRevision: Int!, recipe: RecipeInput!): Vat!
    gaugeVat(tag: String!, input: GaugeInput!): Vat!
    emptyVat(tag: String!): ID!
  }
`);

it("distinguishes the fields of a side from the identity and the version in the same input", () => {
  const { dialect } = inferDialect(vats, { name: "vats", namespaces: [] });
  const [vat] = dialect.kinds;

  expect(vat?.paths).toMatchObject({
    name: "tag",
    uid: "id",
    resourceVersion: "revision",
    spec: "recipe",
    status: "gauge",
  });
  expect(vat?.operations).toMatchObject({
    create: [{ arguments: { input: { tag: "$name", $members: "$spec" } } }],
    update: [
      { arguments: { tag: "$name", expectedRevision: "$resourceVersion", recipe: "$spec" } },
    ],
    updateStatus: [
      {
        arguments: {
          tag: "$name",
          input: { expectedRevision: "$resourceVersion", $members: "$status" },
        },
      },
    ],
  });
  expect(prepareDialect(vats, dialect).problems).toEqual([]);
});

it("passes a name as the string that creations require and no part of an object is named after", () => {
  const { dialect, guesses } = inferDialect(vats, { name: "vats", namespaces: [] });
  const path = "kinds Vat operations create fillVat arguments input cellar";

  expect(dialect.kinds[0]?.operations.create).toMatchObject([
    { arguments: { input: { cellar: "$name" } } },
  ]);
  expect(guesses.find((guess) => guess.path.join(" ") === path)?.confidence).toBe("medium");
});

it("offers a string that is not a timestamp as an invalid status if a scalar of the schema is for timestamps", () => {
  const schema = buildSchema(/* GraphQL */ `
    scalar DateTime
    type Query {
      vat(tag: String!): Vat
    }
    type Vat {
      tag: String!
      version: Int!
      grape: String!
      stage: String
      racked: DateTime
    }
    type Mutation {
      fillVat(tag: String!, grape: String!): Vat!
      reportVat(tag: String!, version: Int!, stage: String, racked: DateTime): Vat!
    }
  `);
  const { dialect } = inferDialect(schema, { name: "vats", namespaces: [] });

  expect(dialect.kinds[0]?.samples.invalidStatuses).toContainEqual({
    status: { racked: "no time" },
    field: "status.racked",
    defect: "a string that is not a time",
  });
});

it("treats required scalars that updates accept next to an object as a part of the spec", () => {
  const schema = buildSchema(/* GraphQL */ `
    type Query {
      parcel(slug: String!): Parcel
    }
    type Parcel {
      slug: String!
      etag: String!
      address: Address!
      loaves: Int!
      gift: Boolean!
      stage: String
      stops: Int
    }
    type Address {
      street: String!
    }
    input AddressInput {
      street: String!
    }
    type Mutation {
      bookParcel(slug: String!, address: AddressInput!, loaves: Int!, gift: Boolean!): Parcel!
      rebookParcel(
        slug: String!
        etag: String!
        address: AddressInput!
        loaves: Int!
        gift: Boolean!
      ): Parcel!
      trackParcel(slug: String!, etag: String!, stage: String, stops: Int): Parcel!
    }
  `);
  const { dialect } = inferDialect(schema, { name: "parcels", namespaces: [] });

  expect(dialect.kinds[0]?.paths.spec).toEqual({
    address: "address",
    loaves: "loaves",
    gift: "gift",
  });
  expect(dialect.kinds[0]?.operations.create).toMatchObject([
    { arguments: { address: "$spec.address", loaves: "$spec.loaves", gift: "$spec.gift" } },
  ]);
});

it("tells one field of the status from a reference to the object in the same input", () => {
  const schema = buildSchema(/* GraphQL */ `
    type Query {
      robot(ref: RobotRef!): Robot
    }
    type Robot {
      id: ID!
      fleet: String!
      callSign: String!
      etag: String!
      assignment: Assignment!
      telemetry: Telemetry
    }
    type Assignment {
      route: String
    }
    type Telemetry {
      battery: Int
      position: Fix
    }
    type Fix {
      lat: Int
      lng: Int
    }
    input AssignmentInput {
      route: String
    }
    input FixInput {
      lat: Int
      lng: Int
    }
    input TelemetryInput {
      battery: Int
      position: FixInput
    }
    input CallSignRef {
      fleet: String!
      callSign: String!
    }
    input RobotRef {
      id: ID
      byCallSign: CallSignRef
    }
    input EnlistInput {
      fleet: String!
      callSign: String!
      assignment: AssignmentInput!
    }
    input ReassignInput {
      robot: RobotRef!
      ifMatch: String
      assignment: AssignmentInput
    }
    input TelemetryReport {
      robot: RobotRef!
      ifMatch: String!
      telemetry: TelemetryInput!
    }
    input PositionReport {
      robot: RobotRef!
      ifMatch: String!
      position: FixInput
    }
    type Mutation {
      enlist(input: EnlistInput!): Robot!
      reassign(input: ReassignInput!): Robot!
      reportTelemetry(input: TelemetryReport!): Robot!
      reportPosition(input: PositionReport!): Robot!
    }
  `);
  const { dialect } = inferDialect(schema, { name: "robots", namespaces: ["leeds"] });
  const robot = { byCallSign: { fleet: "$namespace", callSign: "$name" } };
  const found = { robot, ifMatch: "$resourceVersion" };

  expect(dialect.kinds[0]?.operations.updateStatus).toMatchObject([
    { field: "reportTelemetry", arguments: { input: { ...found, telemetry: "$status" } } },
    { field: "reportPosition", arguments: { input: { ...found, position: "$status.position" } } },
  ]);
  expect(prepareDialect(schema, dialect).problems).toEqual([]);
});

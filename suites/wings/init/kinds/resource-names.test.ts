import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";
import { ownerLists } from "../operations/owner-namespaces.ts";

const beds = buildSchema(/* GraphQL */ `
  type Estate {
    name: String!
  }
  type Bed {
    name: String!
    uid: ID!
    etag: String!
    desired: BedSpec!
    observed: BedObservation
  }
  type BedSpec {
    crop: String
  }
  type BedObservation {
    moisture: Int
  }
  input BedSpecInput {
    crop: String
  }
  input BedObservationInput {
    moisture: Int
  }
  input BedInput {
    name: String
    etag: String
    desired: BedSpecInput
  }
  type Beds {
    beds: [Bed!]!
    nextPageToken: String
  }
  enum Happening {
    ADDED
    CHANGED
    REMOVED
  }
  type Change {
    type: Happening!
    bed: Bed!
  }
  type Query {
    estates: [Estate!]!
    getBed(name: String!): Bed!
    listBeds(parent: String!, pageToken: String): Beds!
  }
  type Mutation {
    createBed(parent: String!, bedId: String!, bed: BedInput!): Bed!
    updateBed(bed: BedInput!): Bed!
    reportBed(name: String!, etag: String!, observed: BedObservationInput!): Bed!
    deleteBed(name: String!, etag: String): Boolean
  }
  type Subscription {
    watchBeds(parent: String!): Change!
  }
`);

it("reads names of objects that contain the name of their parent", () => {
  const { dialect } = inferDialect(beds, { name: "beds", namespaces: ["estates/kew"] });
  const [bed] = dialect.kinds;
  const name = ["${namespace}", "beds", "${name}"].join("/");

  expect(bed).toMatchObject({ scope: "namespaced", namespaces: ["estates/kew"], nameForm: name });
  expect(bed?.operations).toMatchObject({
    create: [{ arguments: { parent: "$namespace", bedId: "$name", bed: { desired: "$spec" } } }],
    read: [{ arguments: { name } }],
    list: [{ arguments: { parent: "$namespace", pageToken: "$page" }, perNamespace: true }],
    update: [{ arguments: { bed: { name, etag: "$resourceVersion", desired: "$spec" } } }],
    updateStatus: [{ arguments: { name, etag: "$resourceVersion", observed: "$status" } }],
    delete: [{ arguments: { name, etag: "$resourceVersion" } }],
    watch: [{ arguments: { parent: "$namespace" }, perNamespace: true }],
  });
  expect(bed?.operations.create[0]?.arguments["bed"]).not.toHaveProperty("name");
  expect(bed && ownerLists(beds, bed)).toMatchObject([{ type: "Estate", leaf: "name" }]);
  expect(prepareDialect(beds, dialect).problems).toEqual([]);
});

it("finds an object by the name next to a spec with required fields", () => {
  const schema = buildSchema(/* GraphQL */ `
    type Query {
      tank(name: String!): Tank
      tanks: [Tank!]!
    }
    type Tank {
      name: String!
      etag: String!
      plan: Plan!
      state: State
    }
    type Plan {
      litres: Int!
      fish: String
    }
    input PlanInput {
      litres: Int!
      fish: String
    }
    type State {
      celsius: Int
    }
    input StateInput {
      celsius: Int
    }
    input TankInput {
      name: String
      etag: String
      plan: PlanInput
    }
    type Mutation {
      createTank(tank: TankInput!): Tank!
      updateTank(tank: TankInput!, updateMask: String): Tank!
      updateTankState(name: String!, etag: String!, state: StateInput!): Tank!
      deleteTank(name: String!): Boolean
    }
  `);
  const [tank] = inferDialect(schema, { name: "tanks" }).dialect.kinds;

  expect(tank?.operations.update).toMatchObject([
    {
      arguments: { tank: { name: "$name", etag: "$resourceVersion", plan: "$spec" } },
      inside: "tank.plan",
    },
  ]);
});

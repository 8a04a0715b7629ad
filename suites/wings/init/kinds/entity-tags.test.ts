import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import type { KindDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

function deviceIn(meta: string, entry: string): KindDialect | undefined {
  const schema = buildSchema(/* GraphQL */ `
    type Query {
      device(id: ID!): Device
      deviceList(count: Int, offset: Int, identifier: String): Bundle!
    }
    type Mutation {
      deviceCreate(resource: DeviceInput!): Device!
      deviceUpdate(id: ID!, ifMatch: String!, resource: DeviceInput!): Device!
      deviceObserve(id: ID!, ifMatch: String!, observed: ObservedInput!): Device!
      deviceDelete(id: ID!): Device!
    }
    type Device {
      resourceType: String!
      id: ID!
      meta: Meta!
      identifier: String!
      dose: Int!
      drug: String!
      observed: Observed
    }
    type Meta {
      ${meta}
      lastUpdated: String!
    }
    type Observed {
      delivered: Int
      alarm: String
    }
    type Bundle {
      total: Int!
      entry: [BundleEntry!]!
    }
    type BundleEntry {
      ${entry}
      resource: Device!
    }
    input DeviceInput {
      identifier: String!
      dose: Int!
      drug: String!
    }
    input ObservedInput {
      delivered: Int
      alarm: String
    }
  `);
  return inferDialect(schema, { name: "devices" }).dialect.kinds[0];
}

it.each([
  ["an id", "versionId: ID!", "meta.versionId"],
  ["a number", "version: Int!", "meta.version"],
  ["a tag next to a version", "version: Int! etag: String!", "meta.etag"],
])("finds the version that ifMatch takes: %s", (_, meta, version) => {
  const device = deviceIn(meta, "");

  expect(device?.paths.resourceVersion).toBe(version);
  const sent = { id: "$uid", ifMatch: "$resourceVersion" };
  expect(device?.operations.update[0]?.arguments).toMatchObject(sent);
  expect(device?.operations.updateStatus[0]?.arguments).toMatchObject(sent);
});

it.each(["fullUrl: String!", "url: String", "href: String!", "self: String!"])(
  "reads lists whose entries contain an object next to its address: %s",
  (address) => {
    const device = deviceIn("versionId: ID!", address);

    expect(device?.operations.list).toMatchObject([{ id: "deviceList", items: "entry.resource" }]);
    expect(device).toMatchObject({ scope: "cluster", paths: { name: "identifier" } });
  },
);

it("reads no list of objects that contain another object next to a field of their own", () => {
  const device = deviceIn("versionId: ID!", "mode: String!");

  expect(device?.operations.list).toEqual([]);
});

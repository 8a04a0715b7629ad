import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import type { KindDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

function inferred(sdl: string): KindDialect | undefined {
  return inferDialect(buildSchema(sdl), { name: "wrapped" }).dialect.kinds[0];
}

const uid = { id: "$uid" };
const versioned = { ...uid, version: "$resourceVersion" };

it.each([
  { what: "next to the spec", own: "name: String!", inner: "", create: "name: String!, " },
  { what: "in the spec", own: "", inner: "name: String!", create: "" },
])("recognizes the counter in an object called version, and a name $what", (names) => {
  const service = inferred(`
    type Service { id: ID! ${names.own} version: Version! spec: Spec! serviceStatus: ServiceStatus }
    type Version { index: Int! }
    type Spec { ${names.inner} image: String! replicas: Int! }
    type ServiceStatus { running: Int }
    input SpecInput { ${names.inner} image: String! replicas: Int! }
    input ServiceStatusInput { running: Int }
    type Query { serviceInspect(id: ID!): Service serviceList: [Service!]! }
    type Mutation {
      serviceCreate(${names.create}spec: SpecInput!): ID
      serviceUpdate(id: ID!, version: Int!, spec: SpecInput!): Boolean
      serviceStatusUpdate(id: ID!, version: Int!, status: ServiceStatusInput!): Boolean
      serviceRemove(id: ID!): Boolean
    }
  `);
  const name = names.own === "" ? "spec.name" : "name";

  expect(service?.paths).toMatchObject({ name, uid: "id", resourceVersion: "version.index" });
  expect(service?.paths.status).toBe("serviceStatus");
  expect(service?.operations.updateStatus).toMatchObject([{ arguments: versioned }]);
});

it("recognizes parts at the levels of JSON:API, and no part in the type of a resource", () => {
  const data = "type: String attributes:";
  const lamp = inferred(`
    type Attributes { slug: String! lumens: Int! hours: Int }
    type Meta { version: Int! }
    type Links { self: String! }
    type Lamp { id: ID! type: String! attributes: Attributes! meta: Meta! links: Links! }
    type LampDocument { data: Lamp }
    type LampsDocument { data: [Lamp!]! }
    input New { slug: String! lumens: Int! }
    input Changed { lumens: Int }
    input Read { hours: Int }
    input Version { version: Int! }
    input CreateData { ${data} New! }
    input UpdateData { id: ID! ${data} Changed! meta: Version! }
    input ReadingData { id: ID! ${data} Read! meta: Version! }
    type Query { lamp(id: ID!): LampDocument! lamps: LampsDocument! }
    type Mutation {
      createLamp(data: CreateData!): LampDocument!
      updateLamp(data: UpdateData!): LampDocument!
      updateLampReading(data: ReadingData!): LampDocument!
      deleteLamp(id: ID!): LampDocument!
    }
  `);

  expect(lamp?.paths).toEqual({
    name: "attributes.slug",
    uid: "id",
    resourceVersion: "meta.version",
    spec: { lumens: "attributes.lumens" },
    status: { hours: "attributes.hours" },
  });
  expect(lamp?.operations.updateStatus).toMatchObject([
    {
      field: "updateLampReading",
      arguments: { data: { ...uid, meta: { version: "$resourceVersion" } } },
    },
  ]);
});

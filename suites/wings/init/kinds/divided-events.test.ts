import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

function kind(name: string, spec: string, status: string): string {
  const field = name.toLowerCase();
  return /* GraphQL */ `
    type ${name} {
      site: String!
      name: String!
      revision: Int!
      spec: ${name}Spec!
      status: ${name}Status
    }
    type ${name}Spec { ${spec}: Int }
    type ${name}Status { ${status}: Int }
    input ${name}SpecInput { ${spec}: Int }
    input ${name}StatusInput { ${status}: Int }
    extend type Query {
      ${field}(site: String!, name: String!): ${name}
      ${field}s(site: String!): [${name}!]!
    }
    extend type Mutation {
      create${name}(site: String!, name: String!, spec: ${name}SpecInput!): ${name}!
      update${name}(site: String!, name: String!, revision: Int!, spec: ${name}SpecInput!): ${name}!
      report${name}(site: String!, name: String!, revision: Int!, status: ${name}StatusInput!): ${name}!
      delete${name}(site: String!, name: String!): ${name}!
    }
  `;
}

function watchesIn(events: string): readonly object[] {
  const schema = buildSchema(`
    type Query { now: String }
    type Mutation { touch: String }
    ${kind("Locker", "doors", "occupied")}
    ${kind("Courier", "capacity", "onBoard")}
    ${events}
  `);
  const { dialect } = inferDialect(schema, { name: "parcels", namespaces: ["web"] });
  expect(prepareDialect(schema, dialect).problems).toEqual([]);
  return dialect.kinds.map(({ name, operations }) => ({ name, watch: operations.watch }));
}

it("gives each kind the events with its objects, and ignores those of others", () => {
  const watches = watchesIn(/* GraphQL */ `
    type Subscription {
      event(site: String): Event
    }
    interface Event {
      issuedAt: String!
      version: Int
    }
    type LockerCreated implements Event {
      issuedAt: String!
      version: Int
      locker: Locker
    }
    type LockerUpdated implements Event {
      issuedAt: String!
      version: Int
      locker: Locker
    }
    type LockerDeleted implements Event {
      issuedAt: String!
      version: Int
      locker: Locker
    }
    type CourierCreated implements Event {
      issuedAt: String!
      version: Int
      courier: Courier
    }
    type CourierUpdated implements Event {
      issuedAt: String!
      version: Int
      courier: Courier
    }
    type CourierDeleted implements Event {
      issuedAt: String!
      version: Int
      courier: Courier
    }
    type Pulse implements Event {
      issuedAt: String!
      version: Int
    }
  `);

  expect(watches).toMatchObject([
    {
      name: "Locker",
      watch: [
        {
          field: "event",
          object: "locker",
          type: {
            path: "__typename",
            names: {
              LockerCreated: "ADDED",
              LockerUpdated: "MODIFIED",
              LockerDeleted: "DELETED",
              CourierCreated: "NONE",
              CourierUpdated: "NONE",
              CourierDeleted: "NONE",
            },
          },
        },
      ],
    },
    {
      name: "Courier",
      watch: [
        {
          object: "courier",
          type: {
            names: { CourierCreated: "ADDED", CourierDeleted: "DELETED", LockerDeleted: "NONE" },
          },
        },
      ],
    },
  ]);
});

it("gives each kind the deletions that its name is part of, if they have only keys", () => {
  const watches = watchesIn(/* GraphQL */ `
    type Subscription {
      changes: Change!
    }
    union Change = LockerSaved | LockerGone | CourierSaved | CourierGone
    type LockerSaved {
      locker: Locker!
    }
    type LockerGone {
      site: String!
      name: String!
    }
    type CourierSaved {
      courier: Courier!
    }
    type CourierGone {
      site: String!
      name: String!
    }
  `);

  expect(watches).toMatchObject([
    {
      watch: [
        {
          object: "locker",
          key: { name: "name", namespace: "site" },
          type: { names: { LockerSaved: "UPSERTED", LockerGone: "DELETED", CourierGone: "NONE" } },
        },
      ],
    },
    {
      watch: [
        {
          object: "courier",
          type: {
            names: { CourierSaved: "UPSERTED", CourierGone: "DELETED", LockerSaved: "NONE" },
          },
        },
      ],
    },
  ]);
});

import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import type { operationVerbs } from "#contract";
import type { Exchange } from "#targets";
import { prepareDialect } from "#targets/graphql";
import type { Dialect } from "#targets/graphql";
import { inferDialect } from "../kinds/infer-dialect.ts";
import { withListedKey } from "./listed-keys.ts";
import { Notebook } from "../schema/notebook.ts";
import { ownersNamed } from "../operations/owner-namespaces.ts";
import { pumpTarget, pumpTrial } from "./pump-target.fixture.ts";

function schemaWith(keys: string, shown: string): ReturnType<typeof buildSchema> {
  return buildSchema(`
    type Query {
      kiln(${keys} name: String!): Kiln
      kilns(${keys}): [Kiln!]!
      tenants: [Tenant!]!
    }
    type Mutation {
      createKiln(${keys} name: String!, spec: KilnSpecInput!): Kiln!
      updateKiln(${keys} name: String!, version: String!, spec: KilnSpecInput!): Kiln!
      reportKiln(${keys} name: String!, version: String!, status: KilnStatusInput!): Kiln!
      deleteKiln(${keys} name: String!): Kiln
    }
    type Subscription { kilnChanges(${keys}): KilnEvent! }
    type KilnEvent { type: EventType! kiln: Kiln! }
    enum EventType { ADDED MODIFIED DELETED }
    type Tenant { id: ID! name: String! }
    type Kiln { id: ID! name: String! version: String! ${shown} spec: KilnSpec! status: KilnStatus }
    type KilnSpec { degrees: Int! }
    type KilnStatus { heat: Int }
    input KilnSpecInput { degrees: Int! }
    input KilnStatusInput { heat: Int }
  `);
}

function dialectOf(schema: ReturnType<typeof buildSchema>): Dialect {
  return inferDialect(schema, { name: "kilns", kinds: ["Kiln"] }).dialect;
}

describe("keys in addition to the name and the namespace", () => {
  it.each([
    {
      why: "a tenant and a project",
      keys: "tenant: String!, project: String!,",
      shown: "tenant: String! project: String!",
      sent: { tenant: "default", project: "$namespace" },
    },
    {
      why: "unusual words",
      keys: "plant: String!, hall: String!,",
      shown: "plant: String! hall: String!",
      sent: { plant: "default", hall: "$namespace" },
    },
    {
      why: "a key that objects do not contain",
      keys: "plant: ID!, project: String!,",
      shown: "project: String!",
      sent: { plant: "default", project: "$namespace" },
    },
    {
      why: "a common word for a namespace that objects do not contain",
      keys: "tenant: ID!, project: String!,",
      shown: "project: String!",
      sent: { tenant: "default", project: "$namespace" },
    },
  ])("sends constants in all calls: $why", ({ keys, shown, sent }) => {
    const schema = schemaWith(keys, shown);
    const dialect = dialectOf(schema);
    const [kind] = dialect.kinds;
    const sentIn = (verb: (typeof operationVerbs)[number]): unknown =>
      kind?.operations[verb][0]?.arguments;
    expect(sentIn("delete")).toEqual({ ...sent, name: "$name" });
    expect(sentIn("read")).toEqual({ ...sent, name: "$name" });
    expect(sentIn("list")).toEqual(sent);
    for (const verb of ["create", "update", "updateStatus", "watch"] as const) {
      expect(sentIn(verb)).toMatchObject(sent);
    }
    expect(kind?.paths.spec).toBe("spec");
    expect(() => prepareDialect(schema, dialect)).not.toThrow();
  });

  it("finds the owners that a key refers to", () => {
    const schema = schemaWith("tenant: String!, project: String!,", "project: String!");
    const [kind] = dialectOf(schema).kinds;
    const owners = kind === undefined ? [] : ownersNamed(schema, kind, "tenant");
    expect(owners.map(({ type, leaf }) => `${type}.${leaf}`)).toEqual(["Tenant.name", "Tenant.id"]);
  });
});

function refusal(message: string, extensions = {}): Exchange {
  return {
    outcome: { result: "refused", refusal: { reason: "invalid", message, causes: [] } },
    reply: { status: 200, body: { errors: [{ message, extensions }] } },
  };
}

describe("a refusal that lists the values of a key", () => {
  const schema = schemaWith(
    "tenant: String!, projectId: String!,",
    "tenant: String! projectId: String!",
  );
  const dialect = dialectOf(schema);
  const [kind] = dialect.kinds;
  const learned = (exchange: Exchange): Dialect | undefined => {
    if (kind === undefined) return undefined;
    const trial = pumpTrial(
      pumpTarget(() => exchange),
      kind,
    );
    const shared = { ...trial, notes: new Notebook() };
    return withListedKey(dialect, "Kiln", { refused: exchange, shared });
  };

  it.each([
    { says: "projectId must be one of: alpha, beta", namespaces: ["alpha", "beta"] },
    {
      says: "unknown project 'default', available: 'alpha', 'beta'",
      namespaces: ["alpha", "beta"],
    },
    {
      says: "no project default (known projects are alpha and beta)",
      namespaces: ["alpha", "beta"],
    },
    { says: 'There is no project "default". Did you mean "alpha"?', namespaces: ["alpha"] },
  ])("takes namespaces: $says", ({ says, namespaces }) => {
    expect(learned(refusal(says))?.kinds[0]?.namespaces).toEqual(namespaces);
  });

  it("takes namespaces from a list next to the message", () => {
    const exchange = refusal("bad projectId", { allowedValues: ["alpha", "beta"] });
    expect(learned(exchange)?.kinds[0]?.namespaces).toEqual(["alpha", "beta"]);
  });

  it("replaces a constant in all calls", () => {
    const found = learned(refusal("tenant default is unknown, expected one of acme, umbra"));
    const operations = found?.kinds[0]?.operations;
    expect(JSON.stringify(operations).match(/"tenant":"acme"/gu)).toHaveLength(7);
    expect(JSON.stringify(operations)).not.toContain('"tenant":"default"');
  });

  it.each([
    "degrees must be one of: 1, 2",
    "the project is unknown",
    "tenant must be one of: default",
  ])("changes nothing: %s", (says) => {
    expect(learned(refusal(says))).toBeUndefined();
  });
});

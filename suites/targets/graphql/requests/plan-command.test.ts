import { GraphQLNonNull, GraphQLString } from "graphql";
import { describe, expect, it } from "vitest";
import { resourceVersion } from "#contract";
import type { Command, JsonObject, UpdateStatusCommand } from "#contract";
import { canonicalDialect } from "../dialect/canonical.ts";
import { planCommand } from "./plan-command.ts";
import type { Planner } from "./plan-command.ts";

const planner: Planner = {
  dialect: canonicalDialect,
  prepared: {
    problems: [],
    documents: [],
    document: (kind, verb, id) => `${kind} ${verb} ${id}`,
    slots: () => ({}),
  },
  credentials: new Map([["controller", "token"]]),
};

function statusWrite(kind: string, via: string): UpdateStatusCommand {
  return {
    verb: "updateStatus",
    identity: "controller",
    via,
    key: { kind, namespace: "default", name: "a" },
    resourceVersion: resourceVersion("1"),
    status: { observedGeneration: 1 },
  };
}

describe("a status mutation that a kind does not have", () => {
  it("is borrowed from another kind when it takes the kind as an argument", () => {
    const planned = planCommand(planner, statusWrite("ConfigMap", "updateResourceStatus"));

    expect(planned).toMatchObject({
      document: "Service updateStatus updateResourceStatus",
      variables: { input: { kind: "ConfigMap", name: "a", status: { observedGeneration: 1 } } },
    });
  });

  it("is not offered if it belongs only to the other kind", () => {
    expect(planCommand(planner, statusWrite("ConfigMap", "updateServiceStatus"))).toBe(
      "ConfigMap has no operation for updateStatus via updateServiceStatus",
    );
  });
});

describe("objects that do not contain their namespace", () => {
  const kinds = canonicalDialect.kinds.map(
    ({ paths: { namespace: _shown, ...paths }, ...kind }) => ({
      ...kind,
      paths,
    }),
  );
  const placeless = { ...planner, dialect: { ...canonicalDialect, kinds } };
  const read: Command = {
    verb: "read",
    identity: "controller",
    key: { kind: "Service", namespace: "default", name: "a" },
  };

  it("have the namespace of the request", () => {
    const list: Command = {
      verb: "list",
      identity: "controller",
      kind: "Service",
      namespace: "other",
    };
    expect(planCommand(placeless, read)).toMatchObject({ kind: { askedNamespace: "default" } });
    expect(planCommand(placeless, list)).toMatchObject({ kind: { askedNamespace: "other" } });
  });

  it.each(["$uid", "$namespaceId"])("have the namespace of the object found by %s", (found) => {
    const apart = kinds.map(({ operations, ...kind }) => ({
      ...kind,
      namespaces: ["default", "other"],
      operations: {
        ...operations,
        read: operations.read.map((one) => ({ ...one, arguments: { id: found } })),
      },
    }));
    const byId = { ...planner, dialect: { ...canonicalDialect, kinds: apart } };
    const key = { kind: "Service", namespace: "other", name: "a" };

    expect(planCommand(byId, { ...read, key })).toMatchObject({
      kind: { askedNamespace: "other" },
    });
  });

  it("have none if other objects of the kind contain it", () => {
    expect(planCommand(planner, read)).not.toHaveProperty("kind.askedNamespace");
  });
});

it("sends the id of a namespace to operations that take one", () => {
  const kinds = canonicalDialect.kinds.map((kind) => ({
    ...kind,
    namespaceIds: { default: "N1" },
    operations: {
      ...kind.operations,
      list: kind.operations.list.map((one) => ({
        ...one,
        arguments: { owner: "$namespaceId" },
      })),
    },
  }));
  const placed = { ...planner, dialect: { ...canonicalDialect, kinds } };
  const list = { verb: "list", identity: "controller", kind: "Service" } as const;
  const [known, other] = ["default", "other"].map((namespace) =>
    planCommand(placed, { ...list, namespace }),
  );

  expect(known).toMatchObject({ variables: { owner: "N1" } });
  expect(other).not.toHaveProperty("variables.owner");
});

describe("a mutation that creates objects without a version and updates them with one", () => {
  const tree = { name: "$name", spec: "$spec" };
  const versioned = { ...tree, at: { version: "$resourceVersion" } };
  const applied = (creation: JsonObject): Planner => ({
    ...planner,
    dialect: {
      ...canonicalDialect,
      kinds: canonicalDialect.kinds.map((kind) => ({
        ...kind,
        operations: {
          ...kind.operations,
          create: [{ id: "apply", field: "apply", arguments: { ...creation, at: {} }, result: "" }],
          update: [{ id: "apply", field: "apply", arguments: versioned, result: "" }],
        },
      })),
    },
    credentials: new Map([["author", "token"]]),
  });
  const key = { kind: "Service", namespace: "default", name: "a" };
  const update: Command = { verb: "update", identity: "author", key, spec: {} };

  it("cannot update them without a version", () => {
    expect(planCommand(applied(tree), update)).toBe("apply without a version creates objects");
  });

  it("can update them if a version is given, or if creations have other arguments", () => {
    const current = { ...update, resourceVersion: resourceVersion("1") };
    expect(planCommand(applied(tree), current)).toHaveProperty("variables");
    expect(planCommand(applied({ ...tree, isNew: true }), update)).toHaveProperty("variables");
  });
});

it("asks for the version that a required entity tag of a deletion contains", () => {
  const { kinds } = canonicalDialect;
  const tagged = { ifMatch: 'W/"${resourceVersion}"' };
  const tagKinds = kinds.map((kind) => ({
    ...kind,
    operations: {
      ...kind.operations,
      delete: kind.operations.delete.map((one) => ({ ...one, arguments: tagged })),
    },
  }));
  const slots = { ifMatch: { type: new GraphQLNonNull(GraphQLString), isRequired: true } };
  const tagging = {
    ...planner,
    dialect: { ...canonicalDialect, kinds: tagKinds },
    prepared: { ...planner.prepared, slots: () => slots },
  };
  const key = { kind: "Service", namespace: "default", name: "a" };
  const deletion: Command = { verb: "delete", identity: "controller", key };

  expect(planCommand(tagging, deletion)).toMatchObject({
    asks: expect.arrayContaining(["$resourceVersion"]),
  });
  const stored = { uid: "u", resourceVersion: "7", spec: {} };
  expect(planCommand(tagging, deletion, { stored })).toMatchObject({
    variables: { ifMatch: 'W/"7"' },
  });
});

import { buildSchema } from "graphql";
import type { GraphQLSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Exchange } from "#targets";
import { prepareDialect } from "#targets/graphql";
import type { Dialect, KindDialect } from "#targets/graphql";
import { learnColumns, withoutDeniedColumns } from "./denied-columns.ts";
import { inferDialect } from "../kinds/infer-dialect.ts";
import { Notebook } from "../schema/notebook.ts";
import { pumpTarget, pumpTrial, pumpShared } from "./pump-target.fixture.ts";

/**
 * Returns the schema of a table. `inserted` lists the fields that an insertion takes in addition to the spec, and
 * `further` more mutations.
 */
function schemaWith(inserted: string, further = ""): GraphQLSchema {
  return buildSchema(`
    input Text_comparison { _eq: String _in: [String!] }
    input Int_comparison { _eq: Int _gt: Int }
    input kilns_where { _and: [kilns_where!] name: Text_comparison version: Int_comparison }
    type kilns {
      id: ID! name: String! degrees: Int! cone: String version: Int!
      heat: Int phase: String observed_version: Int
    }
    type kilns_changed { affected_rows: Int! returning: [kilns!]! }
    input kilns_insert { name: String degrees: Int cone: String ${inserted} }
    input kilns_set { degrees: Int cone: String heat: Int phase: String observed_version: Int }
    input kilns_inc { degrees: Int heat: Int }
    enum kilns_column { name }
    input kilns_conflict { update_columns: [kilns_column!]! }
    type Query {
      kilns(where: kilns_where, limit: Int, offset: Int): [kilns!]!
      kilns_by_pk(id: ID!): kilns
    }
    type Mutation {
      insert_kilns_one(object: kilns_insert!, on_conflict: kilns_conflict): kilns
      update_kilns(where: kilns_where!, _set: kilns_set, _inc: kilns_inc): kilns_changed
      delete_kilns_by_pk(id: ID!): kilns
      ${further}
    }
  `);
}

function isSubset(columns: object = {}, permitted: readonly string[]): boolean {
  return Object.keys(columns).every((column) => permitted.includes(column));
}

function refused(message: string): Exchange {
  return { outcome: { result: "refused", refusal: { reason: "forbidden", message, causes: [] } } };
}

describe("a mutation for both spec and status", () => {
  const schema = schemaWith("");
  const { dialect, guesses } = inferDialect(schema, { name: "rows" });
  const [kind] = dialect.kinds;

  it("updates the spec and reports the status, each with its own fields", () => {
    const where = { name: { _eq: "$name" }, version: { _eq: "$resourceVersion" } };
    expect(kind?.operations.update).toMatchObject([
      {
        id: "update_kilns",
        arguments: { where, _set: { $members: "$spec" } },
        result: "returning",
      },
    ]);
    expect(kind?.operations.updateStatus).toMatchObject([
      { id: "update_kilns", arguments: { where, _set: { $members: "$status" } } },
    ]);
    expect(() => prepareDialect(schema, dialect)).not.toThrow();
  });

  it("takes the version that a controller has observed as a field of the status", () => {
    expect(kind?.paths).toMatchObject({
      resourceVersion: "version",
      spec: { degrees: "degrees", cone: "cone" },
      status: { heat: "heat", phase: "phase", observed_version: "observed_version" },
    });
  });

  it("needs no fields of an optional input that is not sent", () => {
    expect(guesses.filter(({ reason }) => reason.includes("unknown required"))).toEqual([]);
  });
});

describe("a creation that takes the status, but not from its author", () => {
  const schema = schemaWith("heat: Int phase: String observed_version: Int");
  const { dialect } = inferDialect(schema, { name: "rows" });
  const [kind] = dialect.kinds;
  const shared = (notes: Notebook): Parameters<typeof withoutDeniedColumns>[2]["shared"] => {
    const target = pumpTarget(() => refused(""));
    const trial = kind && pumpTrial(target, kind);
    if (trial === undefined) throw new Error("there is no kind");
    return { ...trial, notes, means: { ...trial.means, schema } };
  };
  const without = (from: Dialect, message: string): Dialect | undefined =>
    withoutDeniedColumns(from, "kilns", {
      refused: refused(message),
      shared: shared(new Notebook()),
    });

  it("moves the fields that refusals name to the status, one after the other", () => {
    let found = without(dialect, "permission denied for column heat");
    found = found && without(found, "permission denied for column phase");
    expect(found?.kinds[0]?.paths).toMatchObject({
      spec: { degrees: "degrees", cone: "cone", observed_version: "observed_version" },
      status: { heat: "heat", phase: "phase" },
    });
    expect(found?.kinds[0]?.operations).toMatchObject({
      update: [{ id: "update_kilns", arguments: { _set: { $members: "$spec" } } }],
      updateStatus: [{ id: "update_kilns", arguments: { _set: { $members: "$status" } } }],
    });
    expect(found?.kinds[0]?.samples).toMatchObject({
      counter: "heat",
      statuses: [{ heat: 1 }, {}, {}],
    });
    expect(() => found && prepareDialect(schema, found)).not.toThrow();
  });

  it("drops the status mutations that require a field of the spec", () => {
    const byCone = "update_kilns_by_cone(name: String!, cone: String!, _set: kilns_set): kilns";
    const both = schemaWith("heat: Int phase: String", byCone);
    const { dialect: before } = inferDialect(both, { name: "rows" });
    const given = shared(new Notebook());
    const found = withoutDeniedColumns(before, "kilns", {
      refused: refused("permission denied for column heat"),
      shared: { ...given, means: { ...given.means, schema: both } },
    });
    expect(JSON.stringify(before.kinds[0]?.operations.update)).toContain("update_kilns_by_cone");
    expect(found?.kinds[0]?.operations.updateStatus.map(({ id }) => id)).toEqual(["update_kilns"]);
    expect(found === undefined ? ["none"] : prepareDialect(both, found).problems).toEqual([]);
  });

  it("moves nullable fields if a refusal names none", () => {
    const found = without(dialect, "permission denied for table kilns");
    expect(found?.kinds[0]?.paths.spec).toEqual({ degrees: "degrees" });
  });

  it.each(["degrees must be positive", "heat is not a number"])(
    "changes nothing: %s",
    (message) => {
      const exchange: Exchange = {
        outcome: { result: "refused", refusal: { reason: "invalid", message, causes: [] } },
      };
      const given = { refused: exchange, shared: shared(new Notebook()) };
      expect(withoutDeniedColumns(dialect, "kilns", given)).toBeUndefined();
    },
  );
});

describe("columns that the author may not create", () => {
  const schema = schemaWith("heat: Int phase: String observed_version: Int");
  const { dialect } = inferDialect(schema, { name: "rows" });
  const key = { kind: "kilns", name: "a" };

  async function learned(of: {
    readonly author: readonly string[];
    readonly controller: readonly string[];
    /** The fields with which the author may create objects. Defaults to the fields that the author may update. */
    readonly created?: readonly string[];
  }): Promise<readonly [KindDialect["paths"] | undefined, Notebook]> {
    const notes = new Notebook();
    const target = pumpTarget((command) => {
      const metadata = { name: "a", uid: uid("1"), resourceVersion: resourceVersion("1") };
      const spec = command.verb === "create" ? command.spec : {};
      const object = { kind: "kilns", metadata, spec };
      const isPermitted =
        command.verb === "read" ||
        command.verb === "delete" ||
        (command.verb === "create" && isSubset(command.spec, of.created ?? of.author)) ||
        (command.verb === "update" && isSubset(command.spec, of.author)) ||
        (command.verb === "updateStatus" && isSubset(command.status, of.controller));
      return isPermitted ? { outcome: { result: "object", object } } : refused("");
    });
    const shared = pumpShared(() => target, { notes, means: { schema } });
    const denied = refused("permission denied for table kilns");
    const moved = withoutDeniedColumns(dialect, "kilns", { refused: denied, shared });
    if (moved === undefined) throw new Error("no columns were moved");
    const found = await learnColumns(moved, key, shared);
    return [found.kinds[0]?.paths, notes];
  }

  it("belong to the role that may update them, or to none", async () => {
    const [paths, notes] = await learned({ author: ["degrees", "cone"], controller: ["heat"] });

    expect(paths).toMatchObject({
      spec: { degrees: "degrees", cone: "cone" },
      status: { heat: "heat" },
    });
    expect(Object.keys(paths?.status ?? {})).toEqual(["heat"]);
    expect(notes.at(["kinds", "kilns", "paths", "generation"])?.alternatives).toContain(
      "observed_version",
    );
  });

  it("are the status where the author may update both sides, which is a defect", async () => {
    const every = ["degrees", "cone", "heat", "phase", "observed_version"];
    const [paths] = await learned({
      author: every,
      controller: ["heat", "phase", "observed_version"],
      created: ["degrees", "cone"],
    });

    expect(paths).toMatchObject({
      spec: { degrees: "degrees", cone: "cone" },
      status: { heat: "heat", phase: "phase", observed_version: "observed_version" },
    });
  });

  it("stay in the status if the controller may write none of them alone", async () => {
    const [paths] = await learned({ author: ["degrees"], controller: [] });

    expect(Object.keys(paths?.status ?? {})).toContain("heat");
    expect(Object.keys(paths?.status ?? {})).toContain("observed_version");
  });
});

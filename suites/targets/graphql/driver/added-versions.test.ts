import { expect, it } from "vitest";
import { uid } from "#contract";
import type { DeleteCommand, Outcome } from "#contract";
import { optionsFor, startEndpoint } from "../testing/test-endpoint.ts";
import { widgetData, widgetSchema } from "../testing/widget-dialect.ts";
import { withOperations } from "../testing/with-operations.ts";
import type { Dialect } from "../dialect/dialect.ts";
import type { DeleteOperation } from "../dialect/dialect-operations.ts";
import { connectGraphqlTarget } from "./connect.ts";

const deletion: DeleteOperation = {
  id: "deleteWidget",
  field: "deleteWidget",
  arguments: { ns: "$namespace", name: "$name", version: "$resourceVersion" },
  result: "object",
};

/** A delete mutation that requires a version. The suite adds the version. */
const dialect = withOperations({ delete: [deletion] });

function schemaWith(version: "String" | "String!"): string {
  return widgetSchema.replace(
    "deleteWidget(ns: String!, name: String!): Boolean",
    `deleteWidget(ns: String!, name: String!, version: ${version}): WidgetPayload`,
  );
}

interface Store {
  /** The uid of the object at each read. The last uid is repeated. */
  readonly uids: readonly string[];
  /** Another client writes after each read, up to this number of reads. */
  readonly overtaken: number;
}

async function deletionIn(
  { uids, overtaken }: Store,
  command: Pick<DeleteCommand, "uid">,
  api: { readonly dialect: Dialect; readonly schema: string } = {
    dialect,
    schema: schemaWith("String!"),
  },
): Promise<{ readonly outcome: Outcome; readonly deleted: readonly string[] }> {
  const deleted: string[] = [];
  let reads = 0;
  let version = 7;
  const current = (): string => uids[Math.min(reads, uids.length) - 1] ?? "u1";
  const shown = (): object => ({
    ...widgetData,
    meta: { name: "a", ns: "default", uid: current(), version: String(version) },
  });
  const root = {
    shop: {
      widget: () => {
        reads += 1;
        const read = shown();
        if (reads <= overtaken) version += 1;
        return read;
      },
    },
    deleteWidget: (asked: { readonly version?: string }) => {
      if (asked.version !== String(version)) return { conflict: { version: String(version) } };
      deleted.push(current());
      return { object: shown() };
    },
  };
  await using endpoint = await startEndpoint({ root, schema: api.schema });
  await using target = await connectGraphqlTarget(
    optionsFor(endpoint.url, { dialect: api.dialect }),
  );
  const key = { kind: "Widget", namespace: "default", name: "a" };
  const { outcome } = await target.execute(
    { verb: "delete", identity: "author", key, ...command },
    new AbortController().signal,
  );
  return { outcome, deleted };
}

it("adds the new version if another write replaces the version that it added", async () => {
  const { outcome, deleted } = await deletionIn({ uids: ["u1"], overtaken: 2 }, {});

  expect(outcome.result).toBe("object");
  expect(deleted).toEqual(["u1"]);
});

it("adds an optional version only if the dialect declares that deletions require it", async () => {
  const schema = schemaWith("String");
  const required = withOperations({ delete: [{ ...deletion, requiresVersion: true }] });
  const store = { uids: ["u1"], overtaken: 0 };

  await expect(deletionIn(store, {}, { dialect: required, schema })).resolves.toMatchObject({
    outcome: { result: "object" },
    deleted: ["u1"],
  });
  await expect(deletionIn(store, {}, { dialect, schema })).resolves.toMatchObject({
    outcome: { result: "refused", refusal: { reason: "conflict" } },
    deleted: [],
  });
});

it("reports no conflict if the command names no version", async () => {
  const { outcome, deleted } = await deletionIn({ uids: ["u1"], overtaken: 99 }, {});

  expect(outcome).toEqual({
    result: "unsupported",
    detail:
      "the operation requires the current version, but other writers replaced the version 5 times",
  });
  expect(deleted).toEqual([]);
});

it("deletes no successor of the object", async () => {
  const store = { uids: ["u1", "u2"], overtaken: 1 };
  const { outcome, deleted } = await deletionIn(store, { uid: uid("u1") });

  expect(outcome).toMatchObject({ result: "refused", refusal: { reason: "conflict" } });
  expect(deleted).toEqual([]);
});

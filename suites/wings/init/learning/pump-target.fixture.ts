import { buildSchema } from "graphql";
import { contractSemantics } from "#contract";
import type { Command, IdentityName } from "#contract";
import type { Exchange, Target } from "#targets";
import type { Dialect, KindDialect } from "#targets/graphql";
import { Notebook } from "../schema/notebook.ts";
import type { Shared } from "../requests/on-trial.ts";
import { Receipts } from "../requests/receipts.ts";
import type { Trial } from "../requests/trial-requests.ts";

/** An operation whose arguments and result do not matter. */
export const pumpOperation = { id: "x", field: "x", arguments: {}, result: "" } as const;

/** A kind with all operations except lists, status patches and watches. */
export function pumpKind({
  operations,
  samples,
}: {
  readonly operations?: Partial<KindDialect["operations"]>;
  readonly samples?: Partial<KindDialect["samples"]>;
}): KindDialect {
  return {
    name: "Pump",
    scope: "cluster",
    namespaces: [],
    paths: { name: "name", uid: "id", resourceVersion: "version", status: "status" },
    operations: {
      create: [pumpOperation],
      read: [pumpOperation],
      list: [],
      update: [pumpOperation],
      updateStatus: [{ ...pumpOperation, statusMode: "partial" }],
      patchStatus: [],
      delete: [pumpOperation],
      watch: [],
      ...operations,
    },
    samples: {
      specs: [{ bar: 1 }, { bar: 2 }],
      statuses: [{ flow: 1 }],
      counter: "flow",
      invalidStatuses: [],
      ...samples,
    },
  };
}

export function pumpTarget(
  exchangeOf: (command: Command) => Exchange,
  identities: readonly IdentityName[] = ["author"],
): Target {
  return {
    description: {
      endpoint: "http://127.0.0.1/graphql",
      protocol: "graphql",
      dialect: "pumps",
      kinds: [],
      features: [],
      prerequisites: [],
      semantics: contractSemantics,
      identities,
    },
    execute: (command) => Promise.resolve(exchangeOf(command)),
    watch: () => Promise.reject(new Error("no watches here")),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

export function pumpTrial(target: Target, kind: KindDialect): Trial {
  const { signal } = new AbortController();
  return {
    target,
    kind,
    notes: new Notebook(),
    means: {
      connect: () => Promise.reject(new Error("not needed")),
      schema: buildSchema("type Query { ping: Boolean }"),
      newName: () => "a",
      eventMs: 1,
      signal,
    },
    refusals: [],
    receipts: new Receipts(),
  };
}

export function pumpDialect(kind: KindDialect): Dialect {
  return {
    name: "pumps",
    credentials: { http: { header: "authorization", format: "$credential" } },
    identities: {},
    outcomes: [],
    errors: { code: "extensions.code" },
    features: [],
    semantics: contractSemantics,
    kinds: [kind],
  };
}

/** The state of an inference whose trials are all connected to one target, which may depend on the dialect. */
export function pumpShared(
  connect: (dialect: Dialect) => Target,
  more: { readonly notes?: Notebook; readonly means?: Partial<Shared["means"]> } = {},
): Shared {
  const { signal } = new AbortController();
  const means = {
    connect: (dialect: Dialect) => Promise.resolve(connect(dialect)),
    schema: buildSchema("type Query { ping: Boolean }"),
    newName: () => "a",
    eventMs: 1,
    signal,
    ...more.means,
  };
  return { notes: more.notes ?? new Notebook(), means, refusals: [], receipts: new Receipts() };
}

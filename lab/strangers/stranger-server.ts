import type { TestServer } from "../../suites/targets/graphql/testing/test-endpoint.ts";
import { refuse } from "../../suites/targets/graphql/testing/endpoints/object-store.ts";
import { serveSchema } from "../../suites/targets/graphql/testing/endpoints/serve-schema.ts";
import {
  groupName,
  listName,
  mutationName,
  nestOf,
  ownersOf,
  readName,
  streamNames,
  watchName,
} from "./stranger.ts";
import type { Stranger } from "./stranger.ts";
import type { StrangerFault } from "./stranger-faults.ts";
import { callName, callsOf, schemaOf } from "./stranger-schema.ts";

import { KindServer, Tokens, textOf } from "./stranger-kind-server.ts";
import type { Arguments } from "./stranger-kind-server.ts";
import { refusalOf, statusFor } from "./stranger-refusals.ts";
import { StrangerStore } from "./stranger-store.ts";

export function startStranger(stranger: Stranger, fault?: StrangerFault): Promise<TestServer> {
  const store = new StrangerStore(fault);
  const tokens = new Tokens(stranger);
  const served = stranger.kinds.map((kind) => {
    return new KindServer(stranger, kind, { store, tokens, fault });
  });
  const [common] = stranger.habits.feed === "common" ? served : [];
  common?.reportAlso(served);
  const roots = served.map(({ root, watch, kind }) => {
    const group = groupName(stranger, kind);
    const hasStream = common === undefined || common.kind === kind;
    return { ...(group === undefined ? root : { [group]: root }), ...(hasStream ? watch : {}) };
  });
  const node = ({ id }: Arguments): object | null => {
    return served.map((one) => one.withUid(textOf(id))).find((one) => one !== null) ?? null;
  };
  const groups = [
    ...stranger.kinds.flatMap((kind) => groupName(stranger, kind) ?? []),
    ...(stranger.habits.nesting === "owner" ? [nestOf(stranger).field] : []),
  ];
  const { statusFields, removals, lists, reads } = fieldsOf(stranger);
  const isReading = (field: string): boolean =>
    reads.has(field) || (fault === "readers-may-delete" && removals.has(field));
  const isReport = (field: string): boolean => statusFields.has(field);
  return serveSchema({
    sdl: schemaOf(stranger),
    root: Object.assign({ node }, ownersIn(stranger), nestIn(stranger, served), ...roots),
    may: {
      author: (field) =>
        fault === "author-may-write-status-generically" || !statusFields.has(field),
      controller: (field) =>
        fault === "status-permission-implies-update" || isReading(field) || statusFields.has(field),
      reader: (field) => isReading(field) || (isReport(field) && readersMay.has(fault)),
      stranger: (field) =>
        (fault === "list-not-authorized" && lists.has(field)) ||
        (fault === "status-writes-not-authorized" && isReport(field)),
    },
    ...(groups.length === 0 ? {} : { groups }),
    ...(stranger.habits.refusals === "ok" ? {} : { statusOf: statusFor(stranger) }),
    socketCredential: stranger.forms.socket,
    unauthenticated: {
      status: 200,
      body: JSON.stringify({
        errors: [refusalOf(stranger, refuse("UNAUTHENTICATED", "who goes there?"))],
      }),
    },
    formatError: (error) => refusalOf(stranger, error),
  });
}

/** Faults with which readers may write a status. */
const readersMay: ReadonlySet<StrangerFault | undefined> = new Set<StrangerFault>([
  "readers-may-write-status",
  "status-writes-not-authorized",
]);

function ownersIn(stranger: Stranger): Readonly<Record<string, object>> {
  const owners = stranger.places.map((name, index) => ({ id: `owner-${index}`, name }));
  return { [ownersOf(stranger).field]: () => owners };
}

function nestIn(
  stranger: Stranger,
  served: readonly KindServer[],
): Readonly<Record<string, object>> {
  const { field, key } = nestOf(stranger);
  const find = (asked: Arguments): object =>
    Object.assign({}, ...served.map((one) => one.queriesIn(textOf(asked[key]))));
  return { [field]: find };
}

function fieldsOf(stranger: Stranger): {
  readonly statusFields: ReadonlySet<string>;
  readonly removals: ReadonlySet<string>;
  readonly lists: ReadonlySet<string>;
  readonly reads: ReadonlySet<string>;
} {
  const statusFields = new Set(
    stranger.kinds.flatMap((kind) =>
      callsOf(stranger, kind)
        .filter(({ verb }) => verb === "status")
        .map((call) => callName(stranger, call, kind)),
    ),
  );
  const removals = new Set(stranger.kinds.map((kind) => mutationName(stranger, "remove", kind)));
  const lists = new Set(stranger.kinds.map((kind) => listName(stranger, kind)));
  const reads = new Set(
    stranger.kinds.flatMap((kind) => [
      "node",
      ownersOf(stranger).field,
      readName(stranger, kind),
      listName(stranger, kind),
      watchName(stranger, kind),
      ...streamNames(stranger, kind),
    ]),
  );
  return { statusFields, removals, lists, reads };
}

import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, JsonObject, Outcome } from "#contract";
import { withoutIgnoredStatus } from "./ignored-status.ts";
import {
  pumpDialect,
  pumpKind,
  pumpOperation,
  pumpShared,
  pumpTarget,
} from "./pump-target.fixture.ts";

interface Endpoint {
  /** Returns the status that a write stores. Undefined if it stores none. */
  readonly store?: (sent: JsonObject) => JsonObject;
  /** The roles that the endpoint rejects, with the message. */
  readonly rejects?: Readonly<Record<string, string>>;
  /** The field of the status mutation. Defaults to that of the update. */
  readonly field?: string;
}

async function learned({
  store = () => ({}),
  rejects = {},
  field = pumpOperation.field,
}: Endpoint): Promise<{ readonly ids: readonly string[]; readonly reason?: string }> {
  let status: JsonObject | undefined;
  const outcomeOf = (command: Command): Outcome => {
    const message = rejects[command.identity];
    if (command.verb === "updateStatus") {
      if (message !== undefined) {
        return { result: "refused", refusal: { reason: "unclassified", message, causes: [] } };
      }
      const stored = store(command.status);
      if (Object.keys(stored).length > 0) status = stored;
    }
    const metadata = { name: "a", uid: uid("u"), resourceVersion: resourceVersion("1") };
    const object = { kind: "Pump", metadata, ...(status === undefined ? {} : { status }) };
    return { result: "object", object };
  };
  const report = { ...pumpOperation, id: "change", field, statusMode: "partial" } as const;
  const dialect = pumpDialect(pumpKind({ operations: { updateStatus: [report] } }));
  const shared = pumpShared(() =>
    pumpTarget((command) => ({ outcome: outcomeOf(command) }), ["author", "controller"]),
  );
  const found = await withoutIgnoredStatus(dialect, { kind: "Pump", name: "a" }, shared);
  const { reason } = shared.notes.at(["kinds", "Pump", "operations", "updateStatus"]) ?? {};
  const ids = found.kinds[0]?.operations.updateStatus.map(({ id }) => id) ?? [];
  expect(found.kinds[0]?.withoutStatus).toBe(reason);
  return { ids, ...(reason === undefined ? {} : { reason }) };
}

const isIgnored = {
  ids: [],
  reason: "no operation writes the status of Pump: change accepts a status and ignores it",
};

it("removes an update of the whole object that ignores the status in it", async () => {
  expect(await learned({})).toEqual(isIgnored);
});

it("sends the status as the author if the controller may not update", async () => {
  const rejects = { controller: 'pumps "a" is forbidden: User "wrench" cannot patch pumps' };

  expect(await learned({ rejects })).toEqual(isIgnored);
});

it.each<readonly [string, Endpoint]>([
  ["stores the status", { store: (sent) => sent }],
  ["stores a part of the status", { store: () => ({ level: 1 }) }],
  ["only writes statuses", { field: "report" }],
  ["rejects the sample", { rejects: { controller: "flow must be at most 0" } }],
  ["is not permitted to any role", { rejects: { controller: "forbidden", author: "forbidden" } }],
])("keeps a mutation that %s", async (_, endpoint) => {
  expect(await learned(endpoint)).toEqual({ ids: ["change"] });
});

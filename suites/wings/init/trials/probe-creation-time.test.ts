import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, Outcome } from "#contract";
import type { Target } from "#targets";
import type { KindDialect } from "#targets/graphql";
import { learnCreationTime, withFixedCreationTime } from "./probe-creation-time.ts";
import { pumpDialect, pumpKind, pumpShared, pumpTarget } from "../learning/pump-target.fixture.ts";

const statuses = [{ flow: 1 }, { flow: 2 }];
const { paths, ...rest } = pumpKind({ samples: { statuses } });

/** The stamp changes with each status write if `isMoving`. */
function endpoint(isMoving: boolean): Target {
  let writes = 0;
  const outcomeOf = ({ verb }: Command): Outcome => {
    writes += verb === "updateStatus" ? 1 : 0;
    const metadata = {
      name: "a",
      uid: uid("u1"),
      resourceVersion: resourceVersion(String(writes)),
      creationTimestamp: `2024-01-01T00:00:0${isMoving ? writes : 0}Z`,
    };
    return { result: "object", object: { kind: "Pump", metadata, spec: {} } };
  };
  return pumpTarget((command) => ({ outcome: outcomeOf(command) }), ["author", "controller"]);
}

it.each([
  { stamp: "stamp", isMoving: false, shown: "stamp" },
  { stamp: "stamp", isMoving: true, shown: undefined },
  { stamp: "createdAt", isMoving: true, shown: "createdAt" },
])("keeps $shown for $stamp, moving: $isMoving", async ({ stamp, isMoving, shown }) => {
  const dialect = pumpDialect({ ...rest, paths: { ...paths, creationTimestamp: stamp } });
  const shared = pumpShared(() => endpoint(isMoving));

  const learned = await withFixedCreationTime(dialect, { kind: "Pump", name: "a" }, shared);

  expect(learned.kinds[0]?.paths.creationTimestamp).toBe(shown);
});

it.each([
  { stamp: "leaseUntil", shown: undefined },
  { stamp: "createTime", shown: "createTime" },
])("keeps $shown for $stamp in the future", async ({ stamp, shown }) => {
  const dialect = pumpDialect({ ...rest, paths: { ...paths, creationTimestamp: stamp } });
  const ahead = new Date(Date.now() + 90_000).toISOString();
  const shared = pumpShared(() =>
    clock({ paths: { ...paths, creationTimestamp: "at" } }, { times: { at: ahead }, moving: "" }),
  );

  const learned = await withFixedCreationTime(dialect, { kind: "Pump", name: "a" }, shared);

  expect(learned.kinds[0]?.paths.creationTimestamp).toBe(shown);
});

const czas = buildSchema(`
  scalar Czas
  type Query { pump: Pump }
  type Pump { name: String! id: ID! version: Int! first: Czas! second: Czas! remark: String! }
`);

/** Serves the fields of a pump by their paths. Each write of the given verb changes the times in `moving`. */
function clock(
  { paths: { creationTimestamp = "" } }: Pick<KindDialect, "paths">,
  { times, moving, by = "updateStatus" }: Moving,
): Target {
  let writes = 0;
  const outcomeOf = ({ verb }: Command): Outcome => {
    writes += verb === by ? 1 : 0;
    const shown = times[creationTimestamp];
    const time = creationTimestamp === moving ? String(Number(shown) + writes) : shown;
    const metadata = {
      name: "a",
      uid: uid("u1"),
      resourceVersion: resourceVersion(String(writes)),
      ...(time === undefined ? {} : { creationTimestamp: time }),
    };
    return { result: "object", object: { kind: "Pump", metadata, spec: {} } };
  };
  return pumpTarget((command) => ({ outcome: outcomeOf(command) }), ["author", "controller"]);
}

interface Moving {
  readonly times: Readonly<Record<string, string>>;
  readonly moving: string;
  readonly by?: Command["verb"];
}

const now = String(Date.now());

it.each<Moving & { readonly what: string; readonly at: string | undefined }>([
  {
    what: "a fixed current time",
    times: { first: now, second: now },
    moving: "second",
    at: "first",
  },
  { what: "seconds", times: { first: now.slice(0, -3) }, moving: "", at: "first" },
  { what: "an old time", times: { first: "2001-01-01T00:00:00Z" }, moving: "", at: undefined },
  {
    what: "the time that is not in the future",
    times: { first: String(Number(now) + 90_000), second: now },
    moving: "",
    at: "second",
  },
  { what: "no time", times: { remark: "1" }, moving: "", at: undefined },
  {
    what: "a time that only spec writes change",
    times: { first: now },
    moving: "first",
    by: "update",
    at: undefined,
  },
  { what: "two times", times: { first: now, second: now }, moving: "", at: undefined },
])("finds the creation time by $what", async ({ at, ...clocked }) => {
  const kind = { ...rest, paths };
  const shared = pumpShared(({ kinds: [one = kind] }) => clock(one, clocked), {
    means: { schema: czas },
  });

  const learned = await learnCreationTime(pumpDialect(kind), { kind: "Pump", name: "a" }, shared);

  expect(learned.kinds[0]?.paths.creationTimestamp).toBe(at);
});

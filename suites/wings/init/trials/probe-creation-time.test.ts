import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, Outcome } from "#contract";
import type { Target } from "#targets";
import { withFixedCreationTime } from "./probe-creation-time.ts";
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

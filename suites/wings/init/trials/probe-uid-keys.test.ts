import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { describeKey, resourceVersion, uid } from "#contract";
import type { Command, Outcome, RefusalReason, Resource } from "#contract";
import type { KindDialect } from "#targets/graphql";
import { inferDialect } from "../kinds/infer-dialect.ts";
import { learnUidKeys } from "./probe-uid-keys.ts";
import { pumpTarget, pumpTrial } from "../learning/pump-target.fixture.ts";

const robots = buildSchema(/* GraphQL */ `
  type Query {
    robot(ref: RefInput!): Robot
  }
  type Ref {
    callsign: String!
    serial: ID!
  }
  type Robot {
    ref: Ref!
    revision: Int!
    mission: Mission!
    health: Health
  }
  type Mission {
    goal: String!
  }
  type Health {
    batteryPercent: Int
  }
  input RefInput {
    callsign: String!
    serial: ID
  }
  input MissionInput {
    goal: String!
  }
  input HealthInput {
    batteryPercent: Int
  }
  type Mutation {
    enlistRobot(callsign: String!, mission: MissionInput!): Robot
    reviseRobot(ref: RefInput!, revision: Int!, mission: MissionInput!): Robot
    reportHealth(ref: RefInput!, revision: Int!, health: HealthInput!): Robot
    retireRobot(ref: RefInput!, revision: Int): Robot
  }
`);

/** `mismatch` is the result of a status write with the uid of another object. */
async function learned(mismatch: RefusalReason | "accepted"): Promise<KindDialect> {
  const { dialect } = inferDialect(robots, { name: "robots" });
  const [kind] = dialect.kinds;
  if (kind === undefined) throw new Error("no kind");
  const stored = new Map<string, Resource>();
  let made = 0;
  const outcomeOf = (command: Command): Outcome => {
    if (command.verb === "create") {
      made += 1;
      const metadata = {
        name: command.key.name,
        uid: uid(`u${made}`),
        resourceVersion: resourceVersion(String(made)),
      };
      const object: Resource = { kind: "Robot", metadata, spec: command.spec ?? {} };
      stored.set(describeKey(command.key), object);
      return { result: "object", object };
    }
    if (command.verb !== "updateStatus") return { result: "done" };
    const object = stored.get(describeKey(command.key));
    if (object === undefined) throw new Error("no object");
    const isOther = command.uid !== undefined && command.uid !== object.metadata.uid;
    return isOther && mismatch !== "accepted"
      ? { result: "refused", refusal: { reason: mismatch, message: "no", causes: [] } }
      : { result: "object", object };
  };
  let names = 0;
  const target = pumpTarget((command) => ({ outcome: outcomeOf(command) }));
  const trial = pumpTrial(target, kind);
  const newName = (): string => `robot-${(names += 1)}`;
  return learnUidKeys({ ...trial, means: { ...trial.means, schema: robots, newName } }, dialect);
}

const uidOf = ({ operations }: KindDialect): readonly boolean[] =>
  [operations.update, operations.updateStatus, operations.delete].map((all) =>
    JSON.stringify(all).includes("$uid"),
  );

it("sends no uid if it is a part of the key: another uid is not found", async () => {
  const kind = await learned("notFound");
  expect(uidOf(kind)).toEqual([false, false, false]);
  expect(kind.operations.updateStatus[0]?.arguments).toMatchObject({ ref: { callsign: "$name" } });
});

it.each(["conflict", "accepted"] as const)("keeps the precondition: %s", async (mismatch) => {
  expect(uidOf(await learned(mismatch))).toEqual([true, true, true]);
});

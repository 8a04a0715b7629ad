import { expect, it } from "vitest";
import { workloadKind } from "../history/workload-kind.fixture.ts";
import { driveScripted, scriptedSession } from "../session/scripted-session.fixture.ts";
import {
  accepted,
  refused,
  scriptedKind,
  scriptedTarget,
} from "../session/scripted-target.fixture.ts";
import { operationsToTry, permittedCommands, tryEveryOperation } from "./every-operation.ts";

const first = {
  ...workloadKind,
  name: "Gate",
  operations: { ...workloadKind.operations, read: ["gate", "gateById", "node"] },
};
const second = {
  ...workloadKind,
  name: "Weir",
  operations: { ...workloadKind.operations, read: ["weir", "weirById", "node"] },
};

function readsOf(kind: typeof first): readonly string[] {
  return operationsToTry({ kind, target: { kinds: [first, second] } }, "read");
}

it("tries all operations of the first kind, and those of other kinds that only they have", () => {
  expect(readsOf(first)).toEqual(["gate", "gateById", "node"]);
  expect(readsOf(second)).toEqual(["weir", "weirById"]);
});

it("tries the same operations of a kind whose case only tests some of its status mutations", () => {
  const view = (kind: typeof first): typeof first => ({
    ...kind,
    operations: { ...kind.operations, updateStatus: [] },
  });

  expect(readsOf(view(first))).toEqual(["gate", "gateById", "node"]);
  expect(readsOf(view(second))).toEqual(["weir", "weirById"]);
});

it("reads at the address of the status as a denied identity, and never as a permitted one", async () => {
  const { result } = await driveScripted(
    (command) => ("key" in command ? accepted(command.key) : { result: "done" }),
    (context) => tryEveryOperation(context, { verbs: ["read"], denied: "stranger" }),
    { ...scriptedKind, statusReads: ["status"] },
  );

  const attempts = result.flatMap((trial) => trial.attempts);
  expect(attempts).toMatchObject([
    { attempt: { command: { identity: "stranger", via: "read" } } },
    { attempt: { command: { identity: "stranger", via: "status" } }, isPart: true },
  ]);
  expect(attempts.map(({ control }) => control.command.via)).toEqual(["read", "read"]);
});

it("ignores an address of the status that the target does not serve", async () => {
  const { result } = await driveScripted(
    (command) => {
      const isAtStatus = "via" in command && command.via === "status";
      if (isAtStatus) return refused("unclassified");
      return "key" in command ? accepted(command.key) : { result: "done" };
    },
    (context) => tryEveryOperation(context, { verbs: ["read"], denied: "stranger" }),
    { ...scriptedKind, statusReads: ["status"] },
  );

  const attempts = result.flatMap((trial) => trial.attempts);
  expect(attempts.map(({ attempt }) => attempt.command.via)).toEqual(["read"]);
});

it("writes through the status mutations that take other fields than the tested one", async () => {
  const otherStatuses = [{ via: "alarm", status: { alarms: ["a"] } }];
  const { result } = await driveScripted(
    (command) => ("key" in command ? accepted(command.key) : { result: "done" }),
    async (context) => permittedCommands(context, ["updateStatus"], await context.fixture()),
    { ...scriptedKind, otherStatuses },
  );

  expect(result).toMatchObject([
    { identity: "controller", via: "report" },
    { identity: "controller", via: "alarm", status: { alarms: ["a"] } },
  ]);
});

it("writes labels if the target rejects each new spec of the permitted identity as invalid", async () => {
  const target = scriptedTarget((command) => {
    if (command.verb !== "update")
      return "key" in command ? accepted(command.key) : { result: "done" };
    if (command.identity === "reader") return refused("forbidden");
    const isMarked = command.labels?.["conformance-denied"] === "yes";
    return isMarked ? accepted(command.key) : refused("invalid");
  });
  const description = { ...target.description, features: ["labels.write"] as const };
  await using session = scriptedSession({ ...target, description });
  const kind = {
    ...scriptedKind,
    operations: { ...scriptedKind.operations, update: ["update"], delete: [] },
  };
  const { signal } = new AbortController();
  await using opened = session.open({ name: "a", kind, via: "report", signal });

  const trials = await tryEveryOperation(opened.context, { verbs: ["update"], denied: "reader" });

  expect(trials.flatMap(({ attempts }) => attempts)).toMatchObject([
    {
      attempt: { command: { identity: "reader", via: "update" }, outcome: { result: "refused" } },
      control: { command: { identity: "author" }, outcome: { result: "object" } },
    },
  ]);
});

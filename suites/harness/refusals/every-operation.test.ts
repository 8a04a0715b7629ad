import { expect, it } from "vitest";
import { limits } from "#contract";
import { workloadKind } from "../history/workload-kind.fixture.ts";
import { accepted, scriptedKind, scriptedTarget } from "../session/scripted-target.fixture.ts";
import { Session } from "../session/session.ts";
import { operationsToTry, permittedCommands } from "./every-operation.ts";

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

it("writes through the status mutations that take other fields than the tested one", async () => {
  const otherStatuses = [{ via: "alarm", status: { alarms: ["a"] } }];
  const { signal } = new AbortController();
  await using session = new Session({
    target: scriptedTarget((command) =>
      "key" in command ? accepted(command.key) : { result: "done" },
    ),
    limits,
    seed: 1,
    run: "p",
    sequencesAtOnce: () => 1,
    trace: () => {},
    now: () => 0,
    signal,
  });
  const kind = { ...scriptedKind, otherStatuses };
  await using opened = session.open({ name: "a", kind, via: "report", signal });
  const fixture = await opened.context.fixture();

  expect(permittedCommands(opened.context, ["updateStatus"], fixture)).toMatchObject([
    { identity: "controller", via: "report" },
    { identity: "controller", via: "alarm", status: { alarms: ["a"] } },
  ]);
});

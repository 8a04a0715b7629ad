import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, Outcome } from "#contract";
import type { Exchange } from "#targets";
import type { StatusOperation } from "#targets/graphql";
import { learnStatusOrder } from "./learn-status-order.ts";
import { pumpDialect, pumpKind, pumpShared, pumpTarget } from "./pump-target.fixture.ts";

type Reason = "conflict" | "forbidden" | "invalid" | "rateLimited" | "unclassified";

interface Machine {
  /** The mutations that an object needs before each mutation is accepted. */
  readonly needs: Readonly<Record<string, readonly string[]>>;
  readonly mutations?: readonly string[];
  readonly reason?: Reason;
}

function mutation(id: string): StatusOperation {
  return { id, field: id, arguments: {}, result: "", statusMode: "partial" };
}

async function learned({
  needs,
  mutations = ["done", "started", "paused"],
  reason = "unclassified",
}: Machine): Promise<readonly (readonly [string, readonly string[] | undefined])[]> {
  let version = 0;
  let written = new Set<string>();
  const answer = (command: Command): Outcome => {
    if (command.verb === "list") return { result: "list", items: [] };
    if (command.verb === "create") written = new Set();
    if (command.verb === "updateStatus") {
      const { via = "" } = command;
      if (needs[via]?.every((one) => written.has(one)) === false) {
        return { result: "refused", refusal: { reason, message: "not now", causes: [] } };
      }
      written.add(via);
    }
    version += 1;
    const metadata = {
      name: "a",
      uid: uid("u"),
      resourceVersion: resourceVersion(String(version)),
    };
    return { result: "object", object: { kind: "Pump", metadata } };
  };
  const exchangeOf = (command: Command): Exchange => ({ outcome: answer(command) });
  const kind = pumpKind({ operations: { updateStatus: mutations.map(mutation) } });
  const shared = pumpShared(() => pumpTarget(exchangeOf));
  const found = await learnStatusOrder(pumpDialect(kind), "Pump", shared);
  return (found.kinds[0]?.operations.updateStatus ?? []).map(({ id, after }) => [id, after]);
}

it.each([
  {
    why: "one before another",
    machine: { needs: { done: ["started"] } },
    order: [
      ["started", undefined],
      ["paused", undefined],
      ["done", ["started"]],
    ],
  },
  {
    why: "a chain, in whatever order the schema has it",
    machine: { needs: { done: ["paused"], paused: ["started"] } },
    order: [
      ["started", undefined],
      ["paused", ["started"]],
      ["done", ["started", "paused"]],
    ],
  },
  {
    why: "two before a third",
    machine: { needs: { done: ["paused", "started"] } },
    order: [
      ["started", undefined],
      ["paused", undefined],
      ["done", ["started", "paused"]],
    ],
  },
  {
    why: "a rejection that reports invalid fields",
    machine: { needs: { done: ["started"] }, reason: "invalid" },
    order: [
      ["started", undefined],
      ["paused", undefined],
      ["done", ["started"]],
    ],
  },
] as const)("learns the order of status mutations: $why", async ({ machine, order }) => {
  expect(await learned(machine)).toEqual(order);
});

const asInSchema = [
  ["done", undefined],
  ["started", undefined],
  ["paused", undefined],
];

it.each([
  { why: "every mutation is accepted", machine: { needs: {} } },
  { why: "a mutation is never accepted", machine: { needs: { done: ["closed"] } } },
  {
    why: "a rejection is about the version",
    machine: { needs: { done: ["started"] }, reason: "conflict" },
  },
  {
    why: "a rejection is about the caller",
    machine: { needs: { done: ["started"] }, reason: "forbidden" },
  },
] as const)("learns no order if $why", async ({ machine }) => {
  expect(await learned(machine)).toEqual(asInSchema);
});

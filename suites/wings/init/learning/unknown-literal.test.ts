import { expect, it } from "vitest";
import type { Outcome } from "#contract";
import type { Dialect, KindDialect } from "#targets/graphql";
import { pumpDialect, pumpShared, pumpTarget } from "./pump-target.fixture.ts";
import { messageOfUnknown } from "./unknown-literal.ts";

const mutation = { id: "write", field: "write", arguments: {}, result: "" } as const;
const list = { id: "gears", field: "gears", arguments: {}, items: "" } as const;

function gear(isListed: boolean): KindDialect {
  return {
    name: "Gear",
    literal: "Gear",
    scope: "cluster",
    namespaces: [],
    paths: { name: "name", uid: "id", resourceVersion: "version" },
    operations: {
      create: [mutation],
      read: [mutation],
      list: isListed ? [list] : [],
      update: [],
      updateStatus: [],
      patchStatus: [],
      delete: [],
      watch: [],
    },
    samples: { specs: [{}], statuses: [{}], counter: "", invalidStatuses: [] },
  };
}

function refused(message: string): Outcome {
  return { result: "refused", refusal: { reason: "unclassified", message, causes: [] } };
}

const unknown = (literal: string): Outcome => refused(`unknown kind ${literal}`);
const denied = (literal: string): Outcome => refused(`the caller is not permitted: ${literal}`);
const invalid = (): Outcome => refused("a spec needs teeth");
const listed = (): Outcome => ({ result: "list", items: [] });
const lost = (): Outcome => ({ result: "unknown", cause: "timeout", detail: "no response" });

interface Answers {
  readonly create: (literal: string) => Outcome;
  readonly list?: (literal: string) => Outcome;
}

async function messageFrom(answers: Answers): Promise<string | undefined> {
  const connect = ({ kinds: [kind] }: Dialect): ReturnType<typeof pumpTarget> =>
    pumpTarget(({ verb }) => {
      const answer = verb === "list" ? answers.list : answers.create;
      return { outcome: answer?.(kind?.literal ?? "") ?? unknown("") };
    });
  const dialect = pumpDialect(gear(answers.list !== undefined));
  const means = { newName: () => "conformance-1" };
  return messageOfUnknown(dialect, "Gear", pumpShared(connect, { means }));
}

it.each<[string, Answers]>([
  ["its list and its creation are rejected", { create: unknown, list: unknown }],
  ["its creation is rejected by name, and there is no list", { create: unknown }],
])("rejects a kind as unknown if %s like those of a kind that cannot exist", async (_, answers) => {
  expect(await messageFrom(answers)).toBe("unknown kind Gear");
});

it.each<[string, Answers]>([
  ["its list is accepted", { create: unknown, list: listed }],
  ["the caller is denied by words", { create: denied, list: denied }],
  ["the caller is denied by words, without a list", { create: denied }],
  ["only its list is denied", { create: unknown, list: denied }],
  ["its list is disabled", { create: invalid, list: () => refused("lists are disabled") }],
  ["its list times out", { create: unknown, list: lost }],
  [
    "its list is rejected for another cause",
    {
      create: unknown,
      list: (literal) => (literal === "Gear" ? refused("a limit is required") : unknown(literal)),
    },
  ],
  ["its creation is invalid", { create: invalid }],
  [
    "another kind is rejected otherwise",
    { create: (literal) => (literal === "Gear" ? refused("Gear needs teeth") : unknown(literal)) },
  ],
])("does not reject a kind as unknown if %s", async (_, answers) => {
  expect(await messageFrom(answers)).toBeUndefined();
});

import { expect, it } from "vitest";
import { isJsonList, isJsonObject } from "#contract";
import type { JsonValue, Resource } from "#contract";
import { defineFault } from "#reference";
import type { Fault } from "#reference";
import { narrowing } from "../self-test/fault-trial.ts";
import { checkReference } from "./compose.ts";
import type { CheckReferenceOptions } from "./compose.ts";

const spellings = {
  reply: (time: string) => time.replace(/(?:\.\d+)?Z$/u, "+00:00"),
  read: (time: string) =>
    time.replace(/(?:\.(\d+))?Z$/u, (_, digits = "") => `.${String(digits).padEnd(9, "0")}Z`),
  list: (time: string) => time.toLowerCase(),
  event: (time: string) => time.replace(/Z$/u, "+00:00"),
} as const;

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/u;

function respelled<Value extends JsonValue>(value: Value, spell: (time: string) => string): Value;
function respelled(value: JsonValue, spell: (time: string) => string): JsonValue {
  if (typeof value === "string") return time.test(value) ? spell(value) : value;
  if (isJsonList(value)) return value.map((item) => respelled(item, spell));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value);
  return Object.fromEntries(members.map(([name, inner]) => [name, respelled(inner, spell)]));
}

/** Converts the timestamps of an object to a different format, and represents absent lists as empty lists. */
function shown(object: Resource, way: keyof typeof spellings): Resource {
  const { metadata, status } = object;
  const { creationTimestamp, deletionTimestamp } = metadata;
  const spell = spellings[way];
  const isFilling = way === "read" || way === "event";
  return {
    ...object,
    metadata: {
      ...metadata,
      ...(creationTimestamp === undefined ? {} : { creationTimestamp: spell(creationTimestamp) }),
      ...(deletionTimestamp === undefined ? {} : { deletionTimestamp: spell(deletionTimestamp) }),
      ...(isFilling ? { labels: {}, finalizers: [], ...metadata } : {}),
    },
    ...(status === undefined
      ? {}
      : { status: respelled({ ...(isFilling ? { conditions: [] } : {}), ...status }, spell) }),
  };
}

/** Conformant, because all formats denote the same instant. */
const spellsByPath: Fault = defineFault({
  name: "spells-by-path",
  summary: "Times and empty lists are spelled otherwise in responses, reads, lists and events.",
  breaks: [],
  change: (rules) => ({
    reply: (request, stored) => shown(rules.reply(request, stored), "reply"),
    read: (access, states) => {
      const object = rules.read(access, states);
      return object === undefined ? undefined : shown(object, "read");
    },
    listed: (access, states) => {
      const object = rules.listed(access, states);
      return object === undefined ? undefined : shown(object, "list");
    },
    deliver: (event, watcher, send) => {
      rules.deliver(event, watcher, (sent) => {
        const { object } = sent;
        send(object === undefined ? sent : { ...sent, object: shown(object, "event") });
      });
    },
  }),
});

const usual: CheckReferenceOptions = {
  faults: [spellsByPath],
  keepObjects: true,
  proofBudget: { runs: 24, operations: 120 },
  narrowing,
};

const accusing: ReadonlySet<string> = new Set(["fail", "flaky", "warn"]);

it("is conformant, and states so for one requirement", async () => {
  const { verdicts } = await checkReference(usual);
  const falsePositives = verdicts.filter(({ verdict }) => accusing.has(verdict));
  expect(
    falsePositives.map(({ requirement, verdict, findings }) =>
      [requirement, verdict, JSON.stringify(findings[0]).slice(0, 700)].join(" "),
    ),
  ).toEqual([]);
  const undecided = verdicts.filter(({ reason }) =>
    reason?.includes("format the same value differently"),
  );
  expect(undecided.map(({ requirement }) => requirement)).toEqual([
    "write.returns-complete-object",
  ]);
  expect(undecided[0]?.reason).toMatch(/^a read and the response to a write format .* and /u);
});

import { expect, it } from "vitest";
import { limits } from "#contract";
import type { Command, Outcome } from "#contract";
import {
  accepted,
  refused,
  scriptedKind,
  scriptedTarget,
} from "../session/scripted-target.fixture.ts";
import { Session } from "../session/session.ts";
import { writeOtherStatuses } from "./other-statuses.ts";

const otherStatuses = [
  { via: "alarm", status: { alarms: ["a"] } },
  { via: "rate", status: { rating: 1 } },
];

async function written(answer: (command: Command) => Outcome): Promise<readonly Command[]> {
  const target = scriptedTarget(answer);
  const { signal } = new AbortController();
  await using session = new Session({
    target,
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
  const { object } = await opened.context.fixture();
  await writeOtherStatuses(opened.context, object);
  return target.commands.filter(({ verb }) => verb === "updateStatus");
}

it("writes the fields of every other mutation", async () => {
  const commands = await written((command) =>
    "key" in command ? accepted(command.key) : { result: "done" },
  );

  expect(commands).toMatchObject(otherStatuses);
});

it("goes on after a rejected write", async () => {
  const commands = await written((command) =>
    command.verb === "updateStatus" || !("key" in command)
      ? refused("invalid")
      : accepted(command.key),
  );

  expect(commands).toMatchObject(otherStatuses);
});

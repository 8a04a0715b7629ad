import { expect, it } from "vitest";
import type { Command, Outcome } from "#contract";
import type { CheckContext } from "../session/check.ts";
import { driveScripted } from "../session/scripted-session.fixture.ts";
import { accepted, refused, scriptedKind } from "../session/scripted-target.fixture.ts";
import { writeOtherStatuses } from "./other-statuses.ts";

const otherStatuses = [
  { via: "alarm", status: { alarms: ["a"] } },
  { via: "rate", status: { rating: 1 } },
];

async function drive(context: CheckContext): Promise<void> {
  const { object } = await context.fixture();
  await writeOtherStatuses(context, object);
}

async function written(answer: (command: Command) => Outcome): Promise<readonly Command[]> {
  const kind = { ...scriptedKind, otherStatuses };
  const { commands } = await driveScripted(answer, drive, kind);
  return commands.filter(({ verb }) => verb === "updateStatus");
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

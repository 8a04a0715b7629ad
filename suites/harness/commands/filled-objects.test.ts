import { expect, it } from "vitest";
import { resourceVersion } from "#contract";
import type { Command, Outcome } from "#contract";
import type { KindDescription } from "#targets";
import type { CheckContext } from "../session/check.ts";
import { driveScripted } from "../session/scripted-session.fixture.ts";
import { accepted, refused, scriptedKind } from "../session/scripted-target.fixture.ts";
import { storeFilledSpec, storeFilledStatus } from "./filled-objects.ts";

const filledStatuses = [{ phase: "a", lens: "b" }, { phase: "a" }];
const filledSpecs = [{ size: 1, color: "c" }];

async function sentBy(
  store: typeof storeFilledSpec,
  answer: (command: Command) => Outcome,
  more: Partial<KindDescription> = {},
): Promise<readonly Command[]> {
  const drive = async (context: CheckContext): Promise<void> => {
    const { object } = await context.fixture();
    await store(context, object);
  };
  const kind = { ...scriptedKind, filledStatuses, filledSpecs, ...more };
  const { commands } = await driveScripted(answer, drive, kind);
  return commands.filter(({ verb }) => verb !== "create");
}

/** Accepts a command. The response to a status write shows the new object. */
function accept(command: Command): Outcome {
  if (!("key" in command)) return { result: "done" };
  if (command.verb !== "updateStatus") return accepted(command.key);
  const outcome = accepted(command.key, { resourceVersion: resourceVersion("8") });
  if (outcome.result !== "object") return outcome;
  return { ...outcome, object: { ...outcome.object, status: command.status } };
}

it("stores the filled status, and reads it", async () => {
  const [write, read, ...more] = await sentBy(storeFilledStatus, accept);

  expect(write).toMatchObject({ verb: "updateStatus", status: filledStatuses[0] });
  expect(read).toMatchObject({ verb: "read" });
  expect(more).toEqual([]);
});

it("tries the next status after a rejection", async () => {
  const commands = await sentBy(storeFilledStatus, (command) =>
    command.verb === "updateStatus" ? refused("invalid") : accept(command),
  );

  expect(commands).toMatchObject(filledStatuses.map((status) => ({ status })));
});

it("needs a mutation that accepts all fields", async () => {
  const [via = ""] = scriptedKind.operations.updateStatus;
  const commands = await sentBy(storeFilledStatus, accept, { statusMembers: { [via]: ["phase"] } });

  expect(commands).toEqual([]);
});

it("stores the filled spec", async () => {
  const [write] = await sentBy(storeFilledSpec, accept);

  expect(write).toMatchObject({ verb: "update", spec: filledSpecs[0] });
});

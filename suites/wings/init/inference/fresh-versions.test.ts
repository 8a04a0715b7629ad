import { expect, it } from "vitest";
import { resourceVersion } from "#contract";
import type { UpdateStatusCommand } from "#contract";
import { accepted, refused, scriptedTarget } from "../../../harness/testing/scripted-target.ts";
import { withFreshVersions } from "./fresh-versions.ts";

const { signal } = new AbortController();
const key = { kind: "Kiosk", name: "north" };
const stored = resourceVersion("8");

/** Sends a status write to a target that requires the stored version, and counts the writes of other clients. */
async function write(version: string | undefined): Promise<{ sent: number; disturbed: number }> {
  let disturbed = 0;
  const scripted = scriptedTarget((command) => {
    if (command.verb !== "updateStatus") return accepted(key, { resourceVersion: stored });
    return command.resourceVersion === stored ? accepted(key) : refused("conflict");
  });
  const target = withFreshVersions(scripted, () => (disturbed += 1));
  const command: UpdateStatusCommand = {
    verb: "updateStatus",
    identity: "controller",
    via: "report",
    key,
    status: {},
    ...(version === undefined ? {} : { resourceVersion: resourceVersion(version) }),
  };
  await target.execute(command, signal);
  return { sent: scripted.commands.length, disturbed };
}

it.each([undefined, "7"])(
  "sends a write once with a version that no read has shown: %s",
  async (version) => {
    expect(await write(version)).toEqual({ sent: 1, disturbed: 0 });
  },
);

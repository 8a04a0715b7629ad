import { expect, it } from "vitest";
import { contractSemantics, resourceVersion, uid } from "#contract";
import type { Command, Outcome, UpdateStatusCommand } from "#contract";
import type { Target } from "#targets";
import { withFreshVersions } from "./on-trial.ts";

const { signal } = new AbortController();
const key = { kind: "Kiosk", name: "north" };
const stored = resourceVersion("8");

function outcomeOf(command: Command): Outcome {
  if (command.verb === "updateStatus" && command.resourceVersion !== stored) {
    const refusal = {
      reason: "conflict",
      message: "the version is not current",
      causes: [],
    } as const;
    return { result: "refused", refusal };
  }
  const metadata = { name: key.name, uid: uid("u1"), resourceVersion: stored };
  return { result: "object", object: { kind: key.kind, metadata } };
}

/** Sends a status write to a target that requires the stored version, and counts the writes of other clients. */
async function write(version: string | undefined): Promise<{ sent: number; disturbed: number }> {
  const commands: Command[] = [];
  let disturbed = 0;
  const strict: Target = {
    description: {
      endpoint: "http://127.0.0.1/graphql",
      protocol: "graphql",
      dialect: "kiosks",
      kinds: [],
      features: [],
      prerequisites: [],
      semantics: contractSemantics,
      identities: ["author", "controller"],
    },
    execute: (command) => {
      commands.push(command);
      return Promise.resolve({ outcome: outcomeOf(command) });
    },
    watch: () => Promise.reject(new Error("no watches here")),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
  const target = withFreshVersions(strict, () => (disturbed += 1));
  const command: UpdateStatusCommand = {
    verb: "updateStatus",
    identity: "controller",
    via: "report",
    key,
    status: {},
    ...(version === undefined ? {} : { resourceVersion: resourceVersion(version) }),
  };
  await target.execute(command, signal);
  return { sent: commands.length, disturbed };
}

it.each([undefined, "7"])(
  "sends a write once with a version that no read has shown: %s",
  async (version) => {
    expect(await write(version)).toEqual({ sent: 1, disturbed: 0 });
  },
);

import { describe, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, JsonObject, Outcome } from "#contract";
import { executeChecked } from "./checked-reply.ts";
import { refused, scriptedTarget } from "./scripted-target.fixture.ts";

const key = { kind: "Service", namespace: "default", name: "a" };
const write = {
  verb: "updateStatus",
  identity: "controller",
  key,
  resourceVersion: resourceVersion("1"),
  status: { phase: "Ready" },
} as const satisfies Command;

interface Shown {
  readonly version: string;
  readonly spec?: JsonObject;
  readonly status?: JsonObject;
  readonly uid?: string;
}

function shown({ version, uid: of = "u", ...parts }: Shown): Outcome {
  const metadata = { name: "a", uid: uid(of), resourceVersion: resourceVersion(version) };
  return { result: "object", object: { kind: "Service", metadata, ...parts } };
}

const spec = { size: 1 };
const stored = { version: "2", spec, status: { phase: "Ready" } };

/** Sends a write whose response and whose subsequent read are given. Returns the commands and the outcome. */
async function sent(
  reply: Outcome,
  read: Outcome,
  command: Command = write,
  more: { readonly isShared?: boolean; readonly isDistrusted?: boolean } = {},
): Promise<{ readonly verbs: readonly string[]; readonly outcome: Outcome }> {
  const target = scriptedTarget(({ verb }) => (verb === "read" ? read : reply));
  const { outcome } = await executeChecked(target, command, {
    signal: new AbortController().signal,
    ...more,
  });
  return { verbs: target.commands.map(({ verb }) => verb), outcome };
}

describe("the response to a write", () => {
  it("is not followed by a read if it shows the written object", async () => {
    const { verbs, outcome } = await sent(shown(stored), shown(stored));

    expect(verbs).toEqual(["updateStatus"]);
    expect(outcome).toEqual(shown(stored));
  });

  it("is replaced by a read if it shows the object before the write", async () => {
    const { verbs, outcome } = await sent(shown({ version: "1", spec }), shown(stored));

    expect(verbs).toEqual(["updateStatus", "read"]);
    expect(outcome).toEqual({ ...shown(stored), isFromRead: true, isReplyOutdated: true });
  });

  it.each<readonly [string, Shown, Outcome]>([
    ["the write stored nothing", { version: "1", spec }, shown({ version: "1", spec })],
    [
      "another write followed",
      { version: "1", spec },
      shown({ version: "3", spec, status: { phase: "Failed" } }),
    ],
    ["the object was created anew", { version: "1", spec }, shown({ ...stored, uid: "v" })],
    ["the caller must not read the object", { version: "1", spec }, refused("forbidden")],
  ])("stays as it is if %s", async (_, reply, read) => {
    expect((await sent(shown(reply), read)).outcome).toEqual(shown(reply));
  });

  it.each<readonly [string, Outcome]>([
    ["shows another write", shown({ version: "3", spec, status: { phase: "Failed" } })],
    ["finds no object", refused("notFound")],
    ["finds another object", shown({ ...stored, uid: "v" })],
  ])("is marked as outdated in histories if a read %s", async (_, read) => {
    const old = shown({ version: "1", spec });

    const { outcome } = await sent(old, read, write, { isShared: true });
    expect(outcome).toEqual({ ...old, isReplyOutdated: true });
  });

  it("stays as it is in histories if it is in a new version, or nothing was stored", async () => {
    const wrong = shown({ version: "2", spec });
    const later = shown({ version: "3", spec, status: { phase: "Failed" } });
    const unchanged = shown({ version: "1", spec });

    expect((await sent(wrong, later, write, { isShared: true })).outcome).toEqual(wrong);
    expect((await sent(unchanged, unchanged, write, { isShared: true })).outcome).toEqual(
      unchanged,
    );
  });

  it("is replaced by a read if only its version is old, outside of histories", async () => {
    const reply = shown({ ...stored, version: "1" });

    expect((await sent(reply, shown(stored))).outcome).toMatchObject({
      isReplyOutdated: true,
      object: { metadata: { resourceVersion: "2" } },
    });
    expect((await sent(reply, shown(stored), write, { isShared: true })).verbs).toEqual([
      "updateStatus",
    ]);
  });

  it("stays as it is if a write changed nothing, or a read is older", async () => {
    const reply = shown({ ...stored, version: "1" });
    const older = shown({ ...stored, version: "0" });

    for (const read of [reply, older]) {
      expect((await sent(reply, read)).outcome).toEqual(reply);
    }
  });

  it("is read after each write once one was old, such as after JSON patches", async () => {
    const patch: Command = {
      verb: "patchStatus",
      identity: "controller",
      key,
      format: "json",
      patch: [{ op: "add", path: "/status/phase", value: "Ready" }],
    };
    const reply = shown({ version: "1", spec });
    const distrusted = { isDistrusted: true };

    expect((await sent(reply, shown(stored), patch)).verbs).toHaveLength(1);
    expect((await sent(reply, shown(stored), patch, distrusted)).outcome).toMatchObject({
      isReplyOutdated: true,
      object: { metadata: { resourceVersion: "2" } },
    });
  });

  it("is not checked for a dry run", async () => {
    const trial = { ...write, options: { dryRun: true } };

    expect((await sent(shown({ version: "1", spec }), shown(stored), trial)).verbs).toEqual([
      "updateStatus",
    ]);
  });
});

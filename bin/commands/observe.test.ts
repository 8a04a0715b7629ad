import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limits } from "#contract";
import type { Command, JsonObject, ObjectKey, Outcome, ResourceVersion } from "#contract";
import { startReference } from "#reference";
import type { ReferenceServer } from "#reference";
import type { Target } from "#targets";
import { connect } from "../reach/connect-endpoint.ts";
import { call, testWorld } from "../testing/test-world.ts";
import type { Called, TestWorld } from "../testing/test-world.ts";

const folder = mkdtempSync(join(tmpdir(), "observe-"));
const seen = named("seen");

let server: ReferenceServer;
let target: Target;

beforeAll(async () => {
  server = await startReference();
  const { signal } = new AbortController();
  target = await connect({ endpoint: server.url, limits, signal });
});

afterAll(async () => {
  await target[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

function named(name: string): ObjectKey {
  return { kind: "Service", namespace: "default", name };
}

async function send(command: Command, to: Target = target): Promise<Outcome> {
  const { outcome } = await to.execute(command, new AbortController().signal);
  if (outcome.result !== "object") throw new Error(`not accepted: ${outcome.result}`);
  return outcome;
}

async function createService(key: ObjectKey, to: Target = target): Promise<void> {
  await send({ verb: "create", identity: "author", key, spec: { type: "LoadBalancer" } }, to);
}

async function versionOf(key: ObjectKey, to: Target): Promise<ResourceVersion> {
  const outcome = await send({ verb: "read", identity: "author", key }, to);
  if (outcome.result !== "object") throw new Error("the object is there");
  return outcome.object.metadata.resourceVersion;
}

async function report(key: ObjectKey, status: JsonObject, to: Target = target): Promise<void> {
  const resourceVersion = await versionOf(key, to);
  await send({ verb: "updateStatus", identity: "controller", key, status, resourceVersion }, to);
}

function ready(lastTransitionTime: string): JsonObject {
  const condition = { type: "Ready", status: "True", reason: "Works", message: "" };
  return { observedGeneration: 1, conditions: [{ ...condition, lastTransitionTime }] };
}

async function observed(
  name: string,
  drive: (world: TestWorld) => Promise<void>,
  endpoint = server.url,
): Promise<Called> {
  const plain = testWorld();
  // On a terminal, the view refreshes more often, so that the expected text appears sooner.
  const world = { ...plain, err: { ...plain.err, isTerminal: true } };
  const running = call(
    ["observe", "--endpoint", endpoint, "--kind", "Service", "--output", join(folder, name)],
    world,
  );
  await drive(world);
  world.signals.emit("SIGINT");
  return running;
}

async function waitForOutput(world: TestWorld, text: string): Promise<void> {
  await expect.poll(() => world.written.err).toContain(text);
}

async function isWatching(world: TestWorld): Promise<void> {
  await waitForOutput(world, "watching Service");
}

describe("observe", () => {
  it("names a controller's mistakes, and repeats them from the record", async () => {
    await createService(seen);
    let second = 0;
    const { code, out, err } = await observed("broken", async (world) => {
      await isWatching(world);
      // Writes before the watch opened are not observed, so the client writes until one is observed.
      await expect
        .poll(async () => {
          second += 1;
          await report(seen, ready(`2026-01-01T00:00:${String(second % 60).padStart(2, "0")}Z`));
          return world.written.err;
        })
        .toContain("controller.transition-time-stays-without-flip");
    });

    expect(err).toContain(
      "broken: controller.transition-time-stays-without-flip Service default/seen",
    );
    expect(code).toBe(1);
    expect(out).toContain("controller.transition-time-stays-without-flip MUST");
    const again = await call(["judge", join(folder, "broken")]);
    expect(again.code).toBe(1);
    expect(again.err).not.toContain("changed");
    expect(again.out).toContain("the transition time of Ready changed from");
  });

  it("reports nothing about one that follows the rules", async () => {
    // Uses a separate object, because timestamps on another test's object would move backwards.
    const kept = named("kept");
    await createService(kept);
    let count = 0;
    const { code, out } = await observed("clean", async (world) => {
      await isWatching(world);
      await expect
        .poll(async () => {
          count += 1;
          await report(kept, {
            ...ready("2026-01-01T00:00:00Z"),
            loadBalancer: { ingress: [{ ip: `10.0.0.${count}` }] },
          });
          return world.written.err;
        })
        .toContain(": status of Service:");
    });

    expect(out).not.toContain("controller.transition-time-stays-without-flip");
    expect(code).toBe(0);
  });

  it("continues with a server that restarted and lost all data", async () => {
    const before = await startReference();
    const port = Number(new URL(before.url).port);
    const { code } = await observed(
      "away",
      async (world) => {
        await waitForOutput(world, "0 objects");
        await before[Symbol.asyncDispose]();
        await waitForOutput(world, "watch on Service failed");
        await using after = await startReference({ port });
        const { signal } = new AbortController();
        await using fresh = await connect({ endpoint: after.url, limits, signal });
        await createService(seen, fresh);
        let second = 0;
        await expect
          .poll(async () => {
            second += 1;
            const time = `2026-01-01T00:00:${String(second % 60).padStart(2, "0")}Z`;
            await report(seen, ready(time), fresh);
            return world.written.err;
          })
          .toContain("controller.transition-time-stays-without-flip");
      },
      before.url,
    );

    expect(code).toBe(1);
  });

  it("reports that nothing was shown if no client writes", async () => {
    const { code, out } = await observed("silent", isWatching);

    expect(code).toBe(4);
    expect(out).toContain("no client wrote a status during the observation");
  });

  it.each([
    { args: [], text: "nothing to observe" },
    {
      args: ["--endpoint", "URL", "--kind", "Servise"],
      text: 'an unknown kind: "Servise"',
    },
    { args: ["--endpoint", "URL", "--for", "soon"], text: 'invalid value for --for: "soon"' },
    { args: ["--protocol", "kubernetes", "--endpoint", "URL"], text: "too many kinds" },
  ])("refuses $args", async ({ args, text }) => {
    const typed = args.map((word) => (word === "URL" ? server.url : word));
    const { code, err } = await call(["observe", ...typed, "--output", join(folder, "refused")]);

    expect(code).toBe(2);
    expect(err).toContain(text);
  });
});

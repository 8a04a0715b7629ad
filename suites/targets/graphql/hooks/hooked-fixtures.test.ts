import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { isJsonObject, resourceVersion } from "#contract";
import type { Command, CreateCommand, DeleteCommand, JsonObject, UpdateCommand } from "#contract";
import type { Target } from "../../port/target.ts";
import { connectGraphqlTarget } from "../driver/connect.ts";
import type { Dialect } from "../dialect/dialect.ts";
import type { FixtureHooks } from "../dialect/fixture-hooks.ts";
import { optionsFor, startEndpoint, startHttp, testLimits } from "../testing/test-endpoint.ts";
import { widgetData, widgetDialect } from "../testing/widget-dialect.ts";

const never = new AbortController().signal;
const key = { kind: "Widget", namespace: "default", name: "a" };
const create: CreateCommand = { verb: "create", identity: "author", key, spec: { size: 1 } };
const update: UpdateCommand = { verb: "update", identity: "author", key, spec: { size: 2 } };
const remove: DeleteCommand = { verb: "delete", identity: "author", key };

function writeAt(version: string): Command {
  return { ...update, resourceVersion: resourceVersion(version) };
}

function named(command: CreateCommand | DeleteCommand, name: string): Command {
  return { ...command, key: { ...key, name } };
}

/** Objects are written through a hook, and the changes appear in the API after N reads. */
class OutOfBand {
  readonly asked: JsonObject[] = [];
  readonly #shown = new Map<string, JsonObject>();
  #pending: (() => void)[] = [];
  #left = 0;
  #versions = 0;
  readonly #delay: number;

  constructor(delay: number) {
    this.#delay = delay;
  }

  take(asked: JsonObject): void {
    this.asked.push(asked);
    const { verb, spec } = asked;
    const name = typeof asked["name"] === "string" ? asked["name"] : "";
    this.#left = this.#delay;
    this.#pending.push(() => {
      if (verb === "delete") this.#shown.delete(name);
      else this.#shown.set(name, this.#object(name, spec));
    });
  }

  read(name: string): JsonObject | null {
    if (this.#left > 0) this.#left -= 1;
    else {
      for (const change of this.#pending) change();
      this.#pending = [];
    }
    return this.#shown.get(name) ?? null;
  }

  preload(name: string): void {
    this.#shown.set(name, this.#object(name, {}));
  }

  #object(name: string, spec: unknown): JsonObject {
    this.#versions += 1;
    const meta = { name, ns: "default", uid: `u-${name}`, version: String(this.#versions) };
    return { ...widgetData, meta, spec: isJsonObject(spec) ? spec : {} };
  }
}

interface Hooked {
  readonly system: OutOfBand;
  readonly target: Target;
}

async function withHooks(
  { delay = 0, ...more }: { delay?: number } & Partial<FixtureHooks>,
  test: (hooked: Hooked) => Promise<void>,
): Promise<void> {
  const system = new OutOfBand(delay);
  await using endpoint = await startEndpoint({
    root: { shop: { widget: ({ name }: { name: string }) => system.read(name) } },
  });
  await using hooks = await startHttp((request, response) => {
    void text(request).then((body) => {
      const asked: unknown = JSON.parse(body);
      if (isJsonObject(asked)) system.take(asked);
      response.end();
    });
  });
  const hook = { kind: "http", url: hooks.url, method: "POST" } as const;
  const fixtures: FixtureHooks = { create: hook, updateSpec: hook, delete: hook, ...more };
  const kinds = widgetDialect.kinds.map((kind) => ({
    ...kind,
    operations: { ...kind.operations, create: [], update: [], delete: [] },
    fixtures,
  }));
  const dialect: Dialect = { ...widgetDialect, kinds };
  const driverEnvironment = { environment: {}, folder: ".", nowMs: () => 0 };
  await using target = await connectGraphqlTarget(
    optionsFor(endpoint.url, { dialect, driverEnvironment, limits: testLimits }),
  );
  await test({ system, target });
}

describe("objects that are created and deleted outside the API", () => {
  it("are reported as such", async () => {
    await withHooks({ preloaded: ["p"] }, async ({ target }) => {
      expect(target.description.kinds[0]).toMatchObject({
        operations: { create: ["hook"], update: ["hook"], delete: ["hook"] },
        preloaded: ["p"],
      });
    });
  });

  it("are looked for until they show", async () => {
    await withHooks({ delay: 3 }, async ({ system, target }) => {
      expect((await target.execute(create, never)).outcome).toMatchObject({
        result: "object",
        object: { spec: { size: 1 }, metadata: { name: "a", resourceVersion: "1" } },
      });
      expect((await target.execute(writeAt("1"), never)).outcome).toMatchObject({
        result: "object",
        object: { spec: { size: 2 }, metadata: { resourceVersion: "2" } },
      });
      expect((await target.execute(remove, never)).outcome).toEqual({ result: "done" });
      expect(system.asked).toEqual([
        { verb: "create", ...key, spec: { size: 1 } },
        { verb: "updateSpec", ...key, spec: { size: 2 } },
        { verb: "delete", ...key },
      ]);
    });
  });

  it("that never become visible are errors of the hook", async () => {
    await withHooks({ delay: 1_000, settleMs: 100 }, async ({ target }) => {
      expect((await target.execute(create, never)).outcome).toEqual({
        result: "unknown",
        cause: "timeout",
        detail:
          "the hook reported success, but its effect was not visible within 100 ms; increase settleMs in the dialect to wait longer",
      });
    });
  });

  it("can be written under a condition that holds, and not under another one", async () => {
    await withHooks({}, async ({ system, target }) => {
      await target.execute(create, never);
      expect((await target.execute(writeAt("7"), never)).outcome).toEqual({
        result: "unsupported",
        detail: "the requested precondition is not met, and hooks do not check preconditions",
      });
      expect((await target.execute(writeAt("1"), never)).outcome.result).toBe("object");
      expect(system.asked).toHaveLength(2);
    });
  });

  it.each<{ name: string; command: Command; detail: string }>([
    {
      name: "another role",
      command: { ...create, identity: "controller" },
      detail: "hooks have no roles, and cannot act as controller",
    },
    {
      name: "options",
      command: { ...create, options: { dryRun: true }, finalizers: ["a/b"] },
      detail: "hooks do not support options, finalizers",
    },
    {
      name: "a write that names no version, where versions are demanded",
      command: update,
      detail:
        "hooks do not check preconditions, so a write without a precondition proves nothing " +
        "about the API",
    },
    {
      name: "an operation by its name",
      command: { ...create, via: "createWidget" },
      detail: "Widget has no operation for create via createWidget",
    },
  ])("do not take $name", async ({ command, detail }) => {
    await withHooks({}, async ({ system, target }) => {
      expect((await target.execute(command, never)).outcome).toEqual({
        result: "unsupported",
        detail,
      });
      expect(system.asked).toEqual([]);
    });
  });

  it("may be there already: then they are taken as they are, and stay", async () => {
    await withHooks({ preloaded: ["p", "gone"] }, async ({ system, target }) => {
      system.preload("p");
      expect((await target.execute(named(create, "p"), never)).outcome).toMatchObject({
        result: "object",
        object: { metadata: { name: "p" } },
      });
      expect((await target.execute(named(remove, "p"), never)).outcome).toEqual({
        result: "unsupported",
        detail: "p existed before the run and is kept",
      });
      expect((await target.execute(named(create, "gone"), never)).outcome).toMatchObject({
        result: "unknown",
        detail: "the object gone, listed under preloaded in the dialect, cannot be read",
      });
      expect(system.asked).toEqual([]);
    });
  });
});

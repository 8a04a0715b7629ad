import { describe, expect, it } from "vitest";
import { isJsonList, keyOf, limits, resourceVersion } from "#contract";
import type {
  Command,
  CreateCommand,
  JsonObject,
  JsonValue,
  Outcome,
  ReadCommand,
  RefusalReason,
  Resource,
} from "#contract";
import type { KindDescription, Target, WatchListener } from "#targets";
import { ListForms } from "./list-forms.ts";
import { WritesSpent } from "./write-limit.ts";
import { accepted, scriptedKind, scriptedTarget } from "./scripted-target.fixture.ts";

const kind: KindDescription = {
  ...scriptedKind,
  operations: { ...scriptedKind.operations, list: ["list"], watch: ["watch"] },
};

type Arrange = (tags: readonly JsonValue[]) => readonly JsonValue[];

interface Arrangements {
  /** How the endpoint stores the list of a status. */
  readonly stored: Arrange;
  /** How a list of objects shows the stored list. As stored by default. */
  readonly listed?: Arrange;
  /** How an event shows the stored list. As stored by default. */
  readonly delivered?: Arrange;
  /** The version of the next write. The same for all writes by default. */
  readonly nextVersion?: () => string;
  /** How the endpoint stores the list of a spec. As sent by default. */
  readonly storedSpec?: Arrange;
  /** The list in the status of a new object, which an event shows. No status by default. */
  readonly initial?: readonly JsonValue[];
}

function withTags(object: Resource, arrange: Arrange): Resource {
  const tags = object.status?.["tags"];
  return isJsonList(tags)
    ? { ...object, status: { ...object.status, tags: arrange(tags) } }
    : object;
}

/** An endpoint that keeps one version of each object. */
function endpoint({
  stored,
  listed = asIs,
  delivered = asIs,
  nextVersion = () => "7",
  storedSpec = asIs,
  initial,
}: Arrangements): Target {
  const objects = new Map<string, Resource>();
  const listeners = new Set<WatchListener>();
  const store = (object: Resource): Outcome => {
    objects.set(object.metadata.name, object);
    for (const listener of listeners) {
      const shown = withTags(object, delivered);
      const version = object.metadata.resourceVersion;
      listener.event({
        type: "MODIFIED",
        object: shown,
        key: keyOf(object),
        resourceVersion: version,
      });
    }
    return { result: "object", object };
  };
  const answer = (command: Command): Outcome => {
    if (command.verb === "list") {
      return { result: "list", items: [...objects.values()].map((one) => withTags(one, listed)) };
    }
    const isWrite = command.verb === "updateStatus";
    const version = { resourceVersion: resourceVersion(isWrite ? nextVersion() : "1") };
    const created = accepted(command.key, version);
    const known = objects.get(command.key.name);
    if (known !== undefined && command.verb === "read") return { result: "object", object: known };
    if (created.result === "object" && command.verb === "create" && initial !== undefined)
      return store({ ...created.object, status: { tags: initial } });
    if (created.result === "object" && command.verb === "create") {
      const { tags } = command.spec;
      const spec = isJsonList(tags) ? { ...command.spec, tags: storedSpec(tags) } : command.spec;
      return store({ ...created.object, spec });
    }
    if (created.result !== "object" || command.verb !== "updateStatus") return created;
    return store(withTags({ ...created.object, status: command.status }, stored));
  };
  return {
    ...scriptedTarget(answer),
    description: { ...scriptedTarget(answer).description, kinds: [kind] },
    watch: (_, listener) => {
      listeners.add(listener);
      return Promise.resolve({
        request: { url: "", operation: "" },
        [Symbol.asyncDispose]: () => {
          listeners.delete(listener);
          return Promise.resolve();
        },
      });
    },
  };
}

function refusedAs(reason: RefusalReason): Outcome {
  return { result: "refused", refusal: { reason, message: reason, causes: [] } };
}

function tagsIn({ tags }: JsonObject): readonly JsonValue[] {
  return isJsonList(tags) ? tags : [];
}

function asIs(tags: readonly JsonValue[]): readonly JsonValue[] {
  return tags;
}

function sorted(tags: readonly JsonValue[]): readonly JsonValue[] {
  return tags.map(String).toSorted();
}

function unique(tags: readonly JsonValue[]): readonly JsonValue[] {
  return [...new Set(tags)];
}

const { signal } = new AbortController();

function formsOf(target: Target): ListForms {
  let [names, exchanges] = [0, 0];
  return new ListForms({
    target,
    limits: { ...limits, eventMs: 50 },
    signal,
    now: () => 0,
    newKey: ({ name }) => ({ kind: name, name: `trial-${(names += 1)}` }),
    spend: () => {},
    keep: () => (exchanges += 1),
  });
}

async function writeTags(
  target: Target,
  tags: readonly JsonValue[],
): Promise<JsonValue | undefined> {
  const { outcome } = await target.execute(writeOf({ tags }), signal);
  return outcome.result === "object" ? outcome.object.status?.["tags"] : undefined;
}

const readOfA: ReadCommand = {
  verb: "read",
  identity: "author",
  key: { kind: kind.name, name: "a" },
};

function writeOf(status: JsonObject): Command {
  const key = { kind: kind.name, name: "a" };
  const version = resourceVersion("7");
  return { verb: "updateStatus", identity: "controller", key, resourceVersion: version, status };
}

describe("a list that the endpoint arranges", () => {
  it.each([
    { how: "sorts", stored: sorted, sent: ["b", "a"], free: "the order" },
    { how: "sorts", stored: sorted, sent: ["b", "a", "b"], free: "the order" },
    { how: "stores as a set", stored: unique, sent: ["b", "a", "b"], free: "repetitions" },
    {
      how: "stores as a sorted set",
      stored: (tags: readonly JsonValue[]) => sorted(unique(tags)),
      sent: ["b", "a", "b"],
      free: "the order and repetitions",
    },
  ])(
    "is returned as it was sent if the endpoint $how it: $sent",
    async ({ stored, sent, free }) => {
      const forms = formsOf(endpoint({ stored }));

      expect(await writeTags(forms.target, sent)).toEqual(sent);
      expect(forms.remarks).toEqual([
        expect.stringContaining(`${free} of the items in status.tags`),
      ]);
    },
  );

  it.each([
    { how: "sorts", storedSpec: sorted, free: "the order" },
    { how: "stores as a set", storedSpec: unique, free: "repetitions" },
  ])(
    "in a spec is returned as it was sent if the endpoint $how it",
    async ({ storedSpec, free }) => {
      const forms = formsOf(endpoint({ stored: asIs, storedSpec }));
      const create: CreateCommand = { ...readOfA, verb: "create", spec: { tags: ["b", "a", "b"] } };

      const { outcome } = await forms.target.execute(create, signal);
      const read = await forms.target.execute(readOfA, signal);

      expect([outcome, read.outcome]).toMatchObject([
        { object: { spec: create.spec } },
        { object: { spec: create.spec } },
      ]);
      expect(forms.remarks).toEqual([expect.stringContaining(`${free} of the items in spec.tags`)]);
    },
  );

  it("in a spec stays as it is if the endpoint reverses it", async () => {
    const forms = formsOf(endpoint({ stored: asIs, storedSpec: (tags) => tags.toReversed() }));
    const create: CreateCommand = { ...readOfA, verb: "create", spec: { tags: ["b", "a"] } };

    const { outcome } = await forms.target.execute(create, signal);

    expect(outcome).toMatchObject({ object: { spec: { tags: ["a", "b"] } } });
    expect(forms.remarks).toEqual([]);
  });

  it("is compared after the write alone if new objects have a status", async () => {
    const forms = formsOf(endpoint({ stored: sorted, initial: ["pending"] }));

    expect(await writeTags(forms.target, ["b", "a"])).toEqual(["b", "a"]);
  });

  it.each<{ how: string; arrangements: Arrangements; sent: readonly string[] }>([
    {
      how: "reverses every list",
      arrangements: { stored: (tags) => tags.toReversed() },
      sent: ["b", "a"],
    },
    {
      how: "sorts in lists alone",
      arrangements: { stored: sorted, listed: (tags) => tags.toReversed() },
      sent: ["b", "a"],
    },
    {
      how: "does not sort in events",
      arrangements: { stored: sorted, delivered: (tags) => tags.toReversed() },
      sent: ["b", "a"],
    },
    {
      how: "drops an item that equals the one before it",
      arrangements: { stored: (tags) => tags.filter((tag, place) => tag !== tags[place - 1]) },
      sent: ["a", "a", "b"],
    },
    {
      how: "keeps two items and sorts them",
      arrangements: { stored: (tags) => sorted(tags.slice(0, 2)) },
      sent: ["c", "b", "a"],
    },
  ])("stays as it is if the endpoint $how", async ({ arrangements, sent }) => {
    const forms = formsOf(endpoint(arrangements));

    expect(await writeTags(forms.target, sent)).toEqual(arrangements.stored(sent));
    expect(forms.remarks).toEqual([]);
  });

  it("lacks an item that the endpoint loses, although the endpoint sorts", async () => {
    const forms = formsOf(
      endpoint({ stored: (tags) => sorted(tags.length === 3 ? tags.slice(1) : tags) }),
    );

    expect(await writeTags(forms.target, ["b", "a"])).toEqual(["b", "a"]);
    expect(await writeTags(forms.target, ["c", "b", "a"])).toEqual(["b", "a"]);
  });

  it("is examined again if a response was lost", async () => {
    const target = endpoint({ stored: sorted });
    let isLost = true;
    const forms = formsOf({
      ...target,
      execute: async (command, aborted) => {
        const lost: Outcome = { result: "unknown", cause: "timeout", detail: "no response" };
        const isTrial = "key" in command && command.key.name.startsWith("trial");
        return isTrial && isLost ? { outcome: lost } : target.execute(command, aborted);
      },
    });

    expect(await writeTags(forms.target, ["b", "a"])).toEqual(["a", "b"]);
    isLost = false;
    expect(await writeTags(forms.target, ["b", "a"])).toEqual(["b", "a"]);
  });

  it("is examined in spite of conflicts", async () => {
    const target = endpoint({ stored: sorted });
    let writes = 0;
    const forms = formsOf({
      ...target,
      execute: async (command, aborted) => {
        const isWrite = command.verb === "updateStatus" && command.key.name !== "a";
        if (isWrite && (writes += 1) % 2 === 1) return { outcome: refusedAs("conflict") };
        return target.execute(command, aborted);
      },
    });

    expect(await writeTags(forms.target, ["b", "a"])).toEqual(["b", "a"]);
  });

  it.each<{ why: string; fail: () => Outcome; reason: string }>([
    {
      why: "the write budget is exhausted",
      fail: () => {
        throw new WritesSpent(3);
      },
      reason: "the write budget of 3 writes is exhausted",
    },
    {
      why: "the trial is rate limited",
      fail: () => refusedAs("rateLimited"),
      reason: "rateLimited",
    },
    { why: "each write conflicts", fail: () => refusedAs("conflict"), reason: "conflict" },
  ])("is in doubt each time that it is returned otherwise, if $why", async ({ fail, reason }) => {
    const target = endpoint({ stored: sorted });
    const forms = formsOf({
      ...target,
      execute: (command, aborted) => {
        const isTrial = command.verb === "updateStatus" && command.key.name !== "a";
        return isTrial ? Promise.resolve({ outcome: fail() }) : target.execute(command, aborted);
      },
    });
    const doubtOf = async (command: Command): Promise<string | undefined> =>
      (await forms.target.execute(command, signal)).doubtfulList;

    expect(await doubtOf(writeOf({ tags: ["a", "b"] }))).toBeUndefined();
    for (let time = 1; time <= 5; time += 1) {
      expect(await doubtOf(writeOf({ tags: ["b", "a"] }))).toContain(reason);
    }
    expect(await doubtOf(readOfA)).toBeUndefined();
  });

  it("is not in doubt if the endpoint rejects a spelling as invalid", async () => {
    const target = endpoint({ stored: sorted });
    const forms = formsOf({
      ...target,
      execute: async (command, aborted) => {
        const { length } = command.verb === "updateStatus" ? tagsIn(command.status) : [];
        if (length > 2) return { outcome: refusedAs("invalid") };
        return target.execute(command, aborted);
      },
    });

    expect(await writeTags(forms.target, ["b", "a"])).toEqual(["b", "a"]);
  });

  it("is delivered as it was sent, in the order of the events", async () => {
    const forms = formsOf(endpoint({ stored: sorted }));
    const events: unknown[] = [];
    const ended = new Promise<void>((resolve) => {
      const count = (): void => void (events.length === 2 && resolve());
      const event: WatchListener["event"] = ({ object }) => {
        if (object?.metadata.name === "a") events.push(object.status?.["tags"]);
        count();
      };
      const watch = { verb: "watch", identity: "controller", kind: kind.name } as const;
      void forms.target.watch(watch, { event, ended: () => {} }, signal);
    });

    await Promise.all([writeTags(forms.target, ["b", "a"]), writeTags(forms.target, ["d", "c"])]);
    await ended;

    expect(events).toEqual([
      ["b", "a"],
      ["d", "c"],
    ]);
  });

  it("keeps the spelling of the write that created the version of the object", async () => {
    let version = 0;
    const forms = formsOf(endpoint({ stored: sorted, nextVersion: () => String((version += 1)) }));
    const read = async (): Promise<JsonValue | undefined> => {
      const { outcome } = await forms.target.execute(readOfA, signal);
      return outcome.result === "object" ? outcome.object.status?.["tags"] : undefined;
    };

    expect(await writeTags(forms.target, ["a", "b"])).toEqual(["a", "b"]);
    expect(await writeTags(forms.target, ["b", "a"])).toEqual(["b", "a"]);
    expect(await read()).toEqual(["b", "a"]);
    expect(forms.isUnordered(kind.name, ["tags"])).toBe(true);
  });

  it("keeps its first spelling if a later write changes nothing", async () => {
    const forms = formsOf(endpoint({ stored: sorted, nextVersion: () => "1" }));

    expect(await writeTags(forms.target, ["b", "a"])).toEqual(["b", "a"]);
    expect(await writeTags(forms.target, ["a", "b"])).toEqual(["b", "a"]);
  });

  it("is sent to no new object if it is returned as it was sent", async () => {
    const target = endpoint({ stored: asIs });
    const forms = formsOf(target);

    expect(await writeTags(forms.target, ["b", "a"])).toEqual(["b", "a"]);
    const { outcome } = await target.execute(
      { verb: "list", identity: "author", kind: kind.name },
      signal,
    );
    expect(outcome).toMatchObject({ items: [{ metadata: { name: "a" } }] });
  });
});

import { buildSchema, parse } from "graphql";
import type { ExecutionResult, GraphQLSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Resource, WatchEvent } from "#contract";
import { Executor } from "./executor.ts";
import { Subscriptions } from "./subscriptions.ts";

function counting(events: readonly WatchEvent[]): {
  readonly schema: GraphQLSchema;
  readonly calls: () => number;
} {
  const schema = buildSchema(`
    type Query { unused: String }
    type Subscription { watch(after: String): Event }
    type Event { type: String resourceVersion: String object: Thing }
    type Thing { kind: String }
  `);
  let calls = 0;
  const field = schema.getSubscriptionType()?.getFields()["watch"];
  if (field === undefined) throw new Error("the schema has no watch");
  field.subscribe = async function* () {
    yield* events;
  };
  field.resolve = (event: unknown) => {
    calls += 1;
    return event;
  };
  return { schema, calls: () => calls };
}

function objectNamed(name: string): Resource {
  const metadata = {
    name,
    uid: uid(name),
    resourceVersion: resourceVersion("1"),
    generation: 1,
    creationTimestamp: "2026-01-01T00:00:00Z",
    labels: {},
    annotations: {},
  };
  return { kind: "Thing", metadata, spec: {} };
}

function eventOf(type: "ADDED" | "MODIFIED", version: string, object: Resource): WatchEvent {
  return { type, resourceVersion: resourceVersion(version), object };
}

const plain = "subscription ($after: String) { watch(after: $after) { type resourceVersion } }";

async function read(
  subscriptions: Subscriptions,
  schema: GraphQLSchema,
  { document, variables = {} }: { document: ReturnType<typeof parse>; variables?: object },
): Promise<readonly ExecutionResult[]> {
  const opened = await subscriptions.open({ schema, document, variableValues: { ...variables } });
  if (!(Symbol.asyncIterator in opened)) throw new Error("the subscription was not opened");
  const results: ExecutionResult[] = [];
  for await (const result of opened) results.push(result);
  return results;
}

describe("Subscriptions", () => {
  const thing = objectNamed("a");

  it("executes an event once for all subscribers to the same document, regardless of their start", async () => {
    const { schema, calls } = counting([eventOf("MODIFIED", "2", thing)]);
    const subscriptions = new Subscriptions(new Executor());
    const document = parse(plain);
    const first = await read(subscriptions, schema, { document, variables: { after: "1" } });
    const second = await read(subscriptions, schema, { document, variables: { after: "0" } });
    expect(first).toEqual([{ data: { watch: { type: "MODIFIED", resourceVersion: "2" } } }]);
    expect(second).toEqual(first);
    expect(calls()).toBe(1);
  });

  it("executes each change to an object, and each type of event, separately", async () => {
    const { schema, calls } = counting([
      eventOf("MODIFIED", "2", thing),
      eventOf("ADDED", "2", thing),
      eventOf("MODIFIED", "3", thing),
      eventOf("MODIFIED", "2", objectNamed("a")),
    ]);
    const results = await read(new Subscriptions(new Executor()), schema, {
      document: parse(plain),
    });
    const delivered = results.map(({ data }) => data?.["watch"]);
    expect(delivered).toMatchObject([
      { type: "MODIFIED", resourceVersion: "2" },
      { type: "ADDED", resourceVersion: "2" },
      { type: "MODIFIED", resourceVersion: "3" },
      { type: "MODIFIED", resourceVersion: "2" },
    ]);
    expect(calls()).toBe(4);
  });

  it.each([
    {
      name: "a variable that decides what is selected",
      text: "subscription ($on: Boolean!) { watch { type object @include(if: $on) { kind } } }",
    },
    {
      name: "fragments",
      text: "subscription { watch { ...told } } fragment told on Event { type }",
    },
  ])("shares no results with $name", async ({ text }) => {
    const { schema, calls } = counting([eventOf("MODIFIED", "2", thing)]);
    const subscriptions = new Subscriptions(new Executor());
    const document = parse(text);
    const [on] = await read(subscriptions, schema, { document, variables: { on: true } });
    const [off] = await read(subscriptions, schema, { document, variables: { on: false } });
    expect(calls()).toBe(2);
    expect(JSON.stringify(on) === JSON.stringify(off)).toBe(text.includes("...told"));
  });

  it("evicts results that no subscriber needs any more", async () => {
    const many = Array.from({ length: 300 }, (_, at) =>
      eventOf("ADDED", "2", objectNamed(`${at}`)),
    );
    const { schema, calls } = counting(many);
    const subscriptions = new Subscriptions(new Executor());
    const document = parse(plain);
    await read(subscriptions, schema, { document });
    expect(calls()).toBe(300);
    await read(subscriptions, schema, { document });
    expect(calls()).toBe(600);
  });

  it("ends its source when the reader ends", async () => {
    const { schema } = counting([eventOf("ADDED", "2", thing), eventOf("MODIFIED", "3", thing)]);
    const opened = await new Subscriptions(new Executor()).open({ schema, document: parse(plain) });
    if (!(Symbol.asyncIterator in opened)) throw new Error("the subscription was not opened");
    await opened.next();
    expect(await opened.return(undefined)).toEqual({ done: true, value: undefined });
    expect(await opened.next()).toEqual({ done: true, value: undefined });
  });
});

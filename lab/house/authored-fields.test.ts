import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { authoredField, authoredNames, limits, readAuthored } from "#contract";
import type { AuthoredMetadata, AuthoredName, Command, ObjectKey, Resource } from "#contract";
import { startReference } from "#reference";
import type { ReferenceServer } from "#reference";
import type { Target } from "#targets";
import { connect } from "../../bin/reach/connect-endpoint.ts";

let server: ReferenceServer;
let target: Target;
const stop = new AbortController();

beforeAll(async () => {
  server = await startReference();
  target = await connect({ endpoint: server.url, limits, signal: stop.signal });
});

afterAll(async () => {
  await target[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

function sampleOf(name: AuthoredName): AuthoredMetadata {
  return readAuthored((one) => (one === name ? "conformance.example/sample" : undefined), {
    names: (text) => [text],
    objects: (text) => [{ kind: "Service", name: text, uid: text }],
    texts: (text) => ({ [text]: "set" }),
  });
}

function emptyOf(name: AuthoredName): AuthoredMetadata {
  return readAuthored((one) => (one === name ? name : undefined), {
    names: () => [],
    objects: () => [],
    texts: () => ({}),
  });
}

async function accepted(command: Command): Promise<Resource> {
  const { outcome } = await target.execute(command, stop.signal);
  if (outcome.result !== "object") throw new Error(JSON.stringify(outcome));
  return outcome.object;
}

describe("a field of the metadata table", () => {
  it.each(authoredNames)(
    "is written, read, kept by a status write, and cleared: %s",
    async (name) => {
      const key: ObjectKey = {
        kind: "Service",
        namespace: "default",
        name: `has-${name.toLowerCase()}`,
      };
      const spec = target.description.kinds.find(({ name: kind }) => kind === key.kind)?.samples
        .specs[0];
      const sample = sampleOf(name);

      const created = await accepted({
        verb: "create",
        identity: "author",
        key,
        spec: spec ?? {},
        ...sample,
      });
      expect(created.metadata[name]).toEqual(sample[name]);

      const { resourceVersion } = created.metadata;
      const status = { conditions: [] };
      await accepted({
        verb: "updateStatus",
        identity: "controller",
        key,
        resourceVersion,
        status,
      });
      const read = await accepted({ verb: "read", identity: "author", key });
      expect(read.metadata[name]).toEqual(sample[name]);

      const { resourceVersion: next } = read.metadata;
      const cleared = await accepted({
        verb: "update",
        identity: "author",
        key,
        resourceVersion: next,
        ...emptyOf(name),
      });
      expect(cleared.metadata[name]).toBeUndefined();
    },
  );

  it.each(authoredNames)("has a word by which init recognizes it: %s", (name) => {
    expect(authoredField(name).names).toContain(name.toLowerCase());
  });
});

import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import type { TargetDescription } from "#harness";
import { startReference } from "#reference";
import { limits } from "#contract";
import type { WireResult } from "#wings/controllers";
import { connect } from "../reach/connect-endpoint.ts";
import { recognizeGraphql } from "./recognize-graphql.ts";
import type { ProxyRequest, RecognizedWrite } from "./recognition.ts";

const query =
  "mutation ($input: Input!) { updateBucketStatus(input: $input) { bucket { at: rev } } }";

async function kindsOfReference(): Promise<TargetDescription["kinds"]> {
  const { signal } = new AbortController();
  await using server = await startReference();
  await using target = await connect({ endpoint: server.url, limits, signal });
  return target.description.kinds;
}

function posted(body: Buffer): ProxyRequest {
  return { method: "POST", path: "/", contentType: "application/json", body };
}

describe("writes of an endpoint with words of its own", () => {
  it("are read by these, versions that are numbers and members with another name included", async () => {
    const kinds = await kindsOfReference();
    const bodyWords = { name: ["name"], version: ["replaces", "rev"], status: ["observed"] };
    const { writes } = recognizeGraphql({ kinds, bodyWords });
    const input = { name: "photos", replaces: 41, observed: { usedObjects: 7 } };
    const body = Buffer.from(JSON.stringify({ query, variables: { input } }));

    const [sent] = writes(posted(body));
    expect(sent?.write).toEqual({
      side: "status",
      names: ["photos"],
      kinds: ["Bucket"],
      texts: ["photos", "41", "7"],
      version: "41",
      status: { usedObjects: 7 },
    });
    const reply = Buffer.from(
      JSON.stringify({ data: { updateBucketStatus: { bucket: { at: "42" } } } }),
    );
    expect(sent?.resultIn({ status: 200, headers: {}, body: reply })).toMatchObject({
      result: "stored",
      version: "42",
    });
  });

  it("state their field manager, and whether they apply", async () => {
    const { writes } = recognizeGraphql({ kinds: await kindsOfReference() });
    const patch = "mutation ($input: I!) { patchResourceStatus(input: $input) { kind } }";
    const written = (type: string): RecognizedWrite | undefined => {
      const variables = { input: { name: "photos", type }, options: { fieldManager: "counter" } };
      const body = Buffer.from(JSON.stringify({ query: patch, variables }));
      return writes(posted(body))[0]?.write;
    };

    expect(written("APPLY")).toMatchObject({ agent: "counter", isApply: true });
    expect(written("MERGE")).toMatchObject({ agent: "counter" });
    expect(written("MERGE")).not.toHaveProperty("isApply");
  });

  it("are about the object that they name, and not about one that they mention", async () => {
    const { writes } = recognizeGraphql({ kinds: await kindsOfReference() });
    const namesIn = (document: string, variables: JsonObject): readonly string[] => {
      const body = Buffer.from(JSON.stringify({ query: document, variables }));
      return writes(posted(body))[0]?.write.names ?? [];
    };
    const owned = { labels: { app: "web", name: "web" }, spec: { instance: "web" } };
    const create = "mutation ($input: I!) { createBucket(input: $input) { kind } }";
    const other = "mutation ($bucket: String, $of: L) { createBucket(name: $bucket, labels: $of) }";

    expect(namesIn(create, { input: { ...owned, name: "web-1" } })).toEqual(["web-1"]);
    expect(namesIn(other, { bucket: "web-1", of: { name: "web" } })).toEqual(["web-1"]);
    // The endpoint has no name argument, so any string may be the name.
    expect(namesIn(create, { input: { id: "web" } })).toEqual(["web"]);
  });

  it("are read by the contract's where nobody says otherwise", async () => {
    const { writes } = recognizeGraphql({ kinds: await kindsOfReference() });
    const input = { name: "photos", resourceVersion: "41", status: {} };
    const body = Buffer.from(JSON.stringify({ query, variables: { input } }));

    expect(writes(posted(body))[0]?.write).toMatchObject({ version: "41", status: {} });
  });
});

describe("writes that are sent together", () => {
  const aliased = `mutation Flush($a: I!, $v: String) {
    first: updateBucketStatus(input: $a, options: { fieldManager: "counter" }) { metadata { resourceVersion } }
    ...rest
  }
  fragment rest on Mutation {
    second: updateBucketStatus(
      input: { name: "films", resourceVersion: $v, status: { usedObjects: 8, phase: Ready } }
    ) { metadata { resourceVersion } }
    updateDeployment(input: { name: "web", resourceVersion: "43", spec: {} }) { metadata { resourceVersion } }
  }`;
  const variables = {
    a: { name: "photos", resourceVersion: "41", status: { usedObjects: 7 } },
    v: "42",
  };
  const sent = { query: aliased, variables };

  it("in one operation are read from the arguments of each field", async () => {
    const { writes } = recognizeGraphql({ kinds: await kindsOfReference() });

    expect(writes(posted(Buffer.from(JSON.stringify(sent)))).map(({ write }) => write)).toEqual([
      {
        side: "status",
        names: ["photos"],
        kinds: ["Bucket"],
        texts: ["photos", "41", "7", "counter"],
        version: "41",
        status: { usedObjects: 7 },
        agent: "counter",
      },
      {
        side: "status",
        names: ["films"],
        kinds: ["Bucket"],
        texts: ["films", "42", "8", "Ready"],
        version: "42",
        status: { usedObjects: 8, phase: "Ready" },
      },
      {
        side: "main",
        names: ["web"],
        kinds: ["Deployment"],
        texts: ["web", "43"],
        version: "43",
      },
    ]);
  });

  it.each([
    [
      "each with its own error",
      {
        data: { first: stored("51"), second: null, updateDeployment: stored("52") },
        errors: [conflict("second")],
      },
      ["stored 51", "refused conflict", "stored 52"],
    ],
    [
      "unknown where the error of another field discards them",
      { data: null, errors: [conflict("second")] },
      ["lost", "refused conflict", "lost"],
    ],
    [
      "all rejected by an error of the request",
      { errors: [{ message: "no", extensions: { code: "FORBIDDEN" } }] },
      ["refused forbidden", "refused forbidden", "refused forbidden"],
    ],
  ])("have their own results, %s", async (_, reply, expected) => {
    const { writes } = recognizeGraphql({ kinds: await kindsOfReference() });
    const body = Buffer.from(JSON.stringify(reply));

    const results = writes(posted(Buffer.from(JSON.stringify(sent)))).map(({ resultIn }) =>
      resultIn({ status: 200, headers: {}, body }),
    );

    expect(results.map(brief)).toEqual(expected);
  });

  it("as a batch of operations have the results of their places", async () => {
    const { refusal, writes } = recognizeGraphql({ kinds: await kindsOfReference() });
    const request = posted(Buffer.from(JSON.stringify([report("photos"), report("films")])));
    const all = writes(request);
    const reply = [
      { data: { updateBucketStatus: stored("51") } },
      { data: { updateBucketStatus: null }, errors: [conflict("updateBucketStatus")] },
    ];
    const body = Buffer.from(JSON.stringify(reply));

    expect(all.flatMap(({ write }) => write.names)).toEqual(["photos", "films"]);
    expect(all.map(({ resultIn }) => brief(resultIn({ status: 200, headers: {}, body })))).toEqual([
      "stored 51",
      "refused conflict",
    ]);
    const refused = refusal({ treat: "refuse", reason: "forbidden" }, request);
    expect(JSON.parse(refused.body.toString())).toHaveLength(2);
    expect(all.map(({ resultIn }) => brief(resultIn(refused)))).toEqual([
      "refused forbidden",
      "refused forbidden",
    ]);
  });
});

function report(name: string): JsonObject {
  return {
    query: "mutation ($i: I!) { updateBucketStatus(input: $i) { metadata { resourceVersion } } }",
    variables: { i: { name, resourceVersion: "41", status: {} } },
  };
}

function stored(resourceVersion: string): JsonObject {
  return { metadata: { resourceVersion } };
}

function conflict(...path: readonly string[]): JsonObject {
  return { message: "stale", path, extensions: { code: "CONFLICT" } };
}

function brief(result: WireResult): string {
  if (result.result === "refused") return `refused ${result.reason}`;
  return [result.result, result.version].filter((word) => word !== undefined).join(" ");
}

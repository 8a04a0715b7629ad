import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import type { TargetDescription } from "#harness";
import { startReference } from "#reference";
import { limits } from "#contract";
import { connect } from "../reach/connect-endpoint.ts";
import { recognizeGraphql } from "./recognize-graphql.ts";

const query =
  "mutation ($input: Input!) { updateBucketStatus(input: $input) { bucket { at: rev } } }";

async function kindsOfReference(): Promise<TargetDescription["kinds"]> {
  const { signal } = new AbortController();
  await using server = await startReference();
  await using target = await connect({ endpoint: server.url, limits, signal });
  return target.description.kinds;
}

describe("writes of an endpoint with words of its own", () => {
  it("are read by these, versions that are numbers and members with another name included", async () => {
    const kinds = await kindsOfReference();
    const bodyWords = { name: ["name"], version: ["replaces", "rev"], status: ["observed"] };
    const { write, result } = recognizeGraphql({ kinds, bodyWords });
    const input = { name: "photos", replaces: 41, observed: { usedObjects: 7 } };
    const body = Buffer.from(JSON.stringify({ query, variables: { input } }));

    const request = { method: "POST", path: "/", contentType: "application/json", body };

    expect(write(request)).toEqual({
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
    expect(result({ status: 200, headers: {}, body: reply }, request)).toMatchObject({
      result: "stored",
      version: "42",
    });
  });

  it("state their field manager, and whether they apply", async () => {
    const { write } = recognizeGraphql({ kinds: await kindsOfReference() });
    const patch = "mutation ($input: I!) { patchResourceStatus(input: $input) { kind } }";
    const written = (type: string): ReturnType<typeof write> => {
      const variables = { input: { name: "photos", type }, options: { fieldManager: "counter" } };
      const body = Buffer.from(JSON.stringify({ query: patch, variables }));
      return write({ method: "POST", path: "/", contentType: "application/json", body });
    };

    expect(written("APPLY")).toMatchObject({ agent: "counter", isApply: true });
    expect(written("MERGE")).toMatchObject({ agent: "counter" });
    expect(written("MERGE")).not.toHaveProperty("isApply");
  });

  it("are about the object that they name, and not about one that they mention", async () => {
    const { write } = recognizeGraphql({ kinds: await kindsOfReference() });
    const namesIn = (document: string, variables: JsonObject): readonly string[] => {
      const body = Buffer.from(JSON.stringify({ query: document, variables }));
      return (
        write({ method: "POST", path: "/", contentType: "application/json", body })?.names ?? []
      );
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
    const { write } = recognizeGraphql({ kinds: await kindsOfReference() });
    const input = { name: "photos", resourceVersion: "41", status: {} };
    const body = Buffer.from(JSON.stringify({ query, variables: { input } }));

    expect(
      write({ method: "POST", path: "/", contentType: "application/json", body }),
    ).toMatchObject({ version: "41", status: {} });
  });
});

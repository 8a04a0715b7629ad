import { describe, expect, it } from "vitest";
import { startReference } from "../server/start-reference.ts";
import { bucketOf } from "../testing/bucket-writer.ts";
import type { BucketWriter, Details } from "../testing/bucket-writer.ts";
import { at, connect, mutate, send, versionOf, watch } from "../testing/reference-client.ts";
import type { Reply } from "../testing/reference-client.ts";
import { events } from "../testing/service-requests.ts";

type Write = (bucket: BucketWriter, details: Details) => Promise<Reply>;

/** A status write in every form. Each sets `usedObjects` to 2. */
const forms: readonly { readonly form: string; readonly write: Write }[] = [
  { form: "update", write: ({ report }, details) => report({ usedObjects: 2 }, details) },
  { form: "replace", write: ({ replace }, details) => replace({ usedObjects: 2 }, details) },
  { form: "merge", write: ({ merge }, details) => merge({ status: { usedObjects: 2 } }, details) },
  {
    form: "json",
    write: ({ json }, details) =>
      json([{ op: "add", path: "/status", value: { usedObjects: 2 } }], details),
  },
  { form: "apply", write: ({ apply }, details) => apply({ usedObjects: 2 }, "m1", details) },
];

describe.each(forms)("a dry run of the form $form", ({ write }) => {
  const options = { dryRun: true };

  it("returns the object that would be stored, with the current version", async () => {
    await using server = await startReference();
    const bucket = bucketOf(server);
    const before = (await bucket.create()).value;
    const { value, code } = await write(bucket, { options });

    expect(code).toBeUndefined();
    expect(at(value, "status", "usedObjects")).toBe(2);
    expect(versionOf(value)).toBe(versionOf(before));
    expect(await bucket.read()).toEqual(before);
    expect(Number(versionOf((await write(bucket, {})).value))).toBe(Number(versionOf(before)) + 1);
  });

  it("is rejected like the write itself", async () => {
    await using server = await startReference();
    const bucket = bucketOf(server);
    const missing = await write(bucket, { options, resourceVersion: "1" });
    const stale = versionOf((await bucket.create()).value);
    await bucket.report({ phase: "Ready" });

    expect(missing.code).toBe("NOT_FOUND");
    expect((await write(bucket, { options, resourceVersion: stale })).code).toBe("CONFLICT");
    expect((await write(bucket, { options, role: "reader" })).code).toBe("FORBIDDEN");
  });
});

describe("a dry run", () => {
  const options = { dryRun: true };

  it("of an invalid status is rejected", async () => {
    await using server = await startReference();
    const { create, report } = bucketOf(server);
    await create();

    expect(await report({ usedObjects: -1 }, { options })).toMatchObject({ code: "INVALID" });
  });

  it("of an apply reports conflicts", async () => {
    await using server = await startReference();
    const { create, apply } = bucketOf(server);
    await create();
    await apply({ phase: "Ready" }, "m1");

    expect((await apply({ phase: "Failed" }, "m2", { options })).code).toBe("CONFLICT");
  });

  it("of a creation, an update and a deletion stores nothing", async () => {
    await using server = await startReference();
    const bucket = bucketOf(server);
    const tried = (await bucket.create({ region: "eu" }, { options })).value;
    expect(at(tried, "metadata", "generation")).toBe(1);
    expect(await bucket.read()).toBeNull();

    const before = (await bucket.create({ region: "eu" })).value;
    const updated = (await bucket.update({ spec: { region: "us" } }, { options })).value;
    expect(at(updated, "spec", "region")).toBe("us");
    expect(at(updated, "metadata", "generation")).toBe(2);
    expect((await bucket.delete({ options })).value).toEqual(before);
    expect(await bucket.read()).toEqual(before);
  });

  it("works through typed mutations and causes no event", async () => {
    await using server = await startReference();
    const input = { namespace: "default", name: "web", spec: {} };
    const created = (await mutate(server, "author", { field: "createService", input })).value;
    const version = versionOf(created);
    const client = connect(server, "reader");
    await using stream = watch(client, events.typed(`(resourceVersion: "${version}")`));
    const report = (dryRun: boolean, observedGeneration: number): Promise<Reply> =>
      send(server, "controller", {
        query: `mutation { updateServiceStatus(
          input: { namespace: "default", name: "web", resourceVersion: "${version}",
            status: { observedGeneration: ${observedGeneration} } },
          options: { dryRun: ${dryRun} }
        ) { metadata { resourceVersion } } }`,
      });
    expect(versionOf((await report(true, 1)).value)).toBe(version);
    await report(false, 2);

    expect(await stream.next()).toMatchObject({ object: { status: { observedGeneration: 2 } } });
    await client.dispose();
  });
});

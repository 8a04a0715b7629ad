import { describe, expect, it } from "vitest";
import { demoTokens } from "../kinds/demo-identities.ts";
import { faults } from "../faults/index.ts";
import type { DiskFault } from "../store/disk-fault.ts";
import { DurableReference } from "./durable-reference.ts";
import { answersBeforeFlush, versionsBeginAgain } from "./durability-faults.ts";

const selection = "metadata { name resourceVersion }";

async function ask(url: string | undefined, document: string): Promise<unknown> {
  const reply = await fetch(url ?? "", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${demoTokens.author}`,
    },
    body: JSON.stringify({ query: document }),
  });
  const body: { readonly data?: { readonly object?: unknown } | null } = await reply.json();
  return body.data?.object ?? undefined;
}

function created(name: string): string {
  return `mutation { object: createConfigMap(input: { namespace: "default", name: "${name}", spec: {} }) { ${selection} } }`;
}

function stored(name: string): string {
  return `{ object: configMap(namespace: "default", name: "${name}") { ${selection} } }`;
}

async function started(diskFault?: DiskFault): Promise<DurableReference> {
  return DurableReference.start(diskFault === undefined ? {} : { diskFault });
}

describe("a reference that is killed", () => {
  it("keeps its address, objects and version counter", async () => {
    await using reference = await started();
    const [url] = reference.urls;
    const before = await ask(url, created("kept"));

    await reference.restart();

    expect(reference.urls).toEqual([url]);
    expect(before).toBeDefined();
    expect(await ask(url, stored("kept"))).toEqual(before);
    expect(versionIn(await ask(url, created("next")))).toBe(versionIn(before) + 1);
  });

  it("loses unflushed writes if it replies before the flush", async () => {
    await using reference = await started(answersBeforeFlush);
    const [url] = reference.urls;
    expect(await ask(url, created("lost"))).toBeDefined();

    await reference.restart();

    expect(await ask(url, stored("lost"))).toBeUndefined();
  });

  it("reuses versions that are not on the disk", async () => {
    await using reference = await started(versionsBeginAgain);
    const [url] = reference.urls;
    const before = await ask(url, created("first"));

    await reference.restart();

    expect(versionIn(await ask(url, created("second")))).toBe(versionIn(before));
  });
});

it("shares its disk with other servers, which have their own faults", async () => {
  const stale = faults.filter(({ name }) => name === "stale-reads");
  await using reference = await DurableReference.start({ replicas: [[], stale] });
  const [sound, behind] = reference.urls;
  const first = versionIn(await ask(sound, created("shared")));
  await ask(
    sound,
    `mutation { object: updateConfigMap(input: { namespace: "default", name: "shared", resourceVersion: "${first}", spec: { data: { a: "b" } } }) { ${selection} } }`,
  );

  const now = versionIn(await ask(sound, stored("shared")));

  expect(versionIn(await ask(behind, stored("shared")))).toBe(first);
  expect(now).toBe(first + 1);
});

function versionIn(object: unknown): number {
  const found = /"resourceVersion":"(\d+)"/u.exec(JSON.stringify(object ?? null))?.[1];
  if (found === undefined) throw new Error("there is no version");
  return Number(found);
}

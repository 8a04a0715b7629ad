import { describe, expect, it } from "vitest";
import { defineFault } from "../store/fault.ts";
import type { Rules } from "../rules/rules.ts";
import { startReference } from "../server/start-reference.ts";
import type { ReferenceServer } from "../server/start-reference.ts";
import { connect, send, versionOf, watch } from "../testing/reference-client.ts";
import { create } from "../testing/service-requests.ts";

const list = "{ services { resourceVersion } }";

describe("an internal error", () => {
  it.each(["authenticate", "authorize", "listVersion", "selects"] as const)(
    "in %s is reported as INTERNAL, without details",
    async (rule) => {
      await using server = await startBroken({
        [rule]: () => {
          throw new Error("secret detail");
        },
      });
      if (rule === "selects") await create(server, "web");
      const reply = await send(server, "reader", { query: list });

      expect(reply.code).toBe("INTERNAL");
      expect(JSON.stringify(reply.errors)).not.toContain("secret");
    },
  );

  it("is reported as INTERNAL over the socket as well", async () => {
    await using server = await startBroken({
      startAfter: () => {
        throw new Error("secret detail");
      },
    });
    const client = connect(server, "reader");
    const { errors } = await watch(client, "subscription { watchServices { type } }")
      .next()
      .catch((error: unknown) => Object(error));

    expect(errors).toEqual([expect.objectContaining({ extensions: { code: "INTERNAL" } })]);
    await client.dispose();
  });
});

describe("a mutation that GraphQL cannot execute", () => {
  it.each([
    { name: "unchanged", wrap: (field: string) => `mutation { ${field} }` },
    {
      name: "inside a fragment",
      wrap: (field: string) => `mutation { ...f } fragment f on Mutation { ${field} }`,
    },
    {
      name: "inside nested fragments",
      wrap: (field: string) => `mutation { ... { ... on Mutation { ${field} } } }`,
    },
  ])("is rejected in the order of the contract, written $name", async ({ wrap }) => {
    await using server = await startReference();
    const refuse = async (role: "reader" | "controller", version: string): Promise<unknown> =>
      (await send(server, role, { query: wrap(written(version)) })).code;

    expect(await refuse("controller", "1")).toBe("NOT_FOUND");
    const current = versionOf(await create(server, "web"));
    expect(await refuse("reader", current)).toBe("FORBIDDEN");
    expect(await refuse("controller", "1")).toBe("CONFLICT");
    expect(await send(server, "controller", { query: wrap(written(current)) })).toMatchObject({
      code: "INVALID",
      fields: ["status.conditions[0].status"],
    });
  });

  it("is not executed partially", async () => {
    await using server = await startReference();
    await create(server, "web");
    const query = `mutation {
      deleteService(input: { namespace: "default", name: "web" }) { kind }
      other: deleteService(input: { namespace: 1 }) { kind }
    }`;

    expect((await send(server, "author", { query })).code).toBe("INVALID");
    const read = { query: '{ service(namespace: "default", name: "web") { kind } }' };
    expect((await send(server, "reader", read)).value).toEqual({ kind: "Service" });
  });

  it("is rejected if its fragments contain themselves", async () => {
    await using server = await startReference();
    const query = "query { ...a } fragment a on Query { ...b } fragment b on Query { ...a }";

    expect((await send(server, "reader", { query })).code).toBe("INVALID");
    expect((await send(server, "anonymous", { query })).code).toBe("UNAUTHENTICATED");
  });
});

describe("the operation in a document", () => {
  it("is selected by name", async () => {
    await using server = await startReference();
    const query = `query One ${list} query Two { buckets { resourceVersion } }`;
    const named = await send(server, "reader", { query, operationName: "Two" });

    expect(named.errors).toEqual([]);
    expect((await send(server, "reader", { query })).code).toBe("INVALID");
    expect((await send(server, "reader", { query, operationName: "No" })).code).toBe("INVALID");
  });
});

function startBroken(rules: Partial<Rules>): Promise<ReferenceServer> {
  const fault = defineFault({
    name: "broken",
    summary: "Some rules throw.",
    breaks: [],
    change: () => rules,
  });
  return startReference({ faults: [fault] });
}

function written(version: string): string {
  return `updateServiceStatus(input: { namespace: "default", name: "web", resourceVersion: "${version}",
    status: { conditions: [{
      type: "Ready", status: Perhaps, reason: "R", lastTransitionTime: "2024-01-01T00:00:00Z"
    }] } }) { kind }`;
}

import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { connect, mutate, mutation, send, versionOf, watch } from "../testing/reference-client.ts";
import type { Role } from "../testing/reference-client.ts";
import { startReference } from "./start-reference.ts";
import type { ReferenceServer } from "./start-reference.ts";

const place = { namespace: "default", name: "web" };
const boxed = { kind: "Service", ...place };

/**
 * Every write, with the roles that may send it. The inputs contain a wrong version and wrong content, because a denial
 * must come first.
 */
const writes: readonly {
  readonly field: string;
  readonly input: JsonObject;
  readonly allowed: Role;
}[] = [
  { field: "createService", input: { ...place, spec: { type: 1 } }, allowed: "author" },
  { field: "createResource", input: { ...boxed, spec: { type: 1 } }, allowed: "author" },
  {
    field: "updateService",
    input: { ...place, resourceVersion: "", spec: { type: 1 } },
    allowed: "author",
  },
  {
    field: "updateResource",
    input: { ...boxed, resourceVersion: "", spec: { type: 1 } },
    allowed: "author",
  },
  { field: "deleteService", input: { ...place, resourceVersion: 1 }, allowed: "author" },
  { field: "deleteResource", input: { ...boxed, resourceVersion: 1 }, allowed: "author" },
  { field: "updateServiceStatus", input: { ...place, status: { spec: 1 } }, allowed: "controller" },
  {
    field: "updateResourceStatus",
    input: { ...boxed, status: { spec: 1 } },
    allowed: "controller",
  },
];

const roles = ["author", "controller", "reader", "stranger"] as const;

async function createWeb(server: ReferenceServer): Promise<string> {
  const created = await mutate(server, "author", {
    field: "createService",
    input: { ...place, spec: {} },
  });
  return versionOf(created.value);
}

describe("writes", () => {
  const cases = writes.flatMap((write) => roles.map((role) => ({ ...write, role })));

  it.each(cases)(
    "$field by $role is authorized before any other check",
    async ({ field, input, allowed, role }) => {
      await using server = await startReference();
      const onMissing = await mutate(server, role, { field, input });
      await createWeb(server);
      const onExisting = await mutate(server, role, { field, input });

      if (role === allowed) {
        expect([onMissing.code, onExisting.code]).not.toContain("FORBIDDEN");
      } else {
        expect(onMissing.code).toBe("FORBIDDEN");
        expect(onExisting.errors).toEqual(onMissing.errors);
      }
    },
  );

  it("by controllers need no permission on the spec, and the reverse", async () => {
    await using server = await startReference();
    const resourceVersion = await createWeb(server);
    const input = { ...place, resourceVersion, status: { observedGeneration: 1 } };

    expect(
      (await mutate(server, "controller", { field: "updateServiceStatus", input })).errors,
    ).toEqual([]);
  });

  it("in one document are authorized individually", async () => {
    await using server = await startReference();
    await createWeb(server);
    const query = `mutation {
      one: deleteService(input: { namespace: "default", name: "web" }) { kind }
      two: updateServiceStatus(input: { namespace: "default", name: "web", resourceVersion: "1", status: {} }) { kind }
    }`;

    expect(await send(server, "author", { query })).toMatchObject({
      value: { kind: "Service" },
      code: "FORBIDDEN",
    });
  });
});

describe("reads", () => {
  it.each([
    '{ service(namespace: "default", name: "web") { kind } }',
    '{ resource(kind: "Service", namespace: "default", name: "web") { kind } }',
    "{ services { resourceVersion } }",
    '{ resources(kind: "Service") { resourceVersion } }',
    '{ resources(kind: "Nothing") { resourceVersion } }',
    '{ service(namespace: "default", name: "web") { nothing } }',
  ])("are denied to strangers, whether or not the object exists: %s", async (query) => {
    await using server = await startReference();
    const onMissing = await send(server, "stranger", { query });
    await createWeb(server);
    const onExisting = await send(server, "stranger", { query });

    expect(onMissing.code).toBe("FORBIDDEN");
    expect(onExisting.errors).toEqual(onMissing.errors);
  });

  it("of a missing object return null without an error", async () => {
    await using server = await startReference();
    const query = '{ service(namespace: "default", name: "web") { kind } }';

    expect(await send(server, "reader", { query })).toMatchObject({ value: null, errors: [] });
  });
});

describe("the socket", () => {
  it.each([
    { role: "stranger", code: "FORBIDDEN" },
    { role: "anonymous", code: "UNAUTHENTICATED" },
    { role: "expired", code: "UNAUTHENTICATED" },
  ] as const)("rejects every operation of $role as $code", async ({ role, code }) => {
    await using server = await startReference();
    const client = connect(server, role);
    for (const query of [
      "subscription { watchServices { type } }",
      'subscription { watchResources(kind: "Service") { type } }',
      "{ services { resourceVersion } }",
      'mutation { deleteService(input: { namespace: "default", name: "web" }) { kind } }',
    ]) {
      await expect(watch(client, query).next()).rejects.toSatisfy(
        (error) => codeOf(error) === code,
      );
    }
    await client.dispose();
  });

  it("applies the same rules to writes as HTTP", async () => {
    await using server = await startReference();
    const resourceVersion = await createWeb(server);
    const input = { ...place, resourceVersion, status: { observedGeneration: 4 } };
    const request = mutation("updateServiceStatus", input);
    const author = connect(server, "author");
    const controller = connect(server, "controller");

    const denied = await author.iterate(request).next();
    expect(denied.value?.errors?.[0]?.extensions).toEqual({ code: "FORBIDDEN" });
    const accepted = await controller.iterate(request).next();
    expect(accepted.value).toHaveProperty("data.updateServiceStatus.status.observedGeneration", 4);
    await author.dispose();
    await controller.dispose();
  });
});

function codeOf(error: unknown): unknown {
  const errors: readonly unknown[] =
    error instanceof AggregateError ? error.errors : [error].flat();
  const [first] = errors;
  return typeof first === "object" && first !== null && "extensions" in first
    ? Object.entries(first.extensions ?? {}).find(([name]) => name === "code")?.[1]
    : undefined;
}

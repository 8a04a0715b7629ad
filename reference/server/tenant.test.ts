import { describe, expect, it } from "vitest";
import { mutate, send, versionOf } from "../testing/reference-client.ts";
import { startReference } from "./start-reference.ts";

const service = { kind: "Service", namespace: "default", name: "web" };

describe("a tenant", () => {
  it("reads and reports only in its namespace", async () => {
    await using server = await startReference();
    const elsewhere = { ...service, namespace: "other" };
    for (const key of [service, elsewhere]) {
      const { value } = await mutate(server, "author", {
        field: "createResource",
        input: { ...key, spec: {} },
      });
      const input = {
        ...key,
        resourceVersion: versionOf(value),
        status: { observedGeneration: 1 },
      };
      const reply = await mutate(server, "tenant", { field: "updateResourceStatus", input });
      expect(reply.code).toBe(key === service ? undefined : "FORBIDDEN");
      expect((await mutate(server, "tenant", { field: "updateResource", input })).code).toBe(
        "FORBIDDEN",
      );
    }
    const codes = [];
    for (const query of [
      '{ services(namespace: "default") { resourceVersion } }',
      '{ service(namespace: "default", name: "web") { kind } }',
      '{ services(namespace: "other") { resourceVersion } }',
      "{ services { resourceVersion } }",
      '{ namespace(name: "default") { kind } }',
      '{ resources(kind: "CustomResourceDefinition") { resourceVersion } }',
    ]) {
      codes.push((await send(server, "tenant", { query })).code);
    }

    expect(codes).toEqual([
      undefined,
      undefined,
      "FORBIDDEN",
      "FORBIDDEN",
      "FORBIDDEN",
      "FORBIDDEN",
    ]);
  });
});

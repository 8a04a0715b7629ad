import { describe, expect, it } from "vitest";
import { startReference } from "../server/start-reference.ts";
import type { ReferenceServer } from "../server/start-reference.ts";
import { mutate, send, versionOf } from "../testing/reference-client.ts";
import { create } from "../testing/service-requests.ts";
import { permissionFaults } from "./permission-faults.ts";

function startWith(name: string | undefined): Promise<ReferenceServer> {
  const faults = permissionFaults.filter((fault) => fault.name === name);
  return startReference({ faults, clock: () => new Date(0) });
}

describe("a permission for one name", () => {
  it.each([
    { fault: undefined, codes: [undefined, "FORBIDDEN"] },
    { fault: "name-limit-ignored", codes: [undefined, undefined] },
  ])("with the fault $fault causes $codes", async ({ fault, codes }) => {
    await using server = await startWith(fault);
    const found = [];
    for (const name of ["conformance-assigned", "web"]) {
      const resourceVersion = versionOf(await create(server, name));
      const input = { namespace: "default", name, resourceVersion, status: {} };
      found.push((await mutate(server, "assignee", { field: "updateServiceStatus", input })).code);
    }

    expect(found).toEqual(codes);
  });
});

describe("the rate limit", () => {
  it.each([
    { fault: undefined, delay: 2 },
    { fault: "rate-limit-hides-delay", delay: undefined },
  ])("with the fault $fault reports a delay of $delay", async ({ fault, delay }) => {
    await using server = await startWith(fault);
    const query = '{ services(namespace: "default") { resourceVersion } }';
    let last = await send(server, "throttled", { query });
    for (let request = 2; request <= 11; request += 1) {
      last = await send(server, "throttled", { query });
    }

    expect(last.errors).toMatchObject([{ extensions: { code: "RATE_LIMITED" } }]);
    expect(last.errors[0]?.["extensions"]).toHaveProperty("reason", "TooManyRequests");
    const hasRetryAfter = JSON.stringify(last.errors[0]).includes("retryAfterSeconds");
    expect(hasRetryAfter ? 2 : undefined).toBe(delay);
  });
});

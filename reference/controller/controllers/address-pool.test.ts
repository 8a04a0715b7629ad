import { describe, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { JsonObject, Resource } from "#contract";
import { AddressPool } from "./address-pool.ts";

function service(name: string, spec: JsonObject, address?: string): Resource {
  const metadata = { name, uid: uid(name), resourceVersion: resourceVersion("1") };
  const status = address === undefined ? {} : { loadBalancer: { ingress: [{ ip: address }] } };
  return { kind: "Service", metadata, spec, status };
}

describe("AddressPool", () => {
  it("assigns a service the same address after a crash, whether it was stored or not", () => {
    const fresh = service("a", {});
    const { address = "" } = new AddressPool().allocate(fresh, [fresh]);

    expect(new AddressPool().allocate(fresh, [fresh]).address).toBe(address);
    const stored = service("a", {}, "192.0.2.77");
    expect(new AddressPool().allocate(stored, [stored]).address).toBe("192.0.2.77");
  });

  it("never assigns an address that another service has or was promised", () => {
    const pool = new AddressPool();
    const names = Array.from({ length: 254 }, (_, place) => `service-${place}`);
    const addresses = names.map((name) => pool.allocate(service(name, {}), []).address);

    expect(new Set(addresses).size).toBe(254);
    expect(pool.allocate(service("one-more", {}), [])).toMatchObject({ reason: "PoolExhausted" });
    pool.release("service-7");
    expect(pool.allocate(service("one-more", {}), []).address).toBe(addresses[7]);
  });

  it.each([
    ["192.0.2.9", { address: "192.0.2.9" }],
    ["192.0.2.10", { reason: "AddressTaken" }],
    ["192.0.2.255", { reason: "AddressUnknown" }],
    ["198.51.100.1", { reason: "AddressUnknown" }],
    ["192.0.2.1e1", { reason: "AddressUnknown" }],
  ])("answers a request for %s", (loadBalancerIP, expected) => {
    const others = [service("b", {}, "192.0.2.10")];

    expect(new AddressPool().allocate(service("a", { loadBalancerIP }), others)).toMatchObject(
      expected,
    );
  });
});

import { isJsonObject } from "#contract";
import type { Resource } from "#contract";

/** Addresses reserved for documentation (RFC 5737). */
export const poolPrefix = "192.0.2.";

const lowest = 1;
const highest = 254;

export type Allocation =
  | { readonly address: string }
  | { readonly address?: never; readonly reason: string; readonly message: string };

/**
 * The allocated addresses. They are derived from the statuses of services, so that they survive a restart. The memory
 * is needed only for addresses that are not stored in a status yet.
 */
export class AddressPool {
  readonly #handedOut = new Map<string, string>();

  /**
   * Allocates an address to a service: the requested one, or else its current one, or else a free one. Idempotent while
   * the request is unchanged.
   */
  allocate(service: Resource, all: readonly Resource[]): Allocation {
    const taken = this.#taken(service, all);
    const wanted = service.spec?.["loadBalancerIP"];
    if (typeof wanted === "string") return this.#asRequested(service, wanted, taken);
    const before = this.#handedOut.get(service.metadata.uid) ?? addressOf(service);
    const kept = before === undefined || taken.has(before) ? undefined : before;
    const address = kept ?? freeAddress(service, taken);
    return address === undefined
      ? { reason: "PoolExhausted", message: `no address in ${poolPrefix}0/24 is free` }
      : this.#handOut(service, address);
  }

  release(uid: string): void {
    this.#handedOut.delete(uid);
  }

  #asRequested(service: Resource, wanted: string, taken: ReadonlySet<string>): Allocation {
    if (!isInPool(wanted)) {
      return { reason: "AddressUnknown", message: `${wanted} is not in ${poolPrefix}0/24` };
    }
    if (taken.has(wanted)) {
      return { reason: "AddressTaken", message: `${wanted} belongs to another service` };
    }
    return this.#handOut(service, wanted);
  }

  #handOut(service: Resource, address: string): Allocation {
    this.#handedOut.set(service.metadata.uid, address);
    return { address };
  }

  #taken(service: Resource, all: readonly Resource[]): ReadonlySet<string> {
    const { uid } = service.metadata;
    const stored = all.filter(({ metadata }) => metadata.uid !== uid).map(addressOf);
    const promised = [...this.#handedOut].filter(([owner]) => owner !== uid);
    return new Set([...stored, ...promised.map(([, address]) => address)].filter(isText));
  }
}

export function addressOf({ status = {} }: Resource): string | undefined {
  const balancer = status["loadBalancer"];
  const ingress = isJsonObject(balancer) ? balancer["ingress"] : undefined;
  const first: unknown = Array.isArray(ingress) ? ingress[0] : undefined;
  return isJsonObject(first) && typeof first["ip"] === "string" ? first["ip"] : undefined;
}

function isInPool(address: string): boolean {
  const last = address.startsWith(poolPrefix) ? address.slice(poolPrefix.length) : "";
  return /^\d{1,3}$/u.test(last) && Number(last) >= lowest && Number(last) <= highest;
}

/**
 * Finds a free address. The search starts at an index derived from the uid, so that a restarted controller finds the
 * same address.
 */
function freeAddress({ metadata }: Resource, taken: ReadonlySet<string>): string | undefined {
  const size = highest - lowest + 1;
  const start = [...Buffer.from(metadata.uid)].reduce((sum, byte) => (sum * 31 + byte) % size, 0);
  const places = Array.from({ length: size }, (_, step) => lowest + ((start + step) % size));
  return places.map((place) => `${poolPrefix}${place}`).find((address) => !taken.has(address));
}

function isText(address: string | undefined): address is string {
  return address !== undefined;
}

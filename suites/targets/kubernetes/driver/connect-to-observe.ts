import type { Limits } from "#contract";
import type { Target } from "../../port/target.ts";
import { kubernetesFeatures, kubernetesSemantics } from "../resources/kubernetes-features.ts";
import type { Caller } from "../resources/rest-request.ts";
import { transportTo } from "../resources/rest-transport.ts";
import type { TlsMaterial } from "../resources/rest-transport.ts";
import { Settling } from "./administered-effects.ts";
import { askDiscovery } from "./ask-discovery.ts";
import { describeKinds } from "./describe-kinds.ts";
import { KubernetesTarget } from "./driver.ts";
import { findKind } from "./find-kind.ts";
import { serverAddress } from "./first-contact.ts";

export interface ObservedServerOptions {
  readonly server: string;
  readonly tls: TlsMaterial;
  /** The forward proxy. None by default. */
  readonly proxy?: URL;
  readonly caller: Caller;
  /** The watched kinds, as kubectl names them: `deployments.apps`. */
  readonly kinds: readonly string[];
  readonly limits: Limits;
  readonly userAgent: string;
  readonly signal: AbortSignal;
}

/**
 * Connects to an API server to watch existing kinds. The target is read-only, and needs only permission to list and
 * watch these kinds.
 *
 * @throws TargetUnreachable when the server cannot be reached, or a kind is not served.
 */
export async function connectToObserve(options: ObservedServerOptions): Promise<Target> {
  const { limits, caller } = options;
  const address = serverAddress(options.server);
  const transport = transportTo(address, options);
  try {
    const { connectMs: limitMs } = limits;
    const ask = askDiscovery({ transport, caller, limitMs, signal: options.signal });
    const kinds = await Promise.all(options.kinds.map((name) => findKind(name, ask)));
    return new KubernetesTarget({
      description: {
        endpoint: `${address.protocol}//${address.host}${address.pathname}`,
        protocol: "kubernetes",
        dialect: "kubernetes, observed",
        kinds: describeKinds(kinds),
        features: kubernetesFeatures,
        prerequisites: [],
        semantics: kubernetesSemantics,
        identities: ["controller"],
      },
      kinds: new Map(kinds.map((kind) => [kind.name, kind])),
      callers: new Map([["controller", caller]]),
      administrator: caller,
      transport,
      settling: new Settling({ transport, administrator: caller, limitMs: limits.requestMs }),
      requestMs: limits.requestMs,
    });
  } catch (error) {
    await transport[Symbol.asyncDispose]();
    throw error;
  }
}

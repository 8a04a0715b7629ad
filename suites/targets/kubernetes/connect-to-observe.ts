import type { Limits } from "#contract";
import { TargetUnreachable } from "../target.ts";
import type { Target } from "../target.ts";
import type { Ask } from "./administrator-rules.ts";
import type { Caller } from "./caller.ts";
import { describeKinds } from "./describe-kinds.ts";
import { KubernetesTarget } from "./driver.ts";
import { serverAddress } from "./first-contact.ts";
import { readResourceName } from "./named-kinds/resource-name.ts";
import { findResource } from "./named-kinds/served-resource.ts";
import { kubernetesFeatures, kubernetesSemantics } from "./offers.ts";
import type { RestKind } from "./rest-kind.ts";
import { Settling } from "./settling.ts";
import { RestTransport } from "./transport.ts";
import type { TlsMaterial } from "./transport.ts";

/** What {@link connectToObserve} needs. */
export interface ObservedServerOptions {
  /** Address of the API server. */
  readonly server: string;
  readonly tls: TlsMaterial;
  readonly caller: Caller;
  /** The kinds that are watched, as kubectl takes them: `deployments.apps`. */
  readonly kinds: readonly string[];
  readonly limits: Limits;
  readonly userAgent: string;
  /** Ends the first contact. */
  readonly signal: AbortSignal;
}

/**
 * Makes the first contact with an API server to watch kinds that it serves already. Only reads, needs no
 * permission but to list and watch them, and brings nothing along.
 *
 * @throws TargetUnreachable when there is no contact, or when one of the kinds is not served.
 */
export async function connectToObserve(options: ObservedServerOptions): Promise<Target> {
  const { limits, tls, userAgent, caller } = options;
  const address = serverAddress(options.server);
  const transport = new RestTransport({ address, tls, userAgent, openMs: limits.watchOpenMs });
  try {
    const ask = askingOf(transport, options);
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

/** The kind as the server describes it: its name, its scope, and whether it has a status subresource. */
async function findKind(text: string, ask: Ask): Promise<RestKind> {
  const name = readResourceName(text);
  if (name === undefined) {
    throw new TargetUnreachable(`--kind ${text} is no name of a kind`, {
      mend: "Write it as `kubectl api-resources -o name` lists it, for instance deployments.apps.",
    });
  }
  const resource = await findResource(name, ask);
  return {
    ...resource,
    name: resource.literal,
    namespaces: [],
    samples: { specs: [], statuses: [], counter: "", invalidStatuses: [] },
    isRuntime: false,
    body: "spec",
  };
}

/** Asks as the caller. What is refused is told at once: whoever may not look, cannot observe. */
function askingOf(transport: RestTransport, options: ObservedServerOptions): Ask {
  const { caller, limits, signal } = options;
  return async (request) => {
    const result = await transport.send(request, caller, { limitMs: limits.connectMs, signal });
    if (result.kind === "reply" && result.status === 200) return result.data.value;
    if (result.kind === "reply" && result.status === 404) return undefined;
    const why =
      result.kind === "reply"
        ? `answers ${request.path} with ${result.status}`
        : `cannot be asked for ${request.path} (${result.kind === "lost" ? result.detail : "its reply is too long"})`;
    throw new TargetUnreachable(`the API server ${why}`, {
      mend: "Look at its address and its certificate, and give a credential that may read its discovery.",
    });
  };
}

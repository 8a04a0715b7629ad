import { isJsonObject } from "#contract";
import type { JsonValue, Limits } from "#contract";
import { TargetUnreachable } from "../target.ts";
import type { Target } from "../target.ts";
import type { Caller } from "./caller.ts";
import { describeKinds } from "./describe-kinds.ts";
import { KubernetesTarget } from "./driver.ts";
import { serverAddress } from "./first-contact.ts";
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
  /** The kinds that are watched, each as `plural.version.group`, or `plural.version` of the core group. */
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
    const kinds = await Promise.all(
      options.kinds.map((name) => findKind(name, transport, options)),
    );
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
async function findKind(
  name: string,
  transport: RestTransport,
  options: ObservedServerOptions,
): Promise<RestKind> {
  const [plural = "", version = "", ...groups] = name.split(".");
  const group = groups.join(".");
  if (plural === "" || version === "") throw unknownKind(name, "it is no plural with a version");
  const path = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
  const served = listOf(await ask(path, name, { transport, options }));
  const found = served.find((resource) => memberOf(resource, "name") === plural);
  const literal = found === undefined ? undefined : memberOf(found, "kind");
  if (found === undefined || typeof literal !== "string") {
    throw unknownKind(name, `${path} does not serve it`);
  }
  return {
    name: literal,
    literal,
    plural,
    group,
    version,
    scope: memberOf(found, "namespaced") === true ? "namespaced" : "cluster",
    namespaces: [],
    hasStatus: served.some((resource) => memberOf(resource, "name") === `${plural}/status`),
    samples: { specs: [], statuses: [], counter: "", invalidStatuses: [] },
    isRuntime: false,
    body: "spec",
  };
}

interface Asking {
  readonly transport: RestTransport;
  readonly options: ObservedServerOptions;
}

async function ask(
  path: string,
  name: string,
  { transport, options: { caller, limits, signal } }: Asking,
): Promise<JsonValue> {
  const request = { method: "GET", path, query: {} } as const;
  const result = await transport.send(request, caller, { limitMs: limits.connectMs, signal });
  switch (result.kind) {
    case "reply":
      if (result.status === 200) return result.data.value;
      if (result.status === 404) throw unknownKind(name, `the server has no ${path}`);
      throw new TargetUnreachable(`the API server answers ${path} with ${result.status}`, {
        mend: "Give a credential that may read what the server serves (the role system:discovery).",
      });
    case "oversized":
      throw new TargetUnreachable(`the API server's reply to ${path} is too long`, {
        mend: "Name the group and the version of the kind.",
      });
    case "lost":
      throw new TargetUnreachable(`the API server cannot be reached: ${result.detail}`, {
        mend: "Look whether it runs and is trusted: --endpoint, --certificate-authority.",
      });
  }
}

function listOf(value: JsonValue): readonly JsonValue[] {
  const resources = isJsonObject(value) ? value["resources"] : undefined;
  return Array.isArray(resources) ? resources : [];
}

function memberOf(value: JsonValue, member: string): JsonValue | undefined {
  return isJsonObject(value) ? value[member] : undefined;
}

function unknownKind(name: string, why: string): TargetUnreachable {
  return new TargetUnreachable(`the kind ${name} cannot be observed: ${why}`, {
    mend: "Name it as plural.version.group, for instance deployments.v1.apps, or pods.v1.",
  });
}

import { isJsonObject } from "#contract";
import type { Limits, Semantics } from "#contract";
import { TargetUnreachable } from "../../port/target.ts";
import { aggregatedDiscovery, isAggregated } from "../named-kinds/aggregated-discovery.ts";
import { administratorRules, missingRules, printRules } from "../resources/administrator-rules.ts";
import type { Ask } from "../resources/administrator-rules.ts";
import { anonymousCaller } from "../resources/rest-request.ts";
import type { Caller, RestRequest } from "../resources/rest-request.ts";
import type { RestResult, RestTransport } from "../resources/rest-transport.ts";

export interface FirstContact {
  readonly transport: RestTransport;
  readonly administrator: Caller;
  /** Whether the administrator impersonates roles without their own credential. */
  readonly impersonates: boolean;
  readonly definesKinds: boolean;
  readonly limits: Pick<Limits, "connectMs">;
  readonly signal: AbortSignal;
}

export function serverAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw new TargetUnreachable("the address of the API server is not a URL", {
      fix: "Pass an address that starts with https://.",
    });
  }
  url.username = "";
  url.password = "";
  return url;
}

/**
 * Queries the version, and then the permissions that a run needs. The version confirms that the server is an API server
 * and accepts the administrator. Resolves with the version.
 *
 * @throws TargetUnreachable with the error, and for missing permissions with the rules to add.
 */
export async function greet(contact: FirstContact): Promise<string> {
  const version = await versionOf(contact);
  const missing = await missingRules(administratorRules(contact), askingOf(contact));
  if (missing.length === 0) return version;
  const what = missing.flatMap(({ resources, verbs }) =>
    verbs.map((verb) => `${verb} ${resources.join(" and ")}`),
  );
  throw new TargetUnreachable(`the administrator has no permission to ${what.join(", ")}`, {
    fix: `Bind the administrator to this role:\n${printRules(missing)}`,
  });
}

export interface AnonymousQuestion extends Pick<FirstContact, "limits" | "signal" | "transport"> {
  /** The path of a collection. Defaults to the namespaces. */
  readonly path?: string;
  /** The path of an object that never existed. If absent, no deletion is sent. */
  readonly neverCreated?: string;
  /** Called before the deletion. */
  readonly beforeDeletion?: () => Promise<void>;
}

/**
 * Finds out how the server treats requests without a credential. With `--anonymous-auth=false`, the default of k3s and
 * of hardened clusters, they are not authenticated; otherwise, they belong to a user without permissions. If a read is
 * served, reads may be public, or served by mistake, so the rejection of another request decides. A server that rejects
 * none has no user for these requests.
 */
export async function anonymousTreatment(
  question: AnonymousQuestion,
): Promise<NonNullable<Semantics["anonymous"]>> {
  const { path = "/api/v1/namespaces", neverCreated, beforeDeletion } = question;
  const codeOf = async (request: RestRequest): Promise<number | undefined> => {
    const result = await send({ ...question, administrator: anonymousCaller }, request);
    return result.kind === "reply" ? result.status : undefined;
  };
  const read = await codeOf({ method: "GET", path, query: {} });
  if (read === undefined || read >= 300) return treatmentOf(read) ?? "forbidden";
  const reviewed = await codeOf(selfReview);
  if (reviewed !== undefined && reviewed < 300) return "forbidden";
  const shown = treatmentOf(reviewed);
  if (shown !== undefined) return shown;
  if (neverCreated === undefined) return "forbidden";
  await beforeDeletion?.();
  const query = { dryRun: "All" };
  const deleted = await codeOf({ method: "DELETE", path: neverCreated, query });
  return treatmentOf(deleted) ?? "unauthenticated";
}

function treatmentOf(code: number | undefined): Semantics["anonymous"] | undefined {
  if (code === 401) return "unauthenticated";
  return code === 403 ? "forbidden" : undefined;
}

const selfReview: RestRequest = {
  method: "POST",
  path: "/apis/authentication.k8s.io/v1/selfsubjectreviews",
  query: {},
  contentType: "application/json",
  body: { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" },
};

/**
 * Returns a function that sends requests as the administrator. The function resolves with undefined if a request is
 * rejected or lost.
 */
export function askingOf(
  contact: Pick<FirstContact, "administrator" | "limits" | "signal" | "transport">,
): Ask {
  return async (request) => {
    const result = await send(contact, request);
    return result.kind === "reply" && result.status < 300 ? result.data.value : undefined;
  };
}

async function versionOf(contact: FirstContact): Promise<string> {
  const result = await send(contact, { method: "GET", path: "/version", query: {} });
  if (result.kind !== "reply") {
    const detail = result.kind === "lost" ? result.detail : "its response is too long";
    throw new TargetUnreachable(`the API server cannot be reached: ${detail}`, {
      fix: fixOf(detail),
      isTimeout: result.kind === "lost" && result.cause === "timeout",
    });
  }
  const { status, data } = result;
  const version = isJsonObject(data.value) ? data.value["gitVersion"] : undefined;
  const isNamed = status === 200 && typeof version === "string";
  const isOther = (status === 200 || status === 404) && !isNamed;
  if (!isNamed && !(isOther && (await listsGroups(contact)))) throw refusalOf(status, contact);
  await checkCredential(contact);
  return isNamed ? version : "of an unknown version";
}

/** Whether the server lists groups as an API server does. Small servers have no version. */
async function listsGroups(contact: FirstContact): Promise<boolean> {
  const accept = `application/json,${aggregatedDiscovery}`;
  const result = await send(contact, { method: "GET", path: "/apis", query: {}, accept });
  const value = result.kind === "reply" && result.status === 200 ? result.data.value : undefined;
  return isAggregated(value) || (isJsonObject(value) && value["kind"] === "APIGroupList");
}

/** Verifies the administrator's credential with a request that requires one, because the version may be public. */
async function checkCredential(contact: FirstContact): Promise<void> {
  const result = await send(contact, selfReview);
  if (result.kind === "reply" && (result.status === 401 || result.status === 403)) {
    throw refusalOf(result.status, contact);
  }
}

function refusalOf(
  status: number,
  { administrator, transport }: Pick<FirstContact, "administrator" | "transport">,
): TargetUnreachable {
  if (status === 401 || status === 403) {
    const end = administrator.withCertificate ? transport.certificateEnd : undefined;
    const validity = end === undefined ? "" : `The client certificate is valid until ${end}. `;
    return new TargetUnreachable(
      `the API server rejected the administrator's credentials (HTTP ${status})`,
      {
        fix: `${validity}Check the credentials: \`kubectl auth whoami\` must work with the same credentials.`,
      },
    );
  }
  if (status === 429 || status === 503) {
    return new TargetUnreachable(
      `the API server is not ready (HTTP ${status}): it is starting, shutting down or overloaded`,
      { fix: "Wait until `kubectl get --raw /readyz` returns ok, and try again." },
    );
  }
  return new TargetUnreachable(
    `the address does not belong to an API server (HTTP ${status} for /version${status === 200 ? ", without a version" : ""})`,
    {
      fix: "Check the address: `kubectl version` must work with the same address.",
    },
  );
}

function fixOf(detail: string): string {
  if (detail.startsWith("the proxy ")) {
    return "Correct the proxy-url of the cluster in the kubeconfig or the environment variable HTTPS_PROXY, or list the host in NO_PROXY.";
  }
  if (/certificate|self-signed|self signed/iu.test(detail)) {
    return "Pass the certificate authority of the cluster with --certificate-authority FILE, or a kubeconfig that names it. An expired certificate must be renewed.";
  }
  return "Check the address, and that the API server is listening there.";
}

function send(
  {
    transport,
    administrator,
    limits,
    signal,
  }: Pick<FirstContact, "administrator" | "limits" | "signal" | "transport">,
  request: RestRequest,
): Promise<RestResult> {
  return transport.send(request, administrator, { limitMs: limits.connectMs, signal });
}

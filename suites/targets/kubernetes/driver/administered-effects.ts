import { setTimeout as pause } from "node:timers/promises";
import { isDryRun, isJsonObject } from "#contract";
import type { Command, JsonObject, JsonValue, Outcome } from "#contract";
import { administeredKinds } from "../resources/administered-kinds.ts";
import { awaitNamespaceEnd } from "../resources/namespace-end.ts";
import type { RestKind } from "../resources/rest-kind.ts";
import type { Caller, RestRequest } from "../resources/rest-request.ts";
import type { RestTransport } from "../resources/rest-transport.ts";

export interface SettlingTools {
  readonly transport: RestTransport;
  readonly administrator: Caller;
  readonly limitMs: number;
}

const pollMs = 20;

/**
 * Waits until accepted definitions, namespaces and permissions have taken effect, so that later requests are not
 * rejected.
 */
export class Settling {
  readonly #tools: SettlingTools;

  constructor(tools: SettlingTools) {
    this.#tools = tools;
  }

  /**
   * Waits after an accepted command, up to the timeout. Resolves with false if the command has not taken effect by
   * then. Never rejects.
   */
  async after(
    command: Command,
    kind: RestKind,
    { outcome, signal }: { readonly outcome: Outcome; readonly signal: AbortSignal },
  ): Promise<boolean> {
    if (kind.isAdministered !== true || isDryRun(command)) return true;
    if (outcome.result !== "object" && outcome.result !== "done") return true;
    if (kind.name === administeredKinds.namespace && command.verb === "delete") {
      const { limitMs } = this.#tools;
      const ask = (request: RestRequest): Promise<JsonValue | undefined> =>
        this.#ask(request, signal);
      return awaitNamespaceEnd(command.key.name, { ask, signal, limitMs });
    }
    const isSettled = this.#question(command, kind);
    if (isSettled === undefined) return true;
    const untilMs = performance.now() + this.#tools.limitMs;
    while (!signal.aborted && performance.now() < untilMs) {
      if (await isSettled(signal)) return true;
      await pause(pollMs, undefined, { signal }).catch(() => undefined);
    }
    return false;
  }

  #question(command: Command, kind: RestKind): Question | undefined {
    switch (kind.name) {
      case administeredKinds.definition:
        return this.#definitionQuestion(command);
      case administeredKinds.binding:
      case administeredKinds.namespacedBinding:
        return this.#bindingQuestion(command);
      default:
        return undefined;
    }
  }

  #definitionQuestion(command: Command): Question | undefined {
    switch (command.verb) {
      case "create":
      case "update": {
        const served = servedBy(command.spec);
        return served === undefined ? undefined : (signal) => this.#isServed(served, signal);
      }
      case "delete":
        return (signal) => this.#isGone(command.key.name, signal);
      case "read":
      case "list":
      case "updateStatus":
      case "patchStatus":
        return undefined;
    }
  }

  async #isServed({ path, plural, hasStatus }: Served, signal: AbortSignal): Promise<boolean> {
    const group = await this.#get(path, signal);
    const resources = isJsonObject(group) ? group["resources"] : undefined;
    const names = namesOf(resources);
    if (!names.includes(plural) || names.includes(`${plural}/status`) !== hasStatus) return false;
    // Queries the request handler as well, because it is updated separately from discovery.
    const list = await this.#get(`${path}/${plural}`, signal);
    const missing = await this.#get(
      `${path}/namespaces/default/${plural}/never-created/status`,
      signal,
    );
    const answers = isJsonObject(missing) && isJsonObject(missing["details"]);
    const details = answers && isJsonObject(missing["details"]) ? missing["details"] : {};
    return isJsonObject(list) && Array.isArray(list["items"]) && "name" in details === hasStatus;
  }

  async #isGone(name: string, signal: AbortSignal): Promise<boolean> {
    const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${encodeURIComponent(name)}`;
    const found = await this.#get(path, signal);
    return isJsonObject(found) && found["code"] === 404;
  }

  #bindingQuestion(command: Command): Question | undefined {
    if (command.verb !== "create") return undefined;
    const { subjects, roleRef } = command.spec;
    const subject: unknown = Array.isArray(subjects) ? subjects[0] : undefined;
    const user = isJsonObject(subject) ? subject["name"] : undefined;
    const role = isJsonObject(roleRef) ? roleRef["name"] : undefined;
    if (typeof user !== "string" || typeof role !== "string") return undefined;
    const { namespace } = command.key;
    const place = namespace === undefined ? {} : { namespace };
    return (signal) => this.#isGranted({ user, role, ...place }, signal);
  }

  async #isGranted({ user, role, namespace }: Grant, signal: AbortSignal): Promise<boolean> {
    const path = `/apis/rbac.authorization.k8s.io/v1/clusterroles/${encodeURIComponent(role)}`;
    const found = await this.#get(path, signal);
    const rules: unknown = isJsonObject(found) ? found["rules"] : undefined;
    const last: unknown = Array.isArray(rules) ? rules.at(-1) : undefined;
    if (!isJsonObject(last)) return false;
    const [resource = "", subresource = ""] = first(last["resources"]).split("/");
    const resourceAttributes = {
      group: first(last["apiGroups"]),
      resource,
      subresource,
      verb: first(last["verbs"]),
      ...(namespace === undefined ? {} : { namespace }),
    };
    const review = await this.#post(
      "/apis/authorization.k8s.io/v1/subjectaccessreviews",
      {
        apiVersion: "authorization.k8s.io/v1",
        kind: "SubjectAccessReview",
        spec: { user, groups: ["system:authenticated"], resourceAttributes },
      },
      signal,
    );
    const status = isJsonObject(review) ? review["status"] : undefined;
    return isJsonObject(status) && status["allowed"] === true;
  }

  #get(path: string, signal: AbortSignal): Promise<JsonValue | undefined> {
    return this.#ask({ method: "GET", path, query: {} }, signal);
  }

  #post(path: string, body: JsonObject, signal: AbortSignal): Promise<JsonValue | undefined> {
    return this.#ask(
      { method: "POST", path, query: {}, contentType: "application/json", body },
      signal,
    );
  }

  async #ask(request: RestRequest, signal: AbortSignal): Promise<JsonValue | undefined> {
    const { transport, administrator, limitMs } = this.#tools;
    const result = await transport.send(request, administrator, { limitMs, signal });
    return result.kind === "reply" ? result.data.value : undefined;
  }
}

type Question = (signal: AbortSignal) => Promise<boolean>;

interface Served {
  readonly path: string;
  readonly plural: string;
  readonly hasStatus: boolean;
}

interface Grant {
  readonly user: string;
  readonly role: string;
  readonly namespace?: string;
}

function servedBy(spec: JsonObject | undefined): Served | undefined {
  const versions: unknown = spec?.["versions"];
  const version: unknown = Array.isArray(versions) ? versions[0] : undefined;
  const names = spec?.["names"];
  const plural = isJsonObject(names) ? names["plural"] : undefined;
  const group = spec?.["group"];
  if (!isJsonObject(version) || typeof plural !== "string" || typeof group !== "string") {
    return undefined;
  }
  const { name } = version;
  if (typeof name !== "string") return undefined;
  const subresources = version["subresources"];
  const hasStatus = isJsonObject(subresources) && "status" in subresources;
  return { path: `/apis/${group}/${name}`, plural, hasStatus };
}

function namesOf(resources: JsonValue | undefined): readonly string[] {
  if (!Array.isArray(resources)) return [];
  const list: readonly JsonValue[] = resources;
  return list.flatMap((resource) => {
    const name = isJsonObject(resource) ? resource["name"] : undefined;
    return typeof name === "string" ? [name] : [];
  });
}

function first(list: JsonValue | undefined): string {
  const item: unknown = Array.isArray(list) ? list[0] : undefined;
  return typeof item === "string" ? item : "";
}

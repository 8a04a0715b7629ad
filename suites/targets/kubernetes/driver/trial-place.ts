import { isJsonObject } from "#contract";
import type { JsonValue, Limits } from "#contract";
import { scopedSignal } from "../../port/scoped-signal.ts";
import { TargetUnreachable } from "../../port/target.ts";
import { KindRefused } from "../named-kinds/served-resource.ts";
import type { ServedResource } from "../named-kinds/served-resource.ts";
import { awaitNamespaceEnd } from "../resources/namespace-end.ts";
import type { RestKind } from "../resources/rest-kind.ts";
import type { Caller, RestRequest } from "../resources/rest-request.ts";
import type { RestResult, RestTransport } from "../resources/rest-transport.ts";
import { LiveTrialServer, TrialServerLost } from "../trials/live-trial-server.ts";
import { readStream } from "./read-stream.ts";
import { noTrialServer } from "../trials/trial-server.ts";
import type { TrialServer } from "../trials/trial-server.ts";

export interface TrialPlaceTools {
  readonly transport: RestTransport;
  readonly administrator: Caller;
  readonly suffix: string;
  readonly limits: Pick<Limits, "cleanupMs" | "requestMs">;
  readonly signal: AbortSignal;
  readonly remark: (sentence: string) => void;
  /** Whether a namespace must be created before objects in it. */
  readonly hasNamespaces: boolean;
  /** Called once, before the first write. */
  readonly before: () => Promise<void>;
}

type TriedKind = ServedResource & { readonly body: RestKind["body"] };

/**
 * A namespace in which values of kinds are tested before a run, with one object of each kind. Disposing deletes
 * everything that was created, even if the run is aborted.
 */
export class TrialPlace implements AsyncDisposable {
  readonly #tools: TrialPlaceTools;
  readonly #namespace: string;
  #isOpen = false;
  #hasNamespace = false;

  constructor(tools: TrialPlaceTools) {
    this.#tools = tools;
    this.#namespace = `status-conformance-${tools.suffix}-trial`;
  }

  /**
   * Calls `work` with a trial object of a kind. Without write permission, `work` uses only the schema.
   *
   * @throws TargetUnreachable if another client also writes to the object.
   */
  async tryOn<T>(kind: TriedKind, work: (trialServer: TrialServer) => Promise<T>): Promise<T> {
    try {
      return await this.#tryTwice(kind, work);
    } catch (error) {
      if (!(error instanceof TrialServerLost)) throw error;
      const { plural, group } = kind;
      const name = group === "" ? plural : `${plural}.${group}`;
      this.#tools.remark(`${name}: sample values were not tested before the run: ${error.message}`);
      return await work(noTrialServer);
    }
  }

  /** Without tested values, features that the server lacks remain unknown, so a lost response is not final. */
  async #tryTwice<T>(kind: TriedKind, work: (trialServer: TrialServer) => Promise<T>): Promise<T> {
    const { suffix } = this.#tools;
    try {
      return await this.#tryOnce(kind, `status-conformance-${suffix}-trial`, work);
    } catch (error) {
      if (!(error instanceof TrialServerLost) || !error.isTransient) throw error;
      // The objects of the first attempt may still exist, because a deletion may take long.
      return await this.#tryOnce(kind, `status-conformance-${suffix}-retrial`, work);
    }
  }

  async #tryOnce<T>(
    kind: TriedKind,
    name: string,
    work: (trialServer: TrialServer) => Promise<T>,
  ): Promise<T> {
    const trialServer = await this.#trialServer(kind, name);
    try {
      const done = await work(trialServer);
      const other = await trialServer.otherWriter();
      if (other !== undefined) throw controlled(kind, other);
      return done;
    } finally {
      await trialServer.clear().catch(() => undefined);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#hasNamespace) return;
    const { limits } = this.#tools;
    using limit = scopedSignal({ limitMs: limits.cleanupMs });
    const path = `/api/v1/namespaces/${this.#namespace}`;
    const ask = async (request: RestRequest): Promise<JsonValue | undefined> => {
      const result = await this.#send(request, limit.signal);
      return result.kind === "reply" ? result.data.value : undefined;
    };
    await ask({ method: "DELETE", path, query: {} });
    const { signal } = limit;
    await awaitNamespaceEnd(this.#namespace, { ask, signal, limitMs: limits.requestMs });
  }

  async #trialServer(kind: TriedKind, name: string): Promise<LiveTrialServer> {
    const { signal, before } = this.#tools;
    if (!this.#isOpen) await before();
    this.#isOpen = true;
    const isPlaced = kind.scope === "namespaced";
    if (isPlaced && this.#tools.hasNamespaces) await this.#needNamespace();
    return new LiveTrialServer({
      kind,
      body: kind.body,
      ...(isPlaced ? { namespace: this.#namespace } : {}),
      name,
      // Not abortable, because created objects must be removed even if the run is aborted.
      send: (request) => this.#send(request, request.method === "DELETE" ? undefined : signal),
      stream: (request) => {
        const { transport, administrator: caller } = this.#tools;
        return readStream(request, { transport, caller, signal });
      },
    });
  }

  async #needNamespace(): Promise<void> {
    if (this.#hasNamespace) return;
    this.#hasNamespace = true;
    const result = await this.#send(
      {
        method: "POST",
        path: "/api/v1/namespaces",
        query: {},
        contentType: "application/json",
        body: { apiVersion: "v1", kind: "Namespace", metadata: { name: this.#namespace } },
      },
      this.#tools.signal,
    );
    if (result.kind === "reply" && result.status < 300) return;
    const body = result.kind === "reply" ? result.data.value : {};
    const message = isJsonObject(body) ? body["message"] : undefined;
    throw new TargetUnreachable(
      `the namespace ${this.#namespace} cannot be created: ${typeof message === "string" ? message : "no response"}`,
      { fix: "Allow the administrator to create namespaces." },
    );
  }

  #send(request: RestRequest, signal: AbortSignal | undefined): Promise<RestResult> {
    const { transport, administrator, limits } = this.#tools;
    const { requestMs: limitMs } = limits;
    const own = signal ?? new AbortController().signal;
    return transport.send(request, administrator, { limitMs, signal: own });
  }
}

/**
 * Returns the error for a kind whose status another client writes. Concurrent writes by that client would cause false
 * positives.
 */
function controlled({ plural, group }: ServedResource, other: string): KindRefused {
  const name = group === "" ? plural : `${plural}.${group}`;
  return new KindRefused(`a controller for ${name} is running: ${other} writes to its objects`, {
    fix: `Test ${name} on a server without its controllers, or stop them for the run.`,
  });
}

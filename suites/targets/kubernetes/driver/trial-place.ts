import { setTimeout as pause } from "node:timers/promises";
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
import { isRemoved, LiveTrialServer, TrialServerLost } from "../trials/live-trial-server.ts";
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
  /** Receives a sentence for everything that the server did not delete, even if the run is aborted. */
  readonly warn: (sentence: string) => void;
  /** Whether a namespace must be created before objects in it. */
  readonly hasNamespaces: boolean;
  /** Called once, before the first write. */
  readonly before: () => Promise<void>;
}

type TriedKind = ServedResource & { readonly body: RestKind["body"] };

/**
 * A namespace in which values of kinds are tested before a run, with one or two objects of each kind. The objects are
 * deleted after the tests of their kind. Disposing deletes the namespace, even if the run is aborted.
 */
export class TrialPlace implements AsyncDisposable {
  readonly #tools: TrialPlaceTools;
  readonly #namespace: string;
  /** Trials whose objects could not be removed immediately. */
  readonly #uncleared: Trial[] = [];
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
      this.#tools.remark(
        `${nameOf(kind)}: sample values were not tested before the run: ${error.message}`,
      );
      return await work(noTrialServer);
    }
  }

  /**
   * Without tested values, features that the server lacks remain unknown, so a transient failure is followed by a
   * second attempt.
   */
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
      const trial = { kind, trialServer };
      if (!(await isCleared(trial))) this.#uncleared.push(trial);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { limits } = this.#tools;
    using limit = scopedSignal({ limitMs: limits.cleanupMs });
    for (const trial of this.#uncleared) {
      if (await succeeds(() => isCleared(trial), limit.signal)) continue;
      const left = await trial.trialServer.clear().catch(() => []);
      this.#tools.warn(
        `the server did not confirm the deletion of ${nameOf(trial.kind)} ${left.join(", ")}, with which values were tested before the run`,
      );
    }
    if (!this.#hasNamespace) return;
    const path = `/api/v1/namespaces/${this.#namespace}`;
    const ask = async (request: RestRequest): Promise<JsonValue | undefined> => {
      const result = await this.#send(request, limit.signal);
      return result.kind === "reply" ? result.data.value : undefined;
    };
    const { signal } = limit;
    const remove = async (): Promise<boolean> =>
      isRemoved(await this.#send({ method: "DELETE", path, query: {} }, signal));
    if (!(await succeeds(remove, signal))) {
      this.#tools.warn(
        `the server did not confirm the deletion of the namespace ${this.#namespace}, in which values were tested before the run`,
      );
      return;
    }
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
      // Delete requests are not abortable, because created objects must be removed even if the run is aborted.
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
    return transport.send(request, administrator, {
      limitMs: limits.requestMs,
      signal: signal ?? new AbortController().signal,
    });
  }
}

interface Trial {
  readonly kind: TriedKind;
  readonly trialServer: LiveTrialServer;
}

async function isCleared({ trialServer }: Trial): Promise<boolean> {
  const left = await trialServer.clear().catch(() => undefined);
  return left?.length === 0;
}

/** Pauses between attempts to delete, in milliseconds. A server that fails may be restarting. */
const pausesMs = [100, 200, 400, 800, 1_600, 3_200] as const;

async function succeeds(attempt: () => Promise<boolean>, signal: AbortSignal): Promise<boolean> {
  for (const pauseMs of pausesMs) {
    if (await attempt()) return true;
    const isInTime = await pause(pauseMs, true, { signal }).catch(() => false);
    if (!isInTime) return false;
  }
  return await attempt();
}

function nameOf({ plural, group }: Pick<ServedResource, "group" | "plural">): string {
  return group === "" ? plural : `${plural}.${group}`;
}

/**
 * Returns the error for a kind whose status another client writes. Concurrent writes by that client would cause false
 * positives.
 */
function controlled(kind: ServedResource, other: string): KindRefused {
  const name = nameOf(kind);
  return new KindRefused(`a controller for ${name} is running: ${other} writes to its objects`, {
    fix: `Test ${name} on a server without its controllers, or stop them for the run.`,
  });
}

import { describeKey, keyOf } from "#contract";
import type { ObjectKey, WatchEvent } from "#contract";
import type { ControllerEvent } from "../rules/controller-event.ts";
import type { Trace } from "#harness";
import { observationCase } from "#verdicts";

interface Scope {
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly objects: Map<string, ObjectKey>;
  isListed: boolean;
  watches: number;
}

/** A list in progress or an open watch. A watch may start as a list. */
interface Source {
  readonly scope: Scope;
  /** Names of the objects listed so far. Absent for a watch after its initial events. */
  readonly listed?: Set<string>;
}

/**
 * Converts the traces of an observation, live or recorded, to a history of objects. Objects that
 * are missing from a list have been deleted. After a second list, or a list requested while a watch
 * is open, states may have been missed.
 */
export class TraceHistory {
  readonly #scopes = new Map<string, Scope>();
  readonly #sources = new Map<number, Source>();
  /** Exchanges that are plain lists, as opposed to watches that start with a list. */
  readonly #lists = new Set<number>();

  /** Returns no events for a trace that is not part of an observation. */
  take(trace: Trace): readonly ControllerEvent[] {
    switch (trace.line) {
      case "exchange":
        if (trace.command.verb !== "list" || trace.case !== observationCase) return [];
        this.#lists.add(trace.exchange);
        return this.#beginList(trace.exchange, this.#scopeOf(trace.command), trace.endedMs);
      case "watch": {
        if (trace.case !== observationCase) return [];
        const scope = this.#scopeOf(trace.command);
        scope.watches += 1;
        if (trace.command.initialEvents === true) {
          return this.#beginList(trace.exchange, scope, trace.startedMs);
        }
        this.#sources.set(trace.exchange, { scope });
        return [];
      }
      case "event":
        return this.#arrive(trace.exchange, trace.event, trace.arrivedMs);
      case "watch-end":
        return this.#end(trace.exchange, trace.endedMs);
      case "fixture":
        return [];
    }
  }

  #scopeOf({ kind, namespace }: { readonly kind: string; readonly namespace?: string }): Scope {
    const name = `${kind} ${namespace ?? ""}`;
    const known = this.#scopes.get(name);
    if (known !== undefined) return known;
    const objects = new Map<string, ObjectKey>();
    const scope: Scope = { kind, namespace, objects, isListed: false, watches: 0 };
    this.#scopes.set(name, scope);
    return scope;
  }

  #beginList(exchange: number, scope: Scope, atMs: number): readonly ControllerEvent[] {
    this.#sources.set(exchange, { scope, listed: new Set() });
    const isFirst = !scope.isListed;
    scope.isListed = true;
    return isFirst ? [] : [relistOf(scope, atMs)];
  }

  #arrive(exchange: number, event: WatchEvent, atMs: number): readonly ControllerEvent[] {
    const source = this.#sources.get(exchange);
    if (source === undefined) return [];
    const { object, type } = event;
    const key = event.key ?? (object === undefined ? undefined : keyOf(object));
    if (type === "BOOKMARK" && event.initialEventsEnd === true) {
      this.#sources.set(exchange, { scope: source.scope });
      return missingFrom(source, atMs);
    }
    if (type === "BOOKMARK" || key === undefined) return [];
    const name = describeKey(key);
    if (type === "DELETED") {
      source.scope.objects.delete(name);
      return [{ event: "gone", key, atMs }];
    }
    if (object === undefined) return [];
    source.scope.objects.set(name, key);
    source.listed?.add(name);
    return [{ event: "shown", type, object, atMs }];
  }

  #end(exchange: number, atMs: number): readonly ControllerEvent[] {
    const source = this.#sources.get(exchange);
    if (source === undefined) return [];
    this.#sources.delete(exchange);
    const { scope } = source;
    if (!this.#lists.delete(exchange)) {
      scope.watches -= 1;
      return [];
    }
    return [...missingFrom(source, atMs), ...(scope.watches > 0 ? [relistOf(scope, atMs)] : [])];
  }
}

function missingFrom({ scope, listed }: Source, atMs: number): readonly ControllerEvent[] {
  if (listed === undefined) return [];
  const missing = [...scope.objects].filter(([name]) => !listed.has(name));
  for (const [name] of missing) scope.objects.delete(name);
  return missing.map(([, key]) => ({ event: "gone", key, atMs }));
}

function relistOf({ kind, namespace }: Scope, atMs: number): ControllerEvent {
  return { event: "relist", kind, ...(namespace === undefined ? {} : { namespace }), atMs };
}

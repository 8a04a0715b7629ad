import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue, Resource } from "#contract";
import { readKey, readWrite } from "../content/read-write.ts";
import type { Shapes } from "../content/read-write.ts";
import { kinds } from "../kinds.ts";
import type { Kind } from "../kinds.ts";
import { isRefusal, refuseInvalid, RefusedError } from "../refusal.ts";
import type { Cause } from "../refusal.ts";
import type { Access, Caller, Filter } from "../requests.ts";
import type { Rules } from "../rules.ts";
import type { ObjectList, Store } from "../store/store.ts";
import type { WatchLog } from "../store/watch-log.ts";
import type { WatchStream } from "../store/watch-stream.ts";
import type { Action, RootField } from "./root-fields.ts";

/** What the operations work on. */
export interface OperationsOptions {
  readonly rules: Rules;
  readonly store: Store;
  readonly log: WatchLog;
  /** The input types of every kind, by its name. */
  readonly shapes: ReadonlyMap<string, Shapes>;
}

/** One use of a root field. */
export interface Call {
  readonly field: RootField;
  readonly args: JsonObject;
  readonly caller: Caller;
}

/**
 * What the root fields do, typed and generic alike: read the arguments, authorize, then ask the
 * store. Everything that is refused is thrown as a `RefusedError`.
 */
export class Operations {
  readonly #options: OperationsOptions;
  readonly #kinds: ReadonlyMap<string, Kind>;

  constructor(options: OperationsOptions) {
    this.#options = options;
    this.#kinds = new Map(kinds.map((kind) => [kind.name, kind]));
  }

  /** One object, or undefined where it is missing. */
  get(call: Call): Resource | undefined {
    const name = textOf(call.args["name"]) ?? "";
    const access = this.#authorize(call, { verb: "get", name });
    const { key, causes } = readKey(this.#kindOf(call), call.args);
    if (causes.length > 0) throw new RefusedError(refuseInvalid(causes));
    return this.#options.store.read(access, key);
  }

  /** The objects of one kind. */
  list(call: Call): ObjectList {
    const access = this.#authorize(call, { verb: "list" });
    return this.#options.store.list(access, this.#filterOf(call));
  }

  /** The events of one kind. */
  watch(call: Call): WatchStream {
    this.#authorize(call, { verb: "watch" });
    const cursor = textOf(call.args["resourceVersion"]);
    const stream = this.#options.log.watch(call.caller, this.#filterOf(call), cursor);
    if (isRefusal(stream)) throw new RefusedError(stream);
    return stream;
  }

  /** One write of one object. */
  write(call: Call, verb: WriteAction): Promise<Resource> {
    return this.#write(call, verb, undefined);
  }

  /**
   * Refuses a call that GraphQL could not execute, with the refusal that comes first: a denied
   * caller learns of the denial, a writer of a missing object that it is missing, and only who may
   * and could have written learns what is wrong with the form.
   */
  async refuse(call: Call, mistakes: readonly Cause[]): Promise<never> {
    const { action } = call.field;
    switch (action) {
      case "get":
        this.#authorize(call, { verb: "get", name: textOf(call.args["name"]) ?? "" });
        break;
      case "list":
      case "watch":
        this.#authorize(call, { verb: action });
        break;
      case "create":
      case "update":
      case "delete":
      case "updateStatus":
        await this.#write(call, action, mistakes);
    }
    throw new RefusedError(refuseInvalid(mistakes));
  }

  async #write(
    call: Call,
    verb: WriteAction,
    mistakes: readonly Cause[] | undefined,
  ): Promise<Resource> {
    const { rules, store, shapes } = this.#options;
    const argument = call.args["input"];
    const input = isJsonObject(argument) ? argument : {};
    const kind = this.#kindToWrite(call, verb, input);
    const target = { kind, shapes: shapes.get(kind.name) ?? {} };
    const read = readWrite(verb, target, input);
    const causes =
      mistakes === undefined || read.content.causes.length > 0 ? read.content.causes : mistakes;
    if (verb === "updateStatus" && !rules.servesStatus(kind)) {
      this.#authorizeWrite(call, verb, input);
      throw new RefusedError(refuseKind(`${kind.name} has no status to write.`));
    }
    return store.write({
      ...call.caller,
      ...read,
      way: wayOf(call.field),
      content: { ...read.content, causes },
      mayCommit: mistakes === undefined,
    });
  }

  #kindToWrite(call: Call, verb: WriteAction, input: JsonObject): Kind {
    const kind = call.field.kind ?? this.#kinds.get(textOf(input["kind"]) ?? "");
    if (kind !== undefined) return kind;
    this.#authorizeWrite(call, verb, input);
    throw new RefusedError(refuseKind("The kind is not served."));
  }

  #authorizeWrite(call: Call, verb: WriteAction, input: JsonObject): void {
    this.#authorize(
      { ...call, args: input },
      {
        verb: verb === "updateStatus" ? "update" : verb,
        subresource: verb === "updateStatus" ? "status" : "",
        name: textOf(input["name"]) ?? "",
      },
    );
  }

  #authorize(call: Call, wish: Pick<Access, "verb" | "name"> & Partial<Access>): Access {
    const { rules, store } = this.#options;
    const kind = call.field.kind?.name ?? textOf(call.args["kind"]) ?? "";
    const namespace = textOf(call.args["namespace"]);
    const place = namespace === undefined ? {} : { namespace };
    const key = wish.name === undefined ? undefined : { kind, name: wish.name, ...place };
    const access: Access = {
      ...call.caller,
      kind,
      ...place,
      subresource: "",
      way: wayOf(call.field),
      exists: key !== undefined && store.has(key),
      ...wish,
    };
    const denial = rules.authorize(access);
    if (denial !== undefined) throw new RefusedError(denial);
    return access;
  }

  #kindOf(call: Call): Kind {
    const kind = call.field.kind ?? this.#kinds.get(textOf(call.args["kind"]) ?? "");
    if (kind === undefined) throw new RefusedError(refuseKind("The kind is not served."));
    return kind;
  }

  #filterOf(call: Call): Filter {
    const kind = this.#kindOf(call);
    const namespace = textOf(call.args["namespace"]);
    if (kind.scope === "cluster" && namespace !== undefined) {
      const message = `${kind.name} is not in a namespace.`;
      throw new RefusedError(
        refuseInvalid([{ reason: "FieldForbidden", field: "namespace", message }]),
      );
    }
    return {
      kind: kind.name,
      ...(namespace === undefined ? {} : { namespace }),
      selector: textsOf(call.args["selector"]),
    };
  }
}

/** The verbs that the contract's writes have. */
export type WriteAction = Exclude<Action, "get" | "list" | "watch">;

function wayOf(field: RootField): Access["way"] {
  return field.kind === undefined ? "generic" : "typed";
}

function refuseKind(message: string): ReturnType<typeof refuseInvalid> {
  return refuseInvalid([{ reason: "FieldValueInvalid", field: "kind", message }]);
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function textsOf(value: JsonValue | undefined): Readonly<Record<string, string>> {
  const texts = new Map<string, string>();
  for (const [member, text] of isJsonObject(value) ? Object.entries(value) : []) {
    if (typeof text === "string") texts.set(member, text);
  }
  return Object.fromEntries(texts);
}

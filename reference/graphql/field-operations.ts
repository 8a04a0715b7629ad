import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue, Resource } from "#contract";
import { withCauses } from "../kinds/write-body.ts";
import { readKey, readWrite } from "../kinds/read-write.ts";
import type { WriteKind } from "../kinds/read-write.ts";
import type { ServedKinds } from "../rules/served-kinds.ts";
import type { Kind } from "../kinds/demo-kinds.ts";
import { isRefusal, RefusedError, refuseInvalid } from "../values/refusal.ts";
import type { Cause, Refusal } from "../values/refusal.ts";
import type {
  Access,
  Caller,
  Filter,
  RequestOptions,
  WatchRequest,
  WriteForm,
  WriteRequest,
} from "../kinds/store-requests.ts";
import type { Rules } from "../rules/rules.ts";
import type { WireCall } from "../rules/wire-rules.ts";
import type { ObjectList, Store, Written } from "../store/store.ts";
import type { WatchLog } from "../store/watch-log.ts";
import type { EventQueue } from "../store/event-queue.ts";
import type { Action, RootField } from "./schema-root-fields.ts";

export interface OperationsOptions {
  readonly rules: Rules;
  readonly store: Store;
  readonly log: WatchLog;
  readonly served: ServedKinds;
}

export interface Call {
  readonly field: RootField;
  readonly args: JsonObject;
  readonly caller: Caller;
}

/**
 * Implements the typed and generic root fields: reads the arguments, authorizes the caller, and calls the store. Throws
 * a `RefusedError` for each refusal.
 */
export class Operations {
  readonly #options: OperationsOptions;

  constructor(options: OperationsOptions) {
    this.#options = options;
  }

  get(asked: Call): Resource | undefined {
    const call = this.#understood(asked);
    const name = textOf(call.args["name"]) ?? "";
    const access = this.#authorize(call, { verb: "get", name });
    const { key, causes } = readKey(this.#kindOf(call), call.args);
    if (causes.length > 0) throw new RefusedError(refuseInvalid(causes));
    return this.#options.store.read(access, key);
  }

  list(asked: Call): ObjectList {
    const call = this.#understood(asked);
    const access = this.#authorize(call, { verb: "list" });
    return this.#options.store.list(access, this.#filterOf(call));
  }

  watch(asked: Call): EventQueue {
    const call = this.#understood(asked);
    this.#authorize(call, { verb: "watch" });
    const { store, log } = this.#options;
    const filter = this.#filterOf(call);
    const request = readWatch(call.args, { caller: call.caller, filter });
    const stream = isRefusal(request) ? request : log.watch(request, () => store.current(filter));
    if (isRefusal(stream)) throw new RefusedError(stream);
    return stream;
  }

  write(call: Call, action: WriteAction): Promise<Written> {
    return this.#write(this.#understood(call), action, undefined);
  }

  /** Encodes a result or a watch event. Values other than objects are unchanged. */
  present(call: Call, shown: unknown): unknown {
    const { present } = this.#options.rules;
    return isJsonObject(shown) ? present(shown, wireCallOf(call), call.args) : shown;
  }

  /**
   * Rejects a call that GraphQL cannot execute with the first applicable error: the denial of the caller, the missing
   * object of a write, or an error in the structure of the call.
   */
  async refuse(asked: Call, mistakes: readonly Cause[]): Promise<never> {
    const call = this.#understood(asked);
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
      case "replaceStatus":
      case "patchStatus":
        await this.#write(call, action, mistakes);
    }
    throw new RefusedError(refuseInvalid(mistakes));
  }

  async #write(
    call: Call,
    action: WriteAction,
    mistakes: readonly Cause[] | undefined,
  ): Promise<Written> {
    const { rules, store, served } = this.#options;
    const argument = call.args["input"];
    const input = isJsonObject(argument) ? argument : {};
    const write = writeKindOf(action, input);
    const { verb } = write;
    const kind = this.#kindToWrite(call, verb, input);
    const target = { kind, shapes: served.find(kind.name)?.shapes ?? {} };
    const read = readWrite(write, target, input);
    const { content } = read;
    const isOpen = mistakes === undefined || content.causes.length > 0;
    if (verb === "updateStatus" && !rules.servesStatus(kind)) {
      this.#authorizeWrite(call, verb, input);
      throw new RefusedError(refuseKind(`${kind.name} has no status to write.`));
    }
    return store.write({
      identity: call.caller.identity,
      channel: call.caller.channel,
      rootField: call.caller.rootField,
      verb,
      form: read.form,
      kind,
      key: read.key,
      style: styleOf(call.field),
      resourceVersion: read.resourceVersion,
      uid: read.uid,
      statusShape: read.statusShape,
      options: readOptions(call.args["options"]),
      content: isOpen ? content : withCauses(content, mistakes),
      mayCommit: mistakes === undefined,
    });
  }

  #understood(call: Call): Call {
    return { ...call, args: this.#options.rules.understand(call.args, wireCallOf(call)) };
  }

  #kindToWrite(call: Call, verb: WriteVerb, input: JsonObject): Kind {
    const kind = call.field.kind ?? this.#servedKind(input);
    if (kind !== undefined) return kind;
    this.#authorizeWrite(call, verb, input);
    throw new RefusedError(refuseKind("The kind is not served."));
  }

  #authorizeWrite(call: Call, verb: WriteVerb, input: JsonObject): void {
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
      style: styleOf(call.field),
      exists: key !== undefined && store.has(key),
      ...wish,
    };
    const denial = rules.authorize(access);
    if (denial !== undefined) throw new RefusedError(denial);
    return access;
  }

  #servedKind(named: JsonObject): Kind | undefined {
    return this.#options.served.find(textOf(named["kind"]) ?? "")?.kind;
  }

  #kindOf(call: Call): Kind {
    const kind = call.field.kind ?? this.#servedKind(call.args);
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

function wireCallOf({ field, caller }: Call): WireCall {
  return { action: wireActionOf(field.action), style: styleOf(field), channel: caller.channel };
}

function wireActionOf(action: Action): WireCall["action"] {
  switch (action) {
    case "updateStatus":
    case "replaceStatus":
    case "patchStatus":
      return "status";
    case "create":
    case "delete":
    case "get":
    case "list":
    case "update":
    case "watch":
      return action;
  }
}

type WriteVerb = WriteRequest["verb"];

function styleOf(field: RootField): Access["style"] {
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

/** Reads the options of a write. Ignores values that GraphQL validation rejects. */
function readOptions(sent: JsonValue | undefined): RequestOptions {
  const { dryRun, fieldManager, fieldValidation, force } = isJsonObject(sent) ? sent : {};
  return {
    isDryRun: dryRun === true,
    // An empty name counts as absent, as in Kubernetes.
    fieldManager:
      typeof fieldManager === "string" && fieldManager !== "" ? fieldManager : undefined,
    fieldValidation: typeof fieldValidation === "string" ? fieldValidation : "STRICT",
    force: force === true,
  };
}

function readWatch(
  args: JsonObject,
  known: Pick<WatchRequest, "caller" | "filter">,
): WatchRequest | Refusal {
  const { resourceVersion } = args;
  const request = {
    ...known,
    bookmarks: args["bookmarks"] === true,
    initialEvents: args["initialEvents"] === true,
  };
  if (typeof resourceVersion !== "string") return request;
  if (!request.initialEvents) return { ...request, cursor: resourceVersion };
  const message =
    "initialEvents cannot be combined with resourceVersion: they show the current state.";
  return refuseInvalid([{ reason: "FieldForbidden", field: "initialEvents", message }]);
}

type WriteAction = Exclude<Action, "get" | "list" | "watch">;

function writeKindOf(action: WriteAction, input: JsonObject): WriteKind {
  switch (action) {
    case "create":
    case "update":
    case "delete":
    case "updateStatus":
      return { verb: action, form: "partial" };
    case "replaceStatus":
      return { verb: "updateStatus", form: "replace" };
    case "patchStatus":
      return { verb: "updateStatus", form: patchForm(input["type"]) };
  }
}

/**
 * Returns the format of a patch by its type. Treats an invalid type as a merge patch, because the server rejects the
 * write anyway.
 */
function patchForm(type: JsonValue | undefined): WriteForm {
  if (type === "JSON") return "json";
  return type === "APPLY" ? "apply" : "merge";
}

import { describeKey, isDryRun, keyOf } from "#contract";
import type {
  Command,
  IdentityName,
  ListCommand,
  ObjectKey,
  Outcome,
  Resource,
  WatchCommand,
} from "#contract";
import type {
  Exchange,
  Target,
  TargetDescription,
  Watch,
  WatchListener,
  WireRequest,
} from "../../port/target.ts";
import type { KindDialect } from "../dialect/dialect.ts";
import type { CredentialKeeper } from "../credentials/credential-keeper.ts";
import { complete, withStored } from "../requests/follow-up.ts";
import type { HookedFixtures } from "../hooks/hooked-fixtures.ts";
import { isRepeating } from "../dialect/dialect-operations.ts";
import type {
  ListOperation,
  ObjectOperation,
  WatchOperation,
} from "../dialect/dialect-operations.ts";
import type { PlannedSibling } from "../requests/sibling-field.ts";
import { planCommand, planFinish, planWatch } from "../requests/plan-command.ts";
import type { Beyond, Planned, Planner } from "../requests/plan-command.ts";
import type { StoredParts } from "../requests/stored-values.ts";
import { storedParts } from "./known-objects.ts";
import type { KnownObjects, WrittenObject } from "./known-objects.ts";
import { openMerged } from "../streams/merged-watch.ts";
import { RenewedWatch } from "../streams/renewed-watch.ts";
import { endedWatch, openWatch } from "../streams/open-watch.ts";
import { PendingWrites } from "./pending-writes.ts";
import { withSchemaOrder } from "./schema-order.ts";
import type { PendingWrite } from "./pending-writes.ts";
import type { Wire } from "./wire.ts";

export interface GraphqlTargetParts {
  readonly description: TargetDescription;
  readonly planner: Planner;
  readonly wire: Wire;
  readonly keeper: CredentialKeeper;
  readonly known: KnownObjects;
  /** Absent if all objects are created and deleted through the API. */
  readonly hooked?: HookedFixtures;
  /** Whether watches observe other clients, so that the number of events is unlimited. */
  readonly isObserved?: boolean;
}

type PlannedCommand = Planned<ObjectOperation | ListOperation>;

/** A GraphQL endpoint as a target. Owns its wire. */
export class GraphqlTarget implements Target {
  readonly description: TargetDescription;
  readonly #parts: GraphqlTargetParts;
  readonly #writes = new PendingWrites();

  constructor(parts: GraphqlTargetParts) {
    this.#parts = parts;
    this.description = withSchemaOrder(parts.description, (command) => this.misfit(command));
  }

  misfit(command: Command): string | undefined {
    const { planner, wire, known } = this.#parts;
    const empty = planCommand(planner, command);
    if (typeof empty === "string") return undefined;
    if (empty.asks === undefined || command.verb === "list") return wire.misfitOf(empty);
    const stored = known.absent(empty.kind, command.key);
    const planned = planCommand(planner, command, { stored });
    return typeof planned === "string" ? undefined : wire.misfitOf(planned);
  }

  watchMisfit(command: WatchCommand): string | undefined {
    const { planner, wire } = this.#parts;
    const planned = planWatch(planner, command);
    if (typeof planned === "string") return undefined;
    return planned.map((one) => wire.misfitOf(one)).find((misfit) => misfit !== undefined);
  }

  isPaused(): boolean {
    return this.#parts.wire.isPaused;
  }

  async execute(command: Command, signal: AbortSignal): Promise<Exchange> {
    const send = (asked: Command): Promise<Exchange> => this.#execute(asked, signal);
    return this.#parts.hooked?.execute(command, send, signal) ?? send(command);
  }

  async watch(command: WatchCommand, listener: WatchListener, signal: AbortSignal): Promise<Watch> {
    const { keeper, wire, planner } = this.#parts;
    const problem = await keeper.refresh(command.identity, signal);
    const request = { url: wire.shownFor(command), operation: "" };
    if (problem !== undefined) {
      return endedWatch(request, listener, { end: "lost", detail: problem });
    }
    await wire.turn(command, signal);
    const open = (to: WatchListener): Promise<Watch> => this.#watch(command, to, signal);
    const { identity } = command;
    const credential = (): string | undefined => planner.credentials.get(identity);
    const rest = (pauseMs: number): Promise<void> => wire.rest(pauseMs, signal);
    return RenewedWatch.open({ open, identity, credential, keeper, rest, signal }, listener);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#parts.wire[Symbol.asyncDispose]();
  }

  async #execute(command: Command, signal: AbortSignal): Promise<Exchange> {
    const { keeper } = this.#parts;
    const { identity } = command;
    const problem = await keeper.refresh(identity, signal);
    if (problem !== undefined) return lost(problem);
    const presented = this.#parts.planner.credentials.get(identity);
    const exchange = await this.#sendWhole(command, signal);
    const { outcome } = exchange;
    if (outcome.result !== "refused" || outcome.refusal.reason !== "unauthenticated") {
      if (outcome.result !== "unknown") keeper.accepted(identity);
      return exchange;
    }
    const next = await keeper.afterRefusal(identity, presented, signal);
    switch (next.kind) {
      case "keep":
        return exchange;
      case "again":
        return this.#sendWhole(command, signal);
      case "problem":
        return { ...exchange, ...lost(next.problem) };
    }
  }

  async #sendWhole(command: Command, signal: AbortSignal): Promise<Exchange> {
    if (command.verb === "list" || command.verb === "read") {
      return this.#sendCompletely(command, signal);
    }
    return this.#writes.during(command.key, async (write) => {
      const exchange = await this.#sendCompletely(command, signal);
      write.answered(exchange.outcome);
      return leavesObject(command, exchange)
        ? this.#withObject(command, { exchange, write }, signal)
        : exchange;
    });
  }

  /**
   * Reads the object after a write whose response does not contain it. The outcome contains no object if the read may
   * show the result of another write.
   */
  async #withObject(
    { key, identity: writer }: ObjectCommand,
    { exchange, write }: { readonly exchange: Exchange; readonly write: PendingWrite },
    signal: AbortSignal,
  ): Promise<Exchange> {
    const identity = this.#lookingRole() ?? writer;
    const read = await this.#sendCompletely({ verb: "read", identity, key }, signal);
    return (await write.stoodAlone()) ? withStored(exchange, read) : exchange;
  }

  async #sendCompletely(command: Command, signal: AbortSignal): Promise<Exchange> {
    const { planner } = this.#parts;
    const { planned, exchange } = await this.#sendFilled(
      command,
      { plan: (beyond) => planCommand(planner, command, beyond) },
      signal,
    );
    if (planned === undefined) return exchange;
    return complete(exchange, {
      planner,
      command,
      planned,
      send: (next) => this.#send(command, next, signal),
      finish: (first, outcome) => this.#finish(command, { first, outcome }, signal),
      signal,
    });
  }

  async #send(command: Command, planned: PlannedCommand, signal: AbortSignal): Promise<Exchange> {
    const sibling = await this.#siblingOf(command, signal);
    if (typeof sibling === "string") {
      return { outcome: { result: "unsupported", detail: sibling } };
    }
    this.#parts.known.sending(command);
    const sent = sibling === undefined ? planned : { ...planned, sibling };
    const exchange = await this.#parts.wire.send(command, sent, signal);
    this.#parts.known.note(command, planned, exchange);
    return exchange;
  }

  /** Plans the other root field of a document, or returns the reason why it cannot be sent. */
  async #siblingOf(
    { sibling }: Command,
    signal: AbortSignal,
  ): Promise<PlannedSibling | string | undefined> {
    if (sibling === undefined) return undefined;
    const { planner } = this.#parts;
    const { place, command } = sibling;
    if (planner.dialect.credentials.isInArguments === true) {
      return "a document with two root fields would contain the credential twice";
    }
    const plan = (beyond: Beyond): PlannedCommand | string => planCommand(planner, command, beyond);
    const { planned } = await this.#filled(command, { plan }, signal);
    if (typeof planned === "string") return planned;
    const { document, variables } = planned;
    return { place, document, variables };
  }

  async #finish(
    command: Command,
    { first, outcome }: { readonly first: Planned<ObjectOperation>; readonly outcome: Outcome },
    signal: AbortSignal,
  ): Promise<Exchange | string | undefined> {
    if (command.verb !== "delete") return undefined;
    const { planner } = this.#parts;
    const next = planFinish(planner, command, first);
    if (next === undefined || typeof next === "string") return next;
    const plan = (beyond: Beyond): Planned<ObjectOperation> | string =>
      planFinish(planner, command, { ...first, ...beyond }) ?? next;
    const left = outcome.result === "object" ? { left: outcome.object } : {};
    return (await this.#sendFilled(command, { plan, ...left }, signal)).exchange;
  }

  /**
   * Sends a request that needs data from the stored object. Retries with the new version if the version that the suite
   * added has been replaced. Does not retry if the version comes from the command, or if a different object now has the
   * name.
   */
  async #sendFilled(
    command: Command,
    { plan, left }: Filled,
    signal: AbortSignal,
  ): Promise<Partial<Sent> & Pick<Sent, "exchange">> {
    const meant = left?.metadata.uid ?? ("uid" in command ? command.uid : undefined);
    let last: Sent | undefined;
    for (let attempt = 1; attempt <= mostOvertaken; attempt += 1) {
      const { planned, uid } = await this.#filled(
        command,
        { plan, ...(last === undefined && left ? { left } : {}) },
        signal,
      );
      if (typeof planned === "string") {
        return { exchange: { outcome: { result: "unsupported", detail: planned } } };
      }
      const isSuccessor = meant !== undefined && uid !== undefined && uid !== meant;
      if (last !== undefined && isSuccessor) return last;
      last = await this.#sendAs(command, { planned, uid }, signal);
      if (!isOvertaken(command, last)) return last;
    }
    // The suite added the version, so the conflict does not mean that the command itself was rejected.
    const detail = `the operation requires the current version, but other writers replaced the version ${mostOvertaken} times`;
    return { exchange: { ...last?.exchange, outcome: { result: "unsupported", detail } } };
  }

  /** Sends a request. Returns {@link stillFound} if a read by the uid of a deleted object still returns that object. */
  async #sendAs(
    command: Command,
    { planned, uid }: { readonly planned: PlannedCommand; readonly uid: string | undefined },
    signal: AbortSignal,
  ): Promise<Sent> {
    const isBorrowed =
      uid !== undefined &&
      command.verb === "read" &&
      this.#parts.known.under(command.key) === undefined;
    const exchange = await this.#send(command, planned, signal);
    return {
      planned,
      exchange: isBorrowed && isOfOther(command, exchange) ? stillFound : exchange,
    };
  }

  async #filled(
    command: Command,
    { plan, left }: Filled,
    signal: AbortSignal,
  ): Promise<{ readonly planned: PlannedCommand | string; readonly uid?: string }> {
    const empty = plan({});
    if (typeof empty === "string" || empty.asks === undefined || command.verb === "list") {
      return { planned: empty };
    }
    const stored = await this.#stored(command, { asked: empty, left }, signal);
    return { planned: plan({ stored }), uid: stored.uid };
  }

  /** Returns the stored object of a command. If only its uid is needed, a cached object suffices. */
  async #stored(
    command: ObjectCommand,
    { asked, left }: { readonly asked: PlannedCommand; readonly left: Resource | undefined },
    signal: AbortSignal,
  ): Promise<StoredParts> {
    const { known } = this.#parts;
    const { key } = command;
    if (left !== undefined) return storedParts(left);
    if (asked.asks?.includes("$uid") === true) await this.#meet(key, asked.kind, signal);
    const isIdAlone = asked.asks?.every((placeholder) => placeholder === "$uid") === true;
    if ((isIdAlone && known.under(key) !== undefined) || command.verb === "read") {
      return known.absent(asked.kind, key);
    }
    const identity = this.#lookingRole() ?? command.identity;
    const { outcome } = await this.#sendWhole({ verb: "read", identity, key }, signal);
    return outcome.result === "object"
      ? storedParts(outcome.object)
      : known.absent(asked.kind, key);
  }

  /**
   * Finds the id of an object in a list if no response has contained the id yet. Another client may have created the
   * object.
   */
  async #meet(key: ObjectKey, { operations }: KindDialect, signal: AbortSignal): Promise<void> {
    const identity = this.#lookingRole();
    if (this.#parts.known.under(key) !== undefined || operations.list.length === 0) return;
    if (identity === undefined) return;
    const { kind, namespace } = key;
    const place = namespace === undefined ? {} : { namespace };
    await this.#sendWhole({ verb: "list", identity, kind, ...place }, signal);
  }

  #lookingRole(): IdentityName | undefined {
    return lookingRoles.find((role) => this.#parts.planner.credentials.has(role));
  }

  async #watch(
    command: WatchCommand,
    listener: WatchListener,
    signal: AbortSignal,
  ): Promise<Watch> {
    const { planner, wire } = this.#parts;
    const url = wire.shownFor(command);
    const planned = planWatch(planner, command);
    if (typeof planned === "string") {
      const request = { url, operation: "" };
      return endedWatch(request, listener, { end: "unsupported", detail: planned });
    }
    const [first, ...others] = planned.map((one) => {
      const request = wire.requestAt(url, one);
      const open = (to: WatchListener): Promise<Watch> =>
        this.#watchOne({ command, planned: one, request }, to, signal);
      return { request, open };
    });
    if (first === undefined || others.length === 0) {
      return first?.open(listener) ?? endedWatch({ url, operation: "" }, listener, closed);
    }
    const all = [first, ...others];
    const operation = all.map(({ request }) => request.operation).join("\n");
    const streams = all.map(({ open }) => open);
    const written = (uid: string): WrittenObject | undefined => this.#parts.known.written(uid);
    return openMerged({ streams, written }, { ...first.request, operation }, listener);
  }

  async #watchOne(
    { command, planned, request }: PlannedStream,
    listener: WatchListener,
    signal: AbortSignal,
  ): Promise<Watch> {
    const { planner, wire, keeper } = this.#parts;
    const open = wire.opener(command, planned.credential);
    if (typeof open === "string") {
      return endedWatch(request, listener, { end: "unsupported", detail: open });
    }
    const there = await this.#there(command, planned, signal);
    const words = planner.dialect;
    const { secrets } = keeper;
    const bound = this.#parts.isObserved === true ? {} : { sent: (): number => wire.sent };
    const { known } = this.#parts;
    const parts = { open, planned, words, request, secrets, ...bound, there, known };
    return openWatch(parts, listener, signal);
  }

  /** Lists the objects that exist before a watch, if the watch would deliver them as new. */
  async #there(
    command: WatchCommand,
    { operation }: Planned<WatchOperation>,
    signal: AbortSignal,
  ): Promise<readonly Resource[]> {
    const isAsked = command.resourceVersion !== undefined || command.initialEvents === true;
    const isDelivered =
      operation.initial === "added" || operation.shape === "object" || isRepeating(operation);
    if (isAsked || !isDelivered) return [];
    const { identity, kind, namespace, selector } = command;
    const list: ListCommand = {
      verb: "list",
      identity,
      kind,
      ...(namespace === undefined ? {} : { namespace }),
      ...(selector === undefined ? {} : { selector }),
    };
    const { outcome } = await this.execute(list, signal);
    return outcome.result === "list" ? outcome.items : [];
  }
}

interface PlannedStream {
  readonly command: WatchCommand;
  readonly planned: Planned<WatchOperation>;
  readonly request: WireRequest;
}

const closed = { end: "closed" } as const;

type ObjectCommand = Exclude<Command, { readonly verb: "list" }>;

/** Whether the object of an accepted write still exists, but is missing from the response. */
function leavesObject(command: ObjectCommand, { outcome }: Exchange): boolean {
  return outcome.result === "done" && command.verb !== "delete" && !isDryRun(command);
}

interface Filled {
  readonly plan: (beyond: Beyond) => PlannedCommand | string;
  readonly left?: Resource;
}

interface Sent {
  readonly planned: PlannedCommand;
  readonly exchange: Exchange;
}

function isOfOther(command: Command, { outcome }: Exchange): boolean {
  if (command.verb !== "read" || outcome.result !== "object") return false;
  return describeKey(keyOf(outcome.object)) !== describeKey(command.key);
}

/** The exchange of a read that returned a deleted object, although the object should not have been found. */
const stillFound: Exchange = {
  outcome: {
    result: "unsupported",
    detail: "objects are read by uid, and a read still returns a deleted object",
  },
};

/** Whether a request was rejected only because the version that the suite added had been replaced. */
function isOvertaken(command: Command, { planned, exchange: { outcome } }: Sent): boolean {
  const isExact = "resourceVersion" in command && command.resourceVersion !== undefined;
  return (
    !isExact &&
    planned.asks?.includes("$resourceVersion") === true &&
    outcome.result === "refused" &&
    outcome.refusal.reason === "conflict"
  );
}

/** Maximum number of attempts at a request whose added version other writers replace before it arrives. */
const mostOvertaken = 5;

/** Roles that can probably read any object of a run, the most likely first. */
const lookingRoles = ["author", "controller", "reader"] as const;

/** The exchange of a request that was not sent, because the credential or its source failed. */
function lost(detail: string): Exchange {
  return { outcome: { result: "unknown", cause: "connection", detail } };
}

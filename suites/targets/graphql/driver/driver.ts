import type { Command, ListCommand, Resource, WatchCommand } from "#contract";
import type {
  Exchange,
  Target,
  TargetDescription,
  Watch,
  WatchListener,
} from "../../port/target.ts";
import type { CredentialKeeper } from "../credentials/credential-keeper.ts";
import { complete } from "../requests/follow-up.ts";
import type { HookedFixtures } from "../hooks/hooked-fixtures.ts";
import type { ListOperation, ObjectOperation, WatchOperation } from "../dialect/operations.ts";
import { planCommand, planWatch } from "../requests/plan.ts";
import type { Planned, Planner } from "../requests/plan.ts";
import { RenewedWatch } from "../streams/renewed-watch.ts";
import { endedWatch, openWatch } from "../streams/watch.ts";
import { wireRequest } from "./wire.ts";
import type { Wire } from "./wire.ts";

/** Everything that a {@link GraphqlTarget} is made of. */
export interface GraphqlTargetParts {
  readonly description: TargetDescription;
  readonly planner: Planner;
  readonly wire: Wire;
  readonly keeper: CredentialKeeper;
  /** Absent where all objects come and go through the API. */
  readonly hooked?: HookedFixtures;
  /** Its watches show what others do, without an end, and not what a run has caused. */
  readonly isObserved?: boolean;
}

type PlannedCommand = Planned<ObjectOperation | ListOperation>;

/** A GraphQL endpoint behind the port. It owns the wire that it is given. */
export class GraphqlTarget implements Target {
  readonly description: TargetDescription;
  readonly #parts: GraphqlTargetParts;

  constructor(parts: GraphqlTargetParts) {
    this.description = parts.description;
    this.#parts = parts;
  }

  misfit(command: Command): string | undefined {
    const { planner, wire } = this.#parts;
    const planned = planCommand(planner, command);
    return typeof planned === "string" ? undefined : wire.misfitOf(planned);
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
    return RenewedWatch.open({ open, identity, credential, keeper, signal }, listener);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#parts.wire[Symbol.asyncDispose]();
  }

  /** Sends a command with a credential that has not expired, as far as one can be had. */
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
      case "blame":
        return { ...exchange, ...lost(next.problem) };
    }
  }

  async #sendWhole(command: Command, signal: AbortSignal): Promise<Exchange> {
    const { planner, wire } = this.#parts;
    const planned = planCommand(planner, command);
    if (typeof planned === "string") {
      return { outcome: { result: "unsupported", detail: planned } };
    }
    const send = (next: PlannedCommand): Promise<Exchange> => wire.send(command, next, signal);
    return complete(await send(planned), { planner, command, planned, send });
  }

  async #watch(
    command: WatchCommand,
    listener: WatchListener,
    signal: AbortSignal,
  ): Promise<Watch> {
    const { planner, wire, keeper } = this.#parts;
    const url = wire.shownFor(command);
    const planned = planWatch(planner, command);
    if (typeof planned === "string") {
      const request = { url, operation: "" };
      return endedWatch(request, listener, { end: "unsupported", detail: planned });
    }
    const request = wireRequest(url, planned);
    const open = wire.opener(command, planned.credential);
    if (typeof open === "string") {
      return endedWatch(request, listener, { end: "unsupported", detail: open });
    }
    const there = await this.#there(command, planned, signal);
    const words = planner.dialect;
    const { secrets } = keeper;
    const bound = this.#parts.isObserved === true ? {} : { sent: (): number => wire.sent };
    const parts = { open, planned, words, request, secrets, ...bound, there };
    return openWatch(parts, listener, signal);
  }

  /** What is there already, for watches that would deliver it as if it were new. */
  async #there(
    command: WatchCommand,
    { operation }: Planned<WatchOperation>,
    signal: AbortSignal,
  ): Promise<readonly Resource[]> {
    const isAsked = command.resourceVersion !== undefined || command.initialEvents === true;
    const isDelivered = operation.initial === "added" || operation.shape === "object";
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

/** The credential is to blame, or whoever gives it, and never the target. */
function lost(detail: string): Exchange {
  return { outcome: { result: "unknown", cause: "connection", detail } };
}

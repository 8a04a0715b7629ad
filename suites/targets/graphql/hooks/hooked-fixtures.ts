import { describeKey } from "#contract";
import type {
  Command,
  CreateCommand,
  DeleteCommand,
  Limits,
  Outcome,
  ReadCommand,
} from "#contract";
import type { Exchange } from "../../port/target.ts";
import type { Dialect, KindDialect } from "../dialect/dialect.ts";
import { hookVia } from "../../port/target.ts";
import type { FixtureHooks, Hook, HookCargo } from "../dialect/fixture-hooks.ts";
import { callHook } from "./hook-call.ts";
import { failureOf, inputFor, obstacleOf, settledOutcome } from "./hook-commands.ts";
import type { HookedCommand } from "./hook-commands.ts";
import { waitFor } from "../../wire/limits/rate-limiter.ts";
import { servedKinds } from "../dialect/definitions.ts";
import type { DriverEnvironment } from "../../wire/http/driver-environment.ts";
import { dialingOf } from "../../wire/http/forward-proxy.ts";
import type { Dialing } from "../../wire/http/forward-proxy.ts";

/** Hooks over HTTP are called as the endpoint is. */
export interface HookedFixturesParts extends Dialing {
  readonly dialect: Dialect;
  readonly driverEnvironment: DriverEnvironment;
  readonly limits: Pick<Limits, "requestMs" | "eventMs">;
}

type Send = (command: Command) => Promise<Exchange>;

const firstLookMs = 20;

/** Maximum polling interval, in milliseconds. */
const longestLookMs = 500;

/**
 * Executes commands that the API does not support, with hooks or preexisting objects. Polls the API for the effect of a
 * hook. Hooks have no roles, so only the author's commands use them.
 */
export class HookedFixtures {
  readonly #parts: HookedFixturesParts;
  readonly #kinds: ReadonlyMap<string, KindDialect>;
  readonly #taken = new Set<string>();

  constructor(parts: HookedFixturesParts) {
    this.#parts = parts;
    const kinds = servedKinds(parts.dialect).filter(({ fixtures }) => fixtures !== undefined);
    this.#kinds = new Map(kinds.map((kind) => [kind.name, kind]));
  }

  /** Executes a command, or returns `undefined` if it must be sent to the API. */
  execute(command: Command, send: Send, signal: AbortSignal): Promise<Exchange> | undefined {
    if (this.#kinds.size === 0 || !isHooked(command)) return undefined;
    const kind = this.#kinds.get(command.key.kind);
    const fixtures = kind?.fixtures;
    if (kind === undefined || fixtures === undefined) return undefined;
    const isPreloaded = fixtures.preloaded?.includes(command.key.name) === true;
    if (isPreloaded && command.verb !== "update") return this.#usePreloaded(command, send);
    const hook = hookFor(fixtures, command);
    if (command.via !== undefined && command.via !== hookVia) return undefined;
    if (hook === undefined) return lacksMore(kind, command);
    const obstacle = obstacleOf(command) ?? this.#undemanded(command);
    if (obstacle !== undefined) return Promise.resolve(unsupported(obstacle));
    return this.#throughHook({ command, hook, fixtures, send }, signal);
  }

  /**
   * Returns why a command cannot be tested through a hook. Undefined if it can. Only the API enforces preconditions,
   * and a hook bypasses the API.
   */
  #undemanded(command: HookedCommand): string | undefined {
    const { precondition } = this.#parts.dialect.semantics;
    const isBare = command.verb === "update" && command.resourceVersion === undefined;
    return isBare && precondition === "required"
      ? "hooks do not check preconditions, so a write without a precondition proves nothing " +
          "about the API"
      : undefined;
  }

  /** Uses each preexisting object only once, and does not delete it. */
  async #usePreloaded(command: CreateCommand | DeleteCommand, send: Send): Promise<Exchange> {
    const { identity, key } = command;
    if (command.verb === "delete")
      return unsupported(`${key.name} existed before the run and is kept`);
    const id = describeKey(key);
    const obstacle = this.#taken.has(id) ? `${key.name} is in use` : obstacleOf(command);
    if (obstacle !== undefined) return unsupported(obstacle);
    this.#taken.add(id);
    const found = await send({ verb: "read", identity, key });
    if (found.outcome.result !== "refused") return found;
    const detail = `the object ${key.name}, listed under preloaded in the dialect, cannot be read`;
    return { ...found, outcome: { result: "unknown", cause: "connection", detail } };
  }

  async #throughHook(
    { command, hook, fixtures, send }: HookedCall,
    signal: AbortSignal,
  ): Promise<Exchange> {
    const { driverEnvironment, limits, ...dialing } = this.#parts;
    const stale = await staleness(command, send);
    if (stale !== undefined) return stale;
    const input = inputFor(command);
    const limitMs = limits.requestMs;
    const called = { hook, input, driverEnvironment, limitMs, ...dialingOf(dialing) };
    const result = await callHook(called, signal);
    const failure = failureOf(result, command);
    if (failure !== undefined) return { outcome: failure };
    const settleMs = fixtures.settleMs ?? limits.eventMs;
    const { carries = [] } = fixtures;
    return settle({ command, send, settleMs, carries }, signal);
  }
}

/** Returns an error if only preexisting objects may be used and all of them are in use. */
function lacksMore(kind: KindDialect, { verb }: HookedCommand): Promise<Exchange> | undefined {
  if (verb !== "create" || kind.operations.create.length > 0) return undefined;
  const detail = `every preloaded object of kind ${kind.name} is in use; list more objects under fixtures.preloaded`;
  return Promise.resolve(unsupported(detail));
}

interface HookedCall {
  readonly command: HookedCommand;
  readonly hook: Hook;
  readonly fixtures: FixtureHooks;
  readonly send: Send;
}

function isHooked(command: Command): command is HookedCommand {
  const { verb } = command;
  return verb === "create" || verb === "update" || verb === "delete";
}

function hookFor(fixtures: FixtureHooks, { verb }: HookedCommand): Hook | undefined {
  switch (verb) {
    case "create":
      return fixtures.create;
    case "update":
      return fixtures.updateSpec;
    case "delete":
      return fixtures.delete;
  }
}

/**
 * Returns an error if the stored object does not meet the command's precondition. Hooks write unconditionally, so the
 * precondition is checked before the call.
 */
async function staleness(command: HookedCommand, send: Send): Promise<Exchange | undefined> {
  if (command.verb === "create") return undefined;
  const { identity, key, resourceVersion, uid } = command;
  if (resourceVersion === undefined && uid === undefined) return undefined;
  const seen = await send({ verb: "read", identity, key });
  if (seen.outcome.result !== "object") return seen;
  const { metadata } = seen.outcome.object;
  const isMeant = uid === undefined || metadata.uid === uid;
  const isCurrent = resourceVersion === undefined || metadata.resourceVersion === resourceVersion;
  if (isMeant && isCurrent) return undefined;
  return unsupported("the requested precondition is not met, and hooks do not check preconditions");
}

interface Settling {
  readonly command: HookedCommand;
  readonly send: Send;
  readonly settleMs: number;
  readonly carries: readonly HookCargo[];
}

async function settle(
  { command, send, settleMs, carries }: Settling,
  signal: AbortSignal,
): Promise<Exchange> {
  const { identity, key } = command;
  const read: ReadCommand = { verb: "read", identity, key };
  const untilMs = performance.now() + settleMs;
  for (let pauseMs = firstLookMs; ; pauseMs = Math.min(pauseMs * 2, longestLookMs)) {
    const seen = await send(read);
    const outcome = settledOutcome(command, seen.outcome, carries);
    if (outcome !== undefined) return { ...seen, outcome };
    if (signal.aborted || performance.now() >= untilMs) return { ...seen, outcome: late(settleMs) };
    await waitFor(Math.min(pauseMs, Math.max(1, untilMs - performance.now())), signal);
  }
}

function late(settleMs: number): Outcome {
  const detail = `the hook reported success, but its effect was not visible within ${settleMs} ms; increase settleMs in the dialect to wait longer`;
  return { result: "unknown", cause: "timeout", detail };
}

function unsupported(detail: string): Exchange {
  return { outcome: { result: "unsupported", detail } };
}

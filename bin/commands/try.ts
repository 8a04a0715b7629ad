import { once } from "node:events";
import {
  describeOutcome,
  describeRefusal,
  isIdentityName,
  isJsonObject,
  limits as usualLimits,
  resourceVersion,
  scaleLimits,
} from "#contract";
import type {
  Command,
  IdentityName,
  JsonObject,
  ObjectKey,
  Resource,
  ResourceVersion,
  WatchEnd,
  WatchEvent,
} from "#contract";
import { nearest, scopedSignal } from "#targets";
import type { Exchange, Target, WireRequest } from "#targets";
import type { KindDialect } from "#targets/graphql";
import { newRunId } from "../options/random-ids.ts";
import { readTrustedDialect } from "../reach/trusted-dialect.ts";
import { parseIdentities } from "../options/identity-requests.ts";
import { parseChoice, parseDecimal, parseUrl } from "../options/option-values.ts";
import { tlsRequestOf } from "../options/tls-files.ts";
import type { TryArguments, TryOperands } from "../options/try-options.ts";
import { UsageError } from "../process/program-errors.ts";
import type { Ending } from "../process/exit-code.ts";
import { stoppable } from "../process/stoppable.ts";
import type { World } from "../process/world.ts";
import { confirmWriting } from "../reach/confirm-writing.ts";
import { connect } from "../reach/connect-endpoint.ts";

const operations = ["create", "get", "list", "update", "updateStatus", "delete", "watch"] as const;

type TriedOperation = (typeof operations)[number];

interface Attempt {
  readonly operation: TriedOperation;
  readonly kind: KindDialect;
  readonly identity: IdentityName;
  readonly typed: TryArguments;
  readonly target: Target;
  readonly signal: AbortSignal;
  readonly print: (text: string) => void;
}

const timeoutSeconds = { least: 0.1, most: 3600 } as const;

export async function tryOperation(
  operands: TryOperands,
  typed: TryArguments,
  world: World,
): Promise<Ending> {
  const operation = parseChoice("the operation", operands.operation, operations);
  const file = { ...(await readTrustedDialect(operands.dialect, world)), path: operands.dialect };
  const kind = kindNamed(file.dialect.kinds, operands.kind);
  if (typed.endpoint === undefined) {
    throw new UsageError("no endpoint given", {
      fix: "Pass the address with --endpoint, e.g. http://localhost:4000/graphql.",
    });
  }
  const endpoint = parseUrl("--endpoint", typed.endpoint, ["http", "https"]).href;
  const identity = roleFor(operation, typed.as);
  const isWrite = operation !== "get" && operation !== "list" && operation !== "watch";
  if (isWrite) {
    const settings = { endpoint, isSureToWrite: typed.yes === true };
    await confirmWriting(settings, { settings, world, instead: "get or list" });
  }
  const tls = tlsRequestOf(typed);
  const seconds =
    typed.timeout === undefined
      ? undefined
      : parseDecimal("--timeout", typed.timeout, timeoutSeconds);
  const limits = seconds === undefined ? usualLimits : scaleLimits(seconds / usualSeconds);
  return stoppable(world, {
    work: async (signal) => {
      await using target = await connect({
        endpoint,
        ...(typed.wsEndpoint === undefined
          ? {}
          : { webSocketEndpoint: parseUrl("--ws-endpoint", typed.wsEndpoint, ["ws", "wss"]).href }),
        ...(tls === undefined ? {} : { tls }),
        dialect: file,
        identities: parseIdentities(typed.identity ?? [], world.environment),
        world,
        limits,
        signal,
      });
      const print = (text: string): void => {
        world.out.write(`${world.secrets?.redact(text) ?? text}\n`);
      };
      refuseUnknownRole(target, identity);
      return await attempt({ operation, kind, identity, typed, target, signal, print });
    },
    message: "interrupted",
  });
}

/** The request timeout for which the other time limits are tuned, in seconds. */
const usualSeconds = 10;

function kindNamed(kinds: readonly KindDialect[], name: string): KindDialect {
  const found = kinds.find((kind) => kind.name.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return found;
  const names = kinds.map((kind) => kind.name);
  const near = nearest(name, names);
  throw new UsageError(`the dialect has no kind ${name}`, {
    fix: `Its kinds are ${(near.length > 0 ? near : names).join(", ")}.`,
  });
}

function roleFor(operation: TriedOperation, typed: string | undefined): IdentityName {
  if (typed === undefined) return operation === "updateStatus" ? "controller" : "author";
  if (isIdentityName(typed)) return typed;
  throw new UsageError(`invalid value for --as: "${typed}"`, {
    fix: "Specify a role: author, controller, reader, tenant, reporter, assignee, throttled, stranger, anonymous, invalid or expired.",
  });
}

function refuseUnknownRole({ description }: Target, identity: IdentityName): void {
  if (description.identities.includes(identity)) return;
  throw new UsageError(`no credential for ${identity}`, {
    fix: `Pass a credential with --identity ${identity}=VALUE, or send as one of ${description.identities.join(", ")} with --as.`,
  });
}

async function attempt(one: Attempt): Promise<Ending> {
  if (one.operation === "watch") return watch(one);
  const command = await commandOf(one, one.operation);
  const exchange = await one.target.execute(command, one.signal);
  one.print(`${one.operation} ${one.kind.name}, as ${one.identity}\n`);
  one.print(renderExchange(exchange));
  const { result } = exchange.outcome;
  return {
    ending: result === "object" || result === "list" || result === "done" ? "done" : "gaps",
  };
}

async function commandOf(
  { kind, identity, typed, target, signal, print }: Attempt,
  operation: Exclude<TriedOperation, "watch">,
): Promise<Command> {
  const { via } = typed;
  const base = { identity, ...(via === undefined ? {} : { via }) };
  const namespace = typed.namespace ?? kind.namespaces[0];
  if (operation === "list") {
    return {
      ...base,
      verb: "list",
      kind: kind.name,
      ...(namespace === undefined ? {} : { namespace }),
    };
  }
  const key = keyOf(kind, { operation, name: typed.name, namespace });
  const version = async (): Promise<{ readonly resourceVersion?: ResourceVersion }> => {
    if (typed.version !== undefined) return { resourceVersion: resourceVersion(typed.version) };
    const read = await target.execute({ verb: "read", identity, key }, signal);
    const { outcome } = read;
    if (outcome.result === "object") {
      return { resourceVersion: outcome.object.metadata.resourceVersion };
    }
    print(
      `A read as ${identity} found no object ${key.name} (${describeOutcome(outcome)}), so the request contains no version, and no known uid.\n`,
    );
    return {};
  };
  switch (operation) {
    case "create":
      return {
        ...base,
        verb: "create",
        key,
        spec: bodyOf("--spec", typed.spec, kind.samples.specs),
      };
    case "get":
      return { ...base, verb: "read", key };
    case "update": {
      const spec = bodyOf("--spec", typed.spec, kind.samples.specs.slice(1));
      return { ...base, verb: "update", key, spec, ...(await version()) };
    }
    case "updateStatus": {
      const status = bodyOf("--status", typed.status, kind.samples.statuses);
      return { ...base, verb: "updateStatus", key, status, ...(await version()) };
    }
    case "delete":
      return { ...base, verb: "delete", key };
  }
}

function keyOf(
  kind: KindDialect,
  {
    operation,
    name,
    namespace,
  }: {
    readonly operation: TriedOperation;
    readonly name: string | undefined;
    readonly namespace: string | undefined;
  },
): ObjectKey {
  if (name === undefined && operation !== "create") {
    throw new UsageError(`${operation} requires the name of an object`, {
      fix: "Pass a name with --name, e.g. the name of an object that an earlier create returned.",
    });
  }
  const base = { kind: kind.name, name: name ?? `conformance-try-${newRunId()}` };
  return kind.scope === "cluster" || namespace === undefined ? base : { ...base, namespace };
}

function bodyOf(
  option: string,
  typed: string | undefined,
  samples: readonly JsonObject[],
): JsonObject {
  if (typed === undefined) return samples[0] ?? {};
  const body = parsed(typed);
  if (isJsonObject(body)) return body;
  throw new UsageError(`invalid value for ${option}: ${typed}`, {
    fix: `Write a JSON object, for instance ${option} '{"size": 1}'.`,
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const watchSeconds = { least: 0.1, most: 3600 } as const;

async function watch({ kind, identity, typed, target, signal, print }: Attempt): Promise<Ending> {
  const seconds =
    typed.seconds === undefined ? 5 : parseDecimal("--seconds", typed.seconds, watchSeconds);
  const namespace = typed.namespace ?? kind.namespaces[0];
  using limit = scopedSignal({ within: [signal], limitMs: Math.ceil(seconds * 1000) });
  const ends: WatchEnd[] = [];
  const over = aborted(limit.signal);
  const ended = new AbortController();
  const listener = {
    event: (event: WatchEvent): void => print(renderEvent(event)),
    ended: (how: WatchEnd): void => {
      ends.push(how);
      ended.abort();
    },
  };
  const command = {
    verb: "watch",
    identity,
    kind: kind.name,
    ...(typed.via === undefined ? {} : { via: typed.via }),
    ...(namespace === undefined ? {} : { namespace }),
  } as const;
  print(`watch ${kind.name}, as ${identity}, for ${seconds} s\n`);
  await using open = await target.watch(command, listener, signal);
  print(renderRequest(open.request));
  await Promise.race([over, aborted(ended.signal)]);
  const [end] = ends;
  if (end === undefined) return { ending: "done" };
  print(`ended: ${describeEnd(end)}`);
  return { ending: "gaps" };
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}

function describeEnd(end: WatchEnd): string {
  if (end.end === "refused") return `rejected: ${describeRefusal(end.refusal)}`;
  return "detail" in end ? `${end.end}: ${end.detail}` : end.end;
}

function renderExchange({ request, reply, outcome }: Exchange): string {
  const status = reply?.status === undefined ? "" : `, HTTP ${reply.status}`;
  const answered =
    reply === undefined ? ["no response"] : [`response${status}:`, indented(reply.body)];
  return [
    request === undefined ? "nothing was sent" : renderRequest(request),
    "",
    ...answered,
    "",
    `decoded: ${describeOutcome(outcome)}`,
    ...(outcome.result === "object" ? [indented(partsOf(outcome.object))] : []),
    ...(outcome.result === "list" ? [indented(outcome.items.map(partsOf))] : []),
    ...("detail" in outcome ? [`  ${outcome.detail}`] : []),
  ].join("\n");
}

function renderRequest({ url, operation, variables }: WireRequest): string {
  const given = variables === undefined ? [] : ["variables:", indented(variables)];
  return [`to ${url}:`, lines(operation), ...given].join("\n");
}

function renderEvent({ type, resourceVersion: version, object, key }: WatchEvent): string {
  const parts = object === undefined ? [] : [indented(partsOf(object))];
  const name = key === undefined ? "" : ` of ${key.name}`;
  return [`event ${type}${name}, version ${version}`, ...parts].join("\n");
}

function partsOf({ metadata, spec, status }: Resource): object {
  return {
    metadata,
    ...(spec === undefined ? {} : { spec }),
    ...(status === undefined ? {} : { status }),
  };
}

function indented(value: unknown): string {
  return lines(typeof value === "string" ? value : JSON.stringify(value, undefined, 2));
}

function lines(text: string): string {
  return text
    .split("\n")
    .map((line) => `  ${visible(line)}`)
    .join("\n");
}

function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ");
}

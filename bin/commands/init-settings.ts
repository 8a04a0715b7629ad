import { readFileSync } from "node:fs";
import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { reasonOf, urlWithoutSecrets } from "#targets";
import type { InvalidStatus, KindSamples } from "#targets";
import { queryProtocols, socketPlaces, watchProtocols } from "#targets/graphql";
import type { CredentialPlaces, WatchProtocol } from "#targets/graphql";
import { givenVerbs, mappedParts } from "#wings/init";
import type { GivenOperation, Hints, InferenceOptions, MappedPart } from "#wings/init";
import { parseYaml } from "../options/parse-yaml.ts";
import { UsageError } from "../process/program-errors.ts";
import { tlsRequestOf } from "../options/tls-files.ts";
import type { TlsRequest } from "../options/tls-files.ts";
import { parseIdentities } from "../options/identity-requests.ts";
import type { IdentityRequest } from "../options/identity-requests.ts";
import type { InitArguments } from "../options/init-options.ts";
import { parseChoice, parseDecimal, parseUrl } from "../options/option-values.ts";

export interface InitSettings {
  readonly endpoint: string;
  /** The endpoint without secrets, as printed. */
  readonly shown: string;
  readonly webSocketEndpoint?: string;
  readonly tls?: TlsRequest;
  /** Path of the dialect file to write, or `-` for standard output. */
  readonly output: string;
  readonly isForced: boolean;
  readonly check?: string;
  /** Path of a copy of the schema, for an endpoint that rejects introspection. */
  readonly schemaFile?: string;
  readonly isProbed: boolean;
  readonly isSureToWrite: boolean;
  readonly inference: InferenceOptions;
  readonly identities: readonly IdentityRequest[];
  readonly timeFactor: number;
}

const timeoutsSeconds = { least: 0.1, most: 3600 } as const;

const usualTimeoutSeconds = 10;

export function readInitSettings(
  typed: InitArguments,
  environment: Readonly<Record<string, string | undefined>>,
): InitSettings {
  const { endpoint, wsEndpoint, check, timeout, schemaFile } = typed;
  if (endpoint === undefined) {
    throw new UsageError("no endpoint given", {
      fix: "Pass the address with --endpoint, e.g. http://localhost:4000/graphql.",
    });
  }
  const url = parseUrl("--endpoint", endpoint, ["http", "https"]);
  const seconds =
    timeout === undefined
      ? usualTimeoutSeconds
      : parseDecimal("--timeout", timeout, timeoutsSeconds);
  const identities = parseIdentities(typed.identity ?? [], environment);
  const tls = tlsRequestOf(typed);
  return {
    endpoint: url.href,
    shown: urlWithoutSecrets(url),
    ...(wsEndpoint === undefined
      ? {}
      : { webSocketEndpoint: parseUrl("--ws-endpoint", wsEndpoint, ["ws", "wss"]).href }),
    ...(tls === undefined ? {} : { tls }),
    output: typed.output,
    isForced: typed.force === true,
    ...(check === undefined ? {} : { check }),
    ...(schemaFile === undefined ? {} : { schemaFile }),
    isProbed: typed.probe,
    isSureToWrite: typed.yes === true,
    inference: inferenceOptions(typed, url),
    identities,
    timeFactor: seconds / usualTimeoutSeconds,
  };
}

function inferenceOptions(typed: InitArguments, url: URL): InferenceOptions {
  const { namespace, kind, without, samples, literal = [], hook } = typed;
  return {
    name: url.hostname.replaceAll(/[^\w.-]/gu, "") || "endpoint",
    ...(namespace === undefined ? {} : { namespaces: namespace }),
    ...(kind === undefined ? {} : { kinds: kind }),
    ...(without === undefined ? {} : { without }),
    literals: Object.fromEntries(literal.map((text) => parsePair("--literal", text))),
    ...(samples === undefined ? {} : { samples: readSamples(samples) }),
    ...(hook === undefined
      ? {}
      : {
          hook: {
            kind: "http",
            url: parseUrl("--hook", hook, ["http", "https"]).href,
            method: "POST",
          },
        }),
    ...placesOf(typed),
    hints: hintsOf(typed),
    credentials: credentialsOf(typed),
  };
}

function hintsOf({ map = [], operation = [] }: InitArguments): Hints {
  const words = map.map((text): readonly [MappedPart, string] => {
    const [part, word] = parsePair("--map", text);
    return [parseChoice("--map", part, mappedParts), word];
  });
  return { words: Object.fromEntries(words), operations: operation.map(givenOperation) };
}

function givenOperation(text: string): GivenOperation {
  const [place, field] = parsePair("--operation", text);
  if (place === "watch") return { verb: place, field };
  const at = place.indexOf(".");
  if (at <= 0 || at === place.length - 1) {
    throw new UsageError(`invalid value for --operation: "${text}"`, {
      fix: "Write it as VERB.KIND=FIELD, e.g. create.Kiln=enlistKiln. For a subscription to several kinds, write watch=FIELD.",
    });
  }
  const verb = parseChoice("--operation", place.slice(0, at), givenVerbs);
  return { verb, kind: place.slice(at + 1), field };
}

function placesOf(typed: InitArguments): Pick<InferenceOptions, "endpoint"> {
  const { queries, queryPath, watchPath, watchChannel } = typed;
  const query = {
    ...(queries === undefined
      ? {}
      : { protocol: parseChoice("--queries", queries, queryProtocols) }),
    ...(queryPath === undefined ? {} : { path: queryPath }),
  };
  const protocol = watchProtocolOf(typed);
  const watch = {
    ...(protocol === undefined ? {} : { protocol }),
    ...(watchPath === undefined ? {} : { path: watchPath }),
    ...(watchChannel === undefined ? {} : { channel: watchChannel }),
  };
  const endpoint = {
    ...(Object.keys(query).length === 0 ? {} : { queries: query }),
    ...(Object.keys(watch).length === 0 ? {} : { watches: watch }),
  };
  return Object.keys(endpoint).length === 0 ? {} : { endpoint };
}

/** Only Action Cable has channels. */
function watchProtocolOf({ watches, watchChannel }: InitArguments): WatchProtocol | undefined {
  const given =
    watches === undefined ? undefined : parseChoice("--watches", watches, watchProtocols);
  if (watchChannel === undefined || given === "action-cable") return given;
  if (given === undefined) return "action-cable";
  throw new UsageError(`--watch-channel does not apply to --watches ${given}`, {
    fix: "Remove one of them. Only action-cable has channels.",
  });
}

function credentialsOf({
  header: typed,
  withHeader = [],
  socketCredential,
}: InitArguments): CredentialPlaces {
  const [header, format] =
    typed === undefined ? ["Authorization", "Bearer $credential"] : headerPair(typed);
  if (!format.includes("$credential")) {
    throw new UsageError("--header has no placeholder for the credential", {
      fix: "Write $credential where the credential goes: 'Authorization=Bearer $credential'.",
    });
  }
  const socket = socketPlace(socketCredential) ?? { place: "connectionInit", name: header, format };
  const headers = Object.fromEntries(withHeader.map(constantHeader));
  return {
    http: { header, format },
    socket: { name: header, format, ...socket },
    ...(withHeader.length === 0 ? {} : { headers }),
  };
}

/**
 * Parses a header with a constant value. `NAME=env:VARIABLE` denotes a secret instead, which must not be written to the
 * dialect.
 */
function constantHeader(text: string): readonly [string, string] {
  const [name, value] = parsePair("--with-header", text);
  if (value.startsWith("env:")) return [name, `$env.${value.slice("env:".length)}`];
  return [name, value.startsWith("$") ? `$${value}` : value];
}

type Socket = NonNullable<CredentialPlaces["socket"]>;

function socketPlace(
  typed: string | undefined,
): (Pick<Socket, "place"> & Partial<Pick<Socket, "format" | "name">>) | undefined {
  if (typed === undefined) return undefined;
  const place = socketPlaces.find((one) => one === typed);
  if (place !== undefined) return { place };
  const parameter = /^\?([\w.-]+)$/u.exec(typed)?.[1];
  if (parameter !== undefined) {
    return { place: "queryParameter", name: parameter, format: "$credential" };
  }
  if (/^[\w-]+(?:\.[\w-]+)*$/u.test(typed)) {
    return { place: "connectionInit", name: typed, format: "$credential" };
  }
  return { place: parseChoice("--socket-credential", typed, socketPlaces) };
}

function headerPair(text: string): readonly [string, string] {
  const name = /^[\w-]+/u.exec(text)?.[0] ?? "Authorization";
  return parsePair("--header", text, `Write it as NAME=FORMAT: '${name}=$credential'.`);
}

function parsePair(
  option: string,
  text: string,
  fix = "Write it as NAME=VALUE.",
): readonly [string, string] {
  const at = text.indexOf("=");
  if (at > 0 && at < text.length - 1) return [text.slice(0, at), text.slice(at + 1)];
  throw new UsageError(`invalid value for ${option}: "${text}"`, { fix });
}

function readSamples(path: string): Readonly<Record<string, Partial<KindSamples>>> {
  const content = readContent(path);
  return Object.fromEntries(
    Object.entries(content).map(([kind, value]) => [kind, samplesOf(path, kind, value)]),
  );
}

function readContent(path: string): JsonObject {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw wrongSamples(path, `cannot read it: ${reasonOf(error)}`, error);
  }
  const content = parseYaml(text, `the samples ${path}`);
  if (isJsonObject(content)) return content;
  throw wrongSamples(path, "expected a mapping of kinds");
}

function samplesOf(path: string, kind: string, value: JsonValue | undefined): Partial<KindSamples> {
  if (!isJsonObject(value)) throw wrongSamples(path, `${kind}: expected a mapping`);
  const { specs, statuses, counter, invalidStatuses } = value;
  if (counter !== undefined && typeof counter !== "string")
    throw wrongSamples(path, `${kind}.counter: expected a name`);
  return {
    ...(specs === undefined ? {} : { specs: objectsIn(path, `${kind}.specs`, specs) }),
    ...(statuses === undefined ? {} : { statuses: objectsIn(path, `${kind}.statuses`, statuses) }),
    ...(counter === undefined ? {} : { counter }),
    ...(invalidStatuses === undefined
      ? {}
      : {
          invalidStatuses: objectsIn(path, `${kind}.invalidStatuses`, invalidStatuses).map(
            (entry) => invalidStatus(path, kind, entry),
          ),
        }),
  };
}

function objectsIn(path: string, place: string, value: JsonValue): readonly JsonObject[] {
  const list: readonly JsonValue[] = Array.isArray(value) ? value : [];
  const objects = list.filter(isJsonObject);
  if (objects.length > 0 && objects.length === list.length) return objects;
  throw wrongSamples(path, `${place}: expected a list of mappings`);
}

function invalidStatus(
  path: string,
  kind: string,
  { status, field, defect }: JsonObject,
): InvalidStatus {
  if (isJsonObject(status) && typeof field === "string" && typeof defect === "string")
    return { status, field, defect };
  throw wrongSamples(
    path,
    `${kind}.invalidStatuses: each entry needs a status, a field and a defect`,
  );
}

function wrongSamples(path: string, problem: string, cause?: unknown): UsageError {
  return new UsageError(`invalid samples in ${path}: ${problem}`, {
    fix: "Write them as {Kind: {specs: […], statuses: […], counter: name}}, with three specs and three statuses.",
    cause,
  });
}

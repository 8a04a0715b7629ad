import { Document, isDocument, visit } from "yaml";
import { escapedUnits, invisibleCharacters } from "#contract";
import type { CredentialPlaces } from "../../port/credential-places.ts";
import { counterIn, isCounted } from "../dialect/counter.ts";
import type { JsonValue } from "#contract";
import type { Credential } from "../dialect/credential-source.ts";
import type { AnyOperation, KindOperations } from "../dialect/dialect-operations.ts";
import type { Definitions, Dialect, KindDialect } from "../dialect/dialect.ts";
import type { FixtureHooks, Hook } from "../dialect/fixture-hooks.ts";
import { dialectFormat } from "./dialect-schema.ts";

/** A value to print. `undefined` properties are omitted. */
type Printable = JsonValue | { readonly [member: string]: Printable | undefined } | object;

/** Serializes a dialect as YAML. Loading the result returns the same dialect. */
export function printDialect(dialect: Dialect): string {
  const { identities, kinds, definitions, name, credentials, ...rest } = dialect;
  const file = {
    dialect: dialectFormat,
    name,
    ...printCredentials(credentials),
    ...rest,
    identities: Object.fromEntries(
      Object.entries(identities).flatMap(([role, credential]) =>
        credential === undefined ? [] : [[role, printCredential(credential)]],
      ),
    ),
    kinds: Object.fromEntries(kinds.map((kind) => [kind.name, printKind(kind)])),
    ...(definitions === undefined ? {} : { definitions: printDefinitions(definitions) }),
  };
  // A JSON round trip replaces shared objects with copies, because anchors and aliases are hard to edit.
  const plain: unknown = JSON.parse(JSON.stringify(file));
  return yamlText(plain);
}

function printCredentials({ isInArguments, http, ...others }: CredentialPlaces): {
  readonly credentials?: Printable;
} {
  if (isInArguments !== true) return { credentials: { http, ...others } };
  return Object.keys(others).length === 0 ? {} : { credentials: others };
}

function printCredential(credential: Credential): Printable {
  switch (credential.kind) {
    case "static":
      return { static: credential.credential };
    case "environment":
      return { env: credential.variable };
    case "file":
      return { file: credential.path };
    case "command":
      return { command: credential.command };
    case "login": {
      const { kind: _kind, ...login } = credential;
      return { login };
    }
    case "jwt": {
      const { kind: _kind, keyVariable, ...others } = credential;
      return { jwt: { keyEnv: keyVariable, ...others } };
    }
    case "none":
      return { none: true };
    case "headers":
      return { headers: credential.headers };
    case "unavailable":
      return { unavailable: credential.reason };
    case "notApplicable":
      return { notApplicable: credential.reason };
  }
}

function printKind(kind: KindDialect): Printable {
  const { name: _name, operations, fixtures, samples, ...rest } = kind;
  const { counter: _none, ...values } = samples;
  return {
    ...rest,
    samples: isCounted(samples) || counterIn(samples.statuses) !== undefined ? samples : values,
    operations: printOperations(operations),
    ...(fixtures === undefined ? {} : { fixtures: printFixtures(fixtures) }),
  };
}

/** Serializes one operation as lines of YAML, as in the entry of a kind. */
export function printedOperation(operation: AnyOperation): readonly string[] {
  const plain: unknown = JSON.parse(JSON.stringify({ [operation.id]: printOperation(operation) }));
  return yamlText(plain).trimEnd().split("\n");
}

function printOperations(operations: KindOperations): Printable {
  const verbs = Object.entries<readonly AnyOperation[]>({ ...operations });
  return Object.fromEntries(
    verbs
      .filter(([, list]) => list.length > 0)
      .map(([verb, list]) => [
        verb,
        Object.fromEntries(list.map((operation) => [operation.id, printOperation(operation)])),
      ]),
  );
}

function printOperation(operation: AnyOperation): Printable {
  const { id, field, arguments: tree, document, ...rest } = operation;
  const called =
    document === undefined
      ? { ...(field === id || "streams" in operation ? {} : { field }), arguments: tree }
      : { field, document, variables: tree };
  const printed = Object.entries(rest).flatMap(([name, value]): [string, unknown][] => {
    if (name === "statusMode") return [["mode", value]];
    if (name === "result" && value === "") return [];
    if (name === "streams" || name === "wait") return [];
    return [[name, value]];
  });
  const finish = "finish" in operation ? operation.finish : undefined;
  const streams = "streams" in operation ? operation.streams : undefined;
  const wait = "wait" in operation ? operation.wait : undefined;
  return {
    ...called,
    ...Object.fromEntries(printed),
    ...(finish === undefined ? {} : { finish: printFinish(finish) }),
    ...(wait === undefined ? {} : { wait: printFinish(wait) }),
    ...(streams === undefined
      ? {}
      : { streams: Object.fromEntries(streams.map(({ field: path, ...how }) => [path, how])) }),
  };
}

function printFinish(finish: AnyOperation): Printable {
  return { field: finish.field, ...Object(printOperation(finish)) };
}

function printFixtures({ create, updateSpec, delete: remove, ...rest }: FixtureHooks): Printable {
  return {
    ...rest,
    ...(create === undefined ? {} : { create: printHook(create) }),
    ...(updateSpec === undefined ? {} : { updateSpec: printHook(updateSpec) }),
    ...(remove === undefined ? {} : { delete: printHook(remove) }),
  };
}

function printHook(hook: Hook): Printable {
  switch (hook.kind) {
    case "command":
      return { command: hook.command };
    case "http":
      return { http: { url: hook.url, method: hook.method } };
  }
}

function printDefinitions({ kind, objects, trials }: Definitions): Printable {
  return {
    name: kind.name,
    kind: printKind(kind),
    objects: Object.fromEntries(
      objects.map(({ serves, ...rest }) => [serves.name, { ...rest, serves: printKind(serves) }]),
    ),
    ...(trials === undefined
      ? {}
      : {
          trials: Object.fromEntries(
            trials.map(({ serves, ...rest }) => [
              serves.name,
              { ...rest, serves: printKind(serves) },
            ]),
          ),
        }),
  };
}

/**
 * Serializes content as YAML without invisible characters. Control and format characters are escaped in double-quoted
 * strings and spelled out in comments.
 */
export function yamlText(content: unknown): string {
  const document = isDocument(content) ? content : new Document(content, { version: "1.2" });
  visit(document, {
    Scalar: (_, scalar) => {
      if (typeof scalar.value === "string" && hasUnseen(scalar.value)) scalar.type = "QUOTE_DOUBLE";
    },
  });
  return document.toString({ lineWidth: 100 }).replaceAll(invisibleCharacters, escapedUnits);
}

function hasUnseen(text: string): boolean {
  return text.search(invisibleCharacters) >= 0;
}

import { breakCiCommands, breakForLog } from "#reports";
import { secretHeader, Secrets } from "#targets";
import type { Output, World } from "./world.ts";

export interface GuardedWorld extends World {
  readonly secrets: Secrets;
}

/**
 * Creates a world whose outputs redact secrets: those on the command line and in the environment from the start, others
 * as soon as they are found. Human-readable output never contains a CI command.
 */
export function guardedWorld(world: World, args: readonly string[]): GuardedWorld {
  const { secrets: known } = world;
  if (known !== undefined) return { ...world, secrets: known };
  const secrets = new Secrets([
    ...secretsInWords(args),
    ...secretsInEnvironment(world.environment),
  ]);
  return { ...world, secrets, out: guarded(world.out, secrets), err: guarded(world.err, secrets) };
}

function guarded(output: Output, secrets: Secrets): Output {
  const harmless = output.isTerminal ? breakCiCommands : breakForLog;
  return {
    ...output,
    write: (text) => output.write(harmless(secrets.redact(text))),
    writeDocument: (text) => output.writeDocument(secrets.redact(text)),
  };
}

const secretName =
  /TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|(?:API|ACCESS|PRIVATE|SIGNING|CLIENT)_?KEY/iu;

export function secretsInEnvironment(environment: World["environment"]): readonly string[] {
  return Object.entries(environment).flatMap(([name, value]) => secretsIn(name, value ?? ""));
}

function secretsIn(name: string, value: string): readonly string[] {
  const inUrl = secretsInUrl(value);
  if (URL.canParse(value)) return inUrl;
  return secretName.test(name) ? [value.trim()] : [];
}

function secretsInWords(args: readonly string[]): readonly string[] {
  let option = "";
  const hasPaths = commandsOfPaths.has(args[0] ?? "");
  return args.flatMap((word) => {
    const [, name, joined = ""] = /^(--[\w-]+)(?:=(.*))?$/su.exec(word) ?? [];
    option = name ?? option;
    const value = name === undefined ? word : joined;
    const isPath = hasPaths && option === "";
    return [...(isPath ? [] : secretsInValue(option, value)), ...secretsInUrl(value)];
  });
}

/** Commands with paths, such as `NAME=PATH`, and without `--identity`. */
export const commandsOfPaths: ReadonlySet<string> = new Set([
  "check-history",
  "merge-histories",
  "report",
  "reproduce",
  "show-report",
  "judge",
  "verify",
  "diff",
  "compare",
  "merge",
]);

/** Finds secrets in `--identity author=VALUE`, even if the option's name is missing, and in `--token VALUE`. */
function secretsInValue(option: string, value: string): readonly string[] {
  const source = value.slice(value.indexOf("=") + 1);
  if (option === "--token") return secretsInSource(value);
  if (option === "--identity") return secretsInSource(source);
  return option === "" && value.includes("=") ? secretsInSource(source) : [];
}

/** Finds a bare credential in the position of a credential source, or a credential mistakenly given after `env:`. */
function secretsInSource(source: string): readonly string[] {
  if (/^(?:none$|file:|command:)/u.test(source)) return [];
  if (source.startsWith("headers:")) return secretsInHeaders(source.slice("headers:".length));
  const name = /^env:(?<name>.*)$/su.exec(source)?.groups?.["name"];
  if (name === undefined) return [source];
  return /^[a-z_]\w{0,39}$/iu.test(name) ? [] : [name];
}

/** Finds literal values of headers whose names denote a secret, in `HEADER=VALUE,HEADER=env:VARIABLE`. */
function secretsInHeaders(text: string): readonly string[] {
  return text.split(",").flatMap((pair) => {
    const [name = "", ...rest] = pair.split("=");
    const value = rest.join("=").trim();
    return secretHeader.test(name) && !value.startsWith("env:") ? [value] : [];
  });
}

export function secretsInUrl(text: string): readonly string[] {
  if (!/^\w+:\/\//u.test(text) || !URL.canParse(text)) return [];
  const { password, searchParams } = new URL(text);
  return [decoded(password), ...searchParams.values()];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

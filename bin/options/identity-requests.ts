import { identities, isIdentityName } from "#contract";
import type { IdentityName } from "#contract";
import { UsageError } from "../process/program-errors.ts";
import { suggest } from "./suggest-names.ts";

export type KnownIdentity = Exclude<IdentityName, "anonymous">;

export type IdentityRequest =
  | { readonly identity: KnownIdentity; readonly from: "value"; readonly credential: string }
  | {
      readonly identity: KnownIdentity;
      readonly from: "environment";
      readonly variable: string;
      readonly credential: string;
    }
  | { readonly identity: KnownIdentity; readonly from: "file"; readonly path: string }
  /** A command that prints the credential, split into words. No shell is involved. */
  | {
      readonly identity: KnownIdentity;
      readonly from: "command";
      readonly args: readonly string[];
    }
  /** Several headers. `$env.VARIABLE` stands for the value of a variable. */
  | {
      readonly identity: KnownIdentity;
      readonly from: "headers";
      readonly headers: Readonly<Record<string, string>>;
    }
  | { readonly identity: IdentityName; readonly from: "none" };

const fixOfForm =
  "Write --identity NAME=VALUE, NAME=env:VARIABLE, NAME=file:PATH, NAME=command:WORDS, NAME=headers:HEADER=VALUE,HEADER=env:VARIABLE or NAME=none.";

/**
 * Parses `--identity` options. If a role is repeated, its last option takes precedence.
 *
 * @throws UsageError for an unknown role, a missing value, or an unset variable. Messages never quote a value, because
 * it may be a credential.
 */
export function parseIdentities(
  texts: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): readonly IdentityRequest[] {
  const requests = new Map<IdentityName, IdentityRequest>();
  for (const text of texts) {
    const request = parseIdentity(text, environment);
    requests.set(request.identity, request);
  }
  return [...requests.values()];
}

function parseIdentity(
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
): IdentityRequest {
  const separator = text.indexOf("=");
  if (separator < 0) {
    throw new UsageError("--identity has no value", { fix: fixOfForm });
  }
  const identity = text.slice(0, separator);
  const value = text.slice(separator + 1);
  if (!isIdentityName(identity)) throw unknownIdentity(identity);
  if (value === "none") return { identity, from: "none" };
  if (identity === "anonymous") {
    throw new UsageError(
      "--identity must not set a credential for anonymous: this role never has one",
      {
        fix: "Remove the option: requests in this role are sent without a credential.",
      },
    );
  }
  return parseSource(identity, value, environment);
}

function unknownIdentity(identity: string): UsageError {
  const known = Object.keys(identities);
  const fallback = `Valid identities: ${known.join(", ")}.`;
  // A string that does not look like a role name may be a credential, so it is not quoted.
  const shown = /^[a-z]{1,16}$/iu.test(identity) ? ` "${identity}"` : "";
  return new UsageError(`unknown role in --identity${shown}`, {
    fix: suggest(identity, known, fallback),
  });
}

function parseSource(
  identity: KnownIdentity,
  value: string,
  environment: Readonly<Record<string, string | undefined>>,
): IdentityRequest {
  const { source, rest = "" } =
    /^(?<source>env|file|command|headers):(?<rest>.*)$/su.exec(value)?.groups ?? {};
  const isEmpty = rest === "" && source !== undefined && source !== "env";
  if (value === "" || isEmpty) {
    throw new UsageError(`--identity ${identity}=${value} has no value`, { fix: fixOfForm });
  }
  switch (source) {
    case "env":
      return fromEnvironment(identity, rest, environment);
    case "file":
      return { identity, from: "file", path: rest };
    case "command":
      return { identity, from: "command", args: argsOf(identity, rest) };
    case "headers":
      return { identity, from: "headers", headers: headersIn(identity, rest, environment) };
    case undefined:
    default:
      return { identity, from: "value", credential: value };
  }
}

/** Parses `HEADER=VALUE,HEADER=env:VARIABLE`. */
function headersIn(
  identity: KnownIdentity,
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const pairs = text.split(",").map((pair) => {
    const [, name = "", value = ""] = /^\s*([\w!#$%&'*+.^`|~-]+)=(.*)$/su.exec(pair) ?? [];
    if (name === "" || value.trim() === "") {
      throw new UsageError(
        `--identity ${identity}=headers: has an entry without a name or a value`,
        {
          fix: `Write --identity ${identity}=headers:x-role=editor,x-user-id=7,x-secret=env:SECRET.`,
        },
      );
    }
    const [, variable] = /^env:(\w+)$/u.exec(value.trim()) ?? [];
    if (variable !== undefined) fromEnvironment(identity, variable, environment);
    return [name, variable === undefined ? value.trim() : `$env.${variable}`] as const;
  });
  return Object.fromEntries(pairs);
}

/** Splits a command at spaces; words may be in single or double quotes. */
function argsOf(identity: KnownIdentity, text: string): readonly string[] {
  const found = [...text.matchAll(/\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))(?=\s|$)/guy)];
  const isWhole =
    found.reduce((length, [whole]) => length + whole.length, 0) === text.trimEnd().length;
  const args = found.map(([, double, single, bare]) => double ?? single ?? bare ?? "");
  if (isWhole && args.length > 0) return args;
  throw new UsageError(
    `--identity ${identity}=command: has an unclosed quote, or a quote inside a word`,
    {
      fix: "Separate words with spaces and quote words that contain spaces; no shell is used.",
    },
  );
}

function fromEnvironment(
  identity: KnownIdentity,
  variable: string,
  environment: Readonly<Record<string, string | undefined>>,
): IdentityRequest {
  const credential = environment[variable];
  if (credential === undefined || credential === "") {
    const state = credential === undefined ? "not set" : "empty";
    throw new UsageError(
      `--identity ${identity}=env:${variable} refers to an environment variable that is ${state}`,
      {
        fix: `Set ${variable === "" ? "a variable (named after env:)" : variable} to the credential of the identity ${identity}.`,
      },
    );
  }
  return { identity, from: "environment", variable, credential };
}

export function printIdentity(request: IdentityRequest): string {
  const variable = `${request.identity}=env:${request.identity.toUpperCase()}_CREDENTIAL`;
  switch (request.from) {
    case "none":
      return `${request.identity}=none`;
    case "environment":
      return `${request.identity}=env:${request.variable}`;
    case "value":
    case "headers":
      return variable;
    case "file":
      return `${request.identity}=file:${request.path}`;
    case "command":
      return request.args.length > 1
        ? variable
        : `${request.identity}=command:${request.args.map(quoted).join(" ")}`;
  }
}

function quoted(word: string): string {
  if (/^[^\s"']+$/u.test(word)) return word;
  return word.includes('"') ? `'${word}'` : `"${word}"`;
}

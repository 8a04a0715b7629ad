import { features, isFeature, isProfileRevision, profileRevisions, profiles } from "#contract";
import type { Feature, ProfileName, ProfileRevision } from "#contract";
import { UsageError } from "../process/program-errors.ts";
import { suggest } from "./suggest-names.ts";

export interface NumberRange {
  readonly least: number;
  readonly most: number;
}

export function parseWhole(option: string, text: string, range: NumberRange): number {
  const number = /^\d{1,15}$/u.test(text) ? Number(text) : Number.NaN;
  return checkRange({ option, text, number, what: "an integer" }, range);
}

export function parseDecimal(option: string, text: string, range: NumberRange): number {
  const number = /^\d{1,9}(?:\.\d{1,9})?$/u.test(text) ? Number(text) : Number.NaN;
  return checkRange({ option, text, number, what: "a number" }, range);
}

/** Parses a duration such as `60s`, `10m`, `1h` or `250ms` to milliseconds. */
export function parseDuration(option: string, text: string, range: NumberRange): number {
  const { number = "", unit = "" } =
    /^(?<number>\d{1,9}(?:\.\d{1,3})?)(?<unit>ms|s|m|h)$/u.exec(text)?.groups ?? {};
  const factor = new Map([
    ["ms", 1],
    ["s", 1000],
    ["m", 60_000],
    ["h", 3_600_000],
  ]).get(unit);
  const milliseconds = factor === undefined ? Number.NaN : Math.round(Number(number) * factor);
  if (milliseconds >= range.least && milliseconds <= range.most) return milliseconds;
  throw new UsageError(`invalid value for ${option}: "${text}"`, {
    fix: `Pass a duration from ${range.least} ms to ${range.most / 3_600_000} h, e.g. 60s or 10m.`,
  });
}

function checkRange(
  given: {
    readonly option: string;
    readonly text: string;
    readonly number: number;
    readonly what: string;
  },
  { least, most }: NumberRange,
): number {
  const { option, text, number, what } = given;
  if (number >= least && number <= most) return number;
  throw new UsageError(`invalid value for ${option}: "${text}"`, {
    fix: `Pass ${what} from ${least} to ${most}.`,
  });
}

export interface ProfileRequest {
  readonly profile: ProfileName;
  readonly revision?: ProfileRevision;
}

/** Parses `name` or `name@revision`. */
export function parseProfile(text: string): ProfileRequest {
  const [name = "", ...rest] = text.split("@");
  const known = Object.keys(profiles);
  if (!isProfileName(name)) {
    throw new UsageError(`unknown profile "${name}"`, {
      fix: suggest(name, known, `Valid profiles: ${known.join(", ")}.`),
    });
  }
  if (rest.length === 0) return { profile: name };
  const revision = rest.join("@");
  if (isProfileRevision(revision)) return { profile: name, revision };
  // The message lists the revisions, because test runners do not print the fix of an error.
  const list = `the revisions are ${profileRevisions.join(", ")}`;
  throw new UsageError(`profile ${name} has no revision "${revision}": ${list}`, {
    fix: suggest(
      revision,
      profileRevisions,
      `Use one of these revisions, or ${name} for the latest.`,
    ),
  });
}

function isProfileName(text: string): text is ProfileName {
  return Object.hasOwn(profiles, text);
}

export function parseFeature(option: string, text: string): Feature {
  if (isFeature(text)) return text;
  const known = Object.keys(features);
  throw new UsageError(`unknown feature in ${option}: "${text}"`, {
    fix: suggest(text, known, `Valid features: ${known.join(", ")}.`),
  });
}

export function parseChoice<Choice extends string>(
  option: string,
  text: string,
  choices: readonly Choice[],
): Choice {
  const found = choices.find((choice) => choice === text);
  if (found !== undefined) return found;
  throw new UsageError(`invalid value for ${option}: "${text}"`, {
    fix: `Valid values are ${choices.join(", ")}.`,
  });
}

/**
 * Parses the address of an endpoint.
 *
 * @throws UsageError that never quotes the address, because a URL may contain a password.
 */
export function parseUrl(option: string, text: string, schemes: readonly string[]): URL {
  const wanted = schemes.map((scheme) => `${scheme}://`).join(" or ");
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && schemes.includes(url.protocol.slice(0, -1))) return url;
  const found =
    url === undefined || url.host === "" ? "is not a URL" : `has the scheme ${url.protocol}//`;
  throw new UsageError(`the address given with ${option} ${found}`, {
    fix: `Pass an address that starts with ${wanted}.`,
  });
}

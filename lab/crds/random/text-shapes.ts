import type { JsonObject } from "#contract";
import type { Random } from "../../../suites/checker/testing/random-source.ts";
import { among, isRich } from "./editions.ts";
import { ruled, three } from "./drawn-shape.ts";
import type { Shape } from "./drawn-shape.ts";

type TextOf = (index: number) => string;

/** A keyword or a rule, and strings that satisfy it. */
type Row = readonly [string, TextOf];

const letter: TextOf = (index) => "abc"[index] ?? "d";

const amount = "(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))";

export const quantityPattern = `^(\\+|-)?${amount}(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?${amount}))?$`;

const patterns: readonly Row[] = [
  ["^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", letter],
  ["^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$", letter],
  ["^([0-9]{1,5}(h|m|s|ms)){1,4}$", (index) => `${index + 1}s`],
  ["^([0-9]+(\\.[0-9]+)?(ns|us|µs|ms|s|m|h))+$", (index) => `${index + 1}s`],
  ["^(?:(?:[0-9]+(?:\\.[0-9])?)(?:h|m|s|(?:ms)|(?:us)|(?:ns)))+$", (index) => `${index + 1}s`],
  [quantityPattern, (index) => `${index + 1}Gi`],
  ["^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$", letter],
  ["^\\/?[a-z0-9]+(?:[\\/-][a-z0-9]+)*$", letter],
  ["^/.*$", (index) => `/${letter(index)}`],
  ["^(https?|ftp)://[^\\s/$.?#].[^\\s]*$", (index) => `https://${letter(index)}.example.com`],
  ["^arn:aws[a-z-]*:iam::[0-9]{12}:role/.+$", (index) => `arn:aws:iam::12345678901${index}:role/x`],
  ["^v?[0-9]+\\.[0-9]+\\.[0-9]+(-[0-9A-Za-z.-]+)?$", (index) => `1.${index}.0`],
  ["^[0-9a-f]{40}$", (index) => letter(index).repeat(40)],
  ["^sha256:[0-9a-f]{64}$", (index) => `sha256:${letter(index).repeat(64)}`],
  ["^(\\d+|\\*)(/\\d+)?(\\s+(\\d+|\\*)(/\\d+)?){4}$", (index) => `${index} * * * *`],
  [
    "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
    (index) => `0000000${index}-0000-4000-8000-000000000000`,
  ],
  ["^[0-9]+%$", (index) => `${index + 10}%`],
  ["^((100|[0-9]{1,2})%|[0-9]+)$", (index) => `${index + 10}%`],
  ["^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$", letter],
  ["^[A-Za-z_][A-Za-z0-9_]*$", letter],
  ["^(\\*\\.)?[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+$", hostOf],
  ["^[1-9][0-9]*(Mi|Gi|Ti)$", (index) => `${index + 1}Gi`],
  ["^(?:[0-9]{1,3}\\.){3}[0-9]{1,3}/[0-9]{1,2}$", (index) => `198.51.10${index}.0/24`],
  ["^[a-zA-Z0-9._-]+/[a-zA-Z0-9._-]+:[a-zA-Z0-9._-]+$", (index) => `registry/app:v${index}`],
  ["^(True|False|Unknown|Pending)$", (index) => ["True", "False", "Unknown"][index] ?? ""],
  ["^\\S+$", letter],
  ["^.+$", letter],
  ["^[^:]+:[0-9]{2,5}$", (index) => `host:808${index}`],
  ["^([A-Z][a-z]+)+$", (index) => ["Up", "Down", "Gone"][index] ?? ""],
];

/**
 * Patterns of the second edition (see `editions.ts`): syntax that only RE2 supports, alternatives with the empty
 * string, and long patterns.
 */
const laterPatterns: readonly Row[] = [
  ["^[[:alnum:]][[:alnum:]_-]*$", letter],
  ["^[[:alpha:]]+$", letter],
  ["(?i)^(debug|info|warn)$", (index) => ["debug", "Info", "WARN"][index] ?? ""],
  ["^(?P<name>[a-z]+)-(?P<index>[0-9]+)$", (index) => `part-${index}`],
  ["\\A[a-z]+\\z", letter],
  ["^\\p{L}+$", letter],
  ["^$|^[a-z]+$", letter],
  ["^.{1,20}$", letter],
  ["^P(?:[0-9]+D)?(?:T[0-9]+H)?$", (index) => `P${index + 1}D`],
  ["^([01]?[0-9]|2[0-3]):[0-5][0-9]$", (index) => `01:0${index}`],
  ["^(Mon|Tue|Wed|Thu|Fri):[0-2][0-9]:[0-5][0-9]$", (index) => `Mon:0${index}:00`],
  ["^[A-Z]{2,3}$", (index) => `A${letter(index).toUpperCase()}`],
  ["^[A-Z0-9_]+$", (index) => letter(index).toUpperCase()],
  ["^\\d{12}$", (index) => `12345678901${index}`],
  ["^projects/[^/]+/locations/[a-z0-9-]+$", (index) => `projects/x/locations/${letter(index)}`],
  ["^[\\x21-\\x7e]+$", letter],
  ["^[A-Za-z0-9!#$%&'*+\\-.^_\\x60|~]+$", letter],
  [
    "^v?(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$",
    (index) => `1.${index}.0`,
  ],
  [
    "^(@(yearly|monthly|weekly|daily|hourly))|((((\\d+,)*\\d+|(\\d+(\\/|-)\\d+)|\\*(\\/\\d+)?)\\s?){5})$",
    (index) => ["@daily", "@weekly", "@hourly"][index] ?? "",
  ],
  ["^(sha256:[a-f0-9]{64}|[a-f0-9]{40})$", (index) => letter(index).repeat(40)],
  ["^[a-z]{1,3}$", letter],
  ["^/[a-zA-Z0-9/_-]*[^/]$", (index) => `/${letter(index)}`],
  ["^s3://[a-z0-9.-]{3,63}/.*$", (index) => `s3://bucket-${letter(index)}/`],
  ["^(http|https|ssh)://.*$", (index) => `ssh://${letter(index)}`],
  ["^git@[^:]+:.+$", (index) => `git@host:${letter(index)}`],
  [
    "^arn:(aws|aws-cn|aws-us-gov):kms:[a-z0-9-]+:\\d{12}:key/.+$",
    (index) => `arn:aws:kms:x-1:12345678901${index}:key/x`,
  ],
  ["^#[0-9a-f]{6}$", (index) => `#00000${index}`],
  ["^[a-z0-9-]+:[a-z0-9-]+(,[a-z0-9-]+:[a-z0-9-]+)*$", (index) => `a:${letter(index)}`],
  ["^(auto|[1-9][0-9]{0,3})$", (index) => ["auto", "1", "2"][index] ?? ""],
];

function hostOf(index: number): string {
  return `${letter(index)}.example.com`;
}

const formats: readonly Row[] = [
  ["byte", (index) => ["YQ==", "Yg==", "Yw=="][index] ?? ""],
  ["date", (index) => `2024-01-0${index + 1}`],
  ["date-time", (index) => `2024-01-0${index + 1}T00:00:00Z`],
  ["duration", (index) => `${index + 1}m0s`],
  ["email", (index) => `${letter(index)}@example.com`],
  ["hostname", hostOf],
  ["ipv4", (index) => `198.51.100.${index + 1}`],
  ["ipv6", (index) => `2001:db8::${index + 1}`],
  ["cidr", (index) => `198.51.10${index}.0/24`],
  ["mac", (index) => `00:00:5e:00:53:0${index}`],
  ["password", letter],
  ["uri", (index) => `https://${hostOf(index)}/`],
  ["uuid", (index) => `0000000${index}-0000-4000-8000-000000000000`],
];

const rules: readonly Row[] = [
  ["self.startsWith('/')", (index) => `/${letter(index)}`],
  ["self.startsWith('https://')", (index) => `https://${hostOf(index)}`],
  ["self.endsWith('.example.com')", hostOf],
  ["self.contains(':')", (index) => `${letter(index)}:1`],
  ["self != ''", letter],
  ["size(self) > 0", letter],
  ["self.size() <= 10", letter],
  ["self.matches('^[a-z]+$')", letter],
  ["self.matches('^[A-Z][a-zA-Z]*$')", (index) => letter(index).toUpperCase()],
  ["self.find('^[0-9]+') != ''", (index) => `${index}x`],
  ["self in ['one', 'two', 'three']", (index) => ["one", "two", "three"][index] ?? ""],
  [
    "self == 'one' || self == 'two' || self == 'three'",
    (index) => ["one", "two", "three"][index] ?? "",
  ],
  ["isURL(self)", (index) => `https://${hostOf(index)}`],
  [
    "isURL(self) && url(self).getScheme() in ['http', 'https']",
    (index) => `https://${hostOf(index)}`,
  ],
  ["duration(self) >= duration('1s')", (index) => `${index + 1}m0s`],
  [
    "duration(self) > duration('0s') && duration(self) <= duration('1h')",
    (index) => `${index + 1}m0s`,
  ],
  ["isIP(self)", (index) => `198.51.100.${index + 1}`],
  ["isCIDR(self)", (index) => `198.51.10${index}.0/24`],
  ["quantity(self).isGreaterThan(quantity('0'))", (index) => `${index + 1}Gi`],
  ["isQuantity(self)", (index) => `${index + 1}Gi`],
  ["self != 'default' && !self.contains('..')", letter],
  ["!self.startsWith('kubernetes.io/')", letter],
  ["int(self) > 0", (index) => `${index + 1}`],
  ["!format.dns1123Label().validate(self).hasValue()", letter],
];

const laterRules: readonly Row[] = [
  ["self.split('/').size() == 2", (index) => `first/${letter(index)}`],
  ["self.lowerAscii() == self", letter],
  ["self.matches('^[0-9]+$') ? int(self) <= 100 : true", letter],
  ["self.size() == 0 || isURL(self)", (index) => `https://${hostOf(index)}`],
  ["isIP(self) && ip(self).family() == 4", (index) => `198.51.100.${index + 1}`],
  ["isIP(self) || self == 'auto'", (index) => `198.51.100.${index + 1}`],
  ["isCIDR(self) && cidr(self).prefixLength() >= 16", (index) => `198.51.10${index}.0/24`],
  ["!(self in ['admin', 'root'])", letter],
  ["self.trim() == self && self.size() >= 2", (index) => `${letter(index)}-x`],
  ["self.indexOf(':') > 0", (index) => `${letter(index)}:1`],
  ["self.startsWith('arn:') || self.startsWith('alias/')", (index) => `alias/${letter(index)}`],
  ["self.size() == 3", (index) => letter(index).repeat(3)],
  ["self.endsWith('/')", (index) => `${letter(index)}/`],
  ["self.matches('^[a-z]{2}-[a-z]+-[0-9]$')", (index) => `eu-west-${index + 1}`],
  ["quantity(self).compareTo(quantity('1Gi')) >= 0", (index) => `${index + 1}Gi`],
];

/** Formats that are types in CEL, each with a rule. */
const typedFormats: readonly (readonly [string, string, TextOf])[] = [
  ["duration", "self >= duration('1s')", (index) => `${index + 1}m0s`],
  ["duration", "self > duration('0s') && self <= duration('10m')", (index) => `${index + 1}m0s`],
  [
    "date-time",
    "self > timestamp('2020-01-01T00:00:00Z')",
    (index) => `2024-01-0${index + 1}T00:00:00Z`,
  ],
  ["date", "self.getFullYear() >= 2000", (index) => `2024-01-0${index + 1}`],
];

const tightBounds: readonly JsonObject[] = [
  { maxLength: 1 },
  { minLength: 1, maxLength: 2 },
  { maxLength: 3 },
  { minLength: 36, maxLength: 36 },
  { minLength: 64 },
];

function drawTight(random: Random): Shape {
  const bounds = random.pick(tightBounds);
  const { minLength } = bounds;
  const length = typeof minLength === "number" ? minLength : 1;
  return {
    schema: { type: "string", ...bounds },
    values: three((index) => letter(index).repeat(length)),
  };
}

function drawTyped(random: Random): Shape {
  const [format, text, textOf] = random.pick(typedFormats);
  return { schema: ruled({ type: "string", format }, text, random), values: three(textOf) };
}

const optionalTransitions: readonly string[] = [
  "!oldSelf.hasValue() || oldSelf.value() == self",
  "oldSelf.orValue(self) == self",
  "oldSelf.hasValue() ? self == oldSelf.value() : self != ''",
];

function drawOptionallyFixed(random: Random): Shape {
  const fixed = letter(random.below(3));
  const rule = { rule: random.pick(optionalTransitions), optionalOldSelf: true };
  return {
    schema: { type: "string", maxLength: 63, "x-kubernetes-validations": [rule] },
    values: [fixed, fixed, fixed],
  };
}

const transitions: readonly string[] = [
  "self == oldSelf",
  "oldSelf == '' || self == oldSelf",
  "self == oldSelf || oldSelf == 'unset'",
];

export function drawText(random: Random): Shape {
  if (isRich(random) && random.chance(0.15)) {
    return random.pick([drawTight, drawTyped, drawOptionallyFixed])(random);
  }
  const kind = random.pick([
    "plain",
    "bounded",
    "enum",
    "pattern",
    "pattern",
    "format",
    "rule",
    "fixed",
  ]);
  const text = { type: "string" };
  if (kind === "pattern") {
    const some = among(random, patterns, laterPatterns);
    return follows(random, some, (pattern) => ({ ...text, pattern }));
  }
  if (kind === "format") return follows(random, formats, (format) => ({ ...text, format }));
  if (kind === "rule") {
    const some = among(random, rules, laterRules);
    return follows(random, some, (one) => ruled({ ...text, maxLength: 63 }, one, random));
  }
  if (kind === "enum") return drawChoice(random);
  if (kind === "fixed") {
    const fixed = letter(random.below(3));
    const schema = ruled({ ...text, maxLength: 63 }, random.pick(transitions), random);
    return { schema, values: [fixed, fixed, fixed] };
  }
  const bounds = { minLength: random.below(3), maxLength: random.pick([8, 63, 253, 32768]) };
  return {
    schema: { ...text, ...(kind === "bounded" ? bounds : {}) },
    values: three((index) => `${letter(index)}-${index}`),
  };
}

function follows(
  random: Random,
  rows: readonly Row[],
  schemaOf: (word: string) => JsonObject,
): Shape {
  const [word, textOf] = random.pick(rows);
  return { schema: schemaOf(word), values: three(textOf) };
}

const choices = ["Active", "Passive", "Idle", "Draining", "None"];

export function drawChoice(random: Random): Shape {
  const count = 1 + random.below(choices.length);
  const some = choices.slice(0, count);
  const last = some.at(-1) ?? "";
  return {
    schema: {
      type: "string",
      enum: random.chance(0.2) ? ["", ...some] : some,
      ...(random.chance(0.3) ? { default: last } : {}),
    },
    values: three((index) => some[index] ?? last),
  };
}

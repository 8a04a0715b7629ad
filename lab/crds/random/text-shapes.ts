import type { JsonObject } from "#contract";
import type { Random } from "../../../suites/checker/testing/random.ts";
import { ruled, three } from "./shape.ts";
import type { Shape } from "./shape.ts";

type TextOf = (index: number) => string;

/** A keyword or a rule, and strings that satisfy it. */
type Row = readonly [string, TextOf];

const letter: TextOf = (index) => "abc"[index] ?? "d";

const amount = "(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))";

/** The pattern of `resource.Quantity`. */
export const quantityPattern = `^(\\+|-)?${amount}(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?${amount}))?$`;

/** Patterns from published CRDs. */
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

/** Transition rules for a string, which permit it to stay the same. */
const transitions: readonly string[] = [
  "self == oldSelf",
  "oldSelf == '' || self == oldSelf",
  "self == oldSelf || oldSelf == 'unset'",
];

/** A string with or without constraints by keywords or rules. */
export function drawText(random: Random): Shape {
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
  if (kind === "pattern") return follows(random, patterns, (pattern) => ({ ...text, pattern }));
  if (kind === "format") return follows(random, formats, (format) => ({ ...text, format }));
  if (kind === "rule") {
    return follows(random, rules, (one) => ruled({ ...text, maxLength: 63 }, one, random));
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

/** A string with a keyword or a rule, and values that satisfy it. */
function follows(
  random: Random,
  rows: readonly Row[],
  schemaOf: (word: string) => JsonObject,
): Shape {
  const [word, textOf] = random.pick(rows);
  return { schema: schemaOf(word), values: three(textOf) };
}

const choices = ["Active", "Passive", "Idle", "Draining", "None"];

/** A string with a fixed set of values. */
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

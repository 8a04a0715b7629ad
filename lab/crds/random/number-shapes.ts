import type { Random } from "../../../suites/checker/testing/random-source.ts";
import { quantityPattern } from "./text-shapes.ts";
import { isRich } from "./editions.ts";
import { ruled, three } from "./drawn-shape.ts";
import type { Shape } from "./drawn-shape.ts";

/** Rules for an integer, each with three integers that satisfy it. */
const rules: readonly (readonly [string, readonly [number, number, number]])[] = [
  ["self > 0", [1, 2, 3]],
  ["self >= 0 && self <= 100", [1, 2, 3]],
  ["self % 2 == 1", [1, 3, 5]],
  ["self in [1, 3, 5]", [1, 3, 5]],
  ["self == 80 || self == 443 || self >= 1024", [80, 443, 1024]],
  ["self != 0", [1, 2, 3]],
  ["self >= oldSelf", [7, 7, 7]],
  ["self == oldSelf", [7, 7, 7]],
];

/**
 * Numbers of the second edition (see `editions.ts`): small enumerations, ports, fractions, and bounds far from zero.
 */
const laterNumbers: readonly Shape[] = [
  { schema: { type: "integer", enum: [1, 2, 3] }, values: [1, 2, 3] },
  { schema: { type: "integer", enum: [8, 16] }, values: [8, 16, 8] },
  { schema: { type: "integer", minimum: 0, maximum: 1 }, values: [0, 1, 0] },
  { schema: { type: "integer", minimum: 1, maximum: 65_535, format: "int32" }, values: [1, 2, 3] },
  { schema: { type: "integer", minimum: 0, maximum: 100, default: 100 }, values: [1, 2, 3] },
  { schema: { type: "integer", minimum: 5, maximum: 5 }, values: [5, 5, 5] },
  { schema: { type: "integer", minimum: -20, maximum: -1 }, values: [-1, -2, -3] },
  { schema: { type: "integer", minimum: 1_000_000_000_000 }, values: [1e12, 1e12 + 1, 1e12 + 2] },
  { schema: { type: "number", minimum: 0, maximum: 1 }, values: [0.1, 0.5, 0.9] },
  {
    schema: { type: "number", minimum: 0, exclusiveMinimum: true, maximum: 1 },
    values: [0.1, 0.5, 0.9],
  },
  {
    schema: { type: "integer", maximum: 10, exclusiveMaximum: true },
    values: [7, 8, 9],
  },
];

/** Rules of the second edition (see `editions.ts`), each with three integers that satisfy it. */
const laterRules: typeof rules = [
  ["self % 5 == 0", [5, 10, 15]],
  ["self == 0 || self >= 10", [10, 11, 12]],
  ["self in [0, 1]", [0, 1, 0]],
  ["self < 0 || self > 1024", [1025, 1026, 1027]],
  ["self >= 30000 && self <= 32767", [30_000, 30_001, 30_002]],
];

function drawLaterNumber(random: Random): Shape {
  if (random.chance(0.7)) return random.pick(laterNumbers);
  const [text, values] = random.pick(laterRules);
  return { schema: ruled({ type: "integer" }, text, random), values };
}

export function drawNumber(random: Random): Shape {
  if (isRich(random) && random.chance(0.35)) return drawLaterNumber(random);
  const format = random.pick([{}, { format: "int32" }, { format: "int64" }]);
  const integer = { type: "integer", ...format };
  const kind = random.pick([
    "plain",
    "least",
    "range",
    "multiple",
    "exclusive",
    "rule",
    "fraction",
    "tight",
  ]);
  if (kind === "plain") return { schema: integer, values: [1, 2, 3] };
  if (kind === "rule") {
    const [text, values] = random.pick(rules);
    return { schema: ruled(integer, text, random), values };
  }
  if (kind === "fraction") {
    const schema = {
      type: "number",
      ...random.pick([{}, { format: "double" }, { format: "float" }]),
    };
    return { schema: { ...schema, minimum: 0 }, values: [0.5, 1, 1.5] };
  }
  if (kind === "multiple") {
    const multipleOf = random.pick([2, 5, 100]);
    return { schema: { ...integer, multipleOf }, values: three((index) => index * multipleOf) };
  }
  const minimum = random.pick([-10, 0, 1, 100, 1024]);
  if (kind === "exclusive") {
    return {
      schema: { ...integer, minimum, exclusiveMinimum: true },
      values: three((index) => minimum + index + 1),
    };
  }
  const values = three((index) => minimum + index);
  const maximum = minimum + (kind === "tight" ? 2 : 64_000);
  if (kind === "least") return { schema: { ...integer, minimum }, values };
  const isDefaulted = random.chance(0.3);
  return {
    schema: { ...integer, minimum, maximum, ...(isDefaulted ? { default: maximum } : {}) },
    values,
  };
}

export function drawIntOrString(random: Random): Shape {
  const mixed = { "x-kubernetes-int-or-string": true };
  const both = { ...mixed, anyOf: [{ type: "integer" }, { type: "string" }] };
  const gibibytes = three((index) => `${index + 1}Gi`);
  return random.pick<Shape>([
    { schema: mixed, values: [1, 2, 3] },
    { schema: both, values: [1, 2, 3] },
    { schema: { ...both, pattern: quantityPattern }, values: gibibytes },
    { schema: { ...both, pattern: "^((100|[0-9]{1,2})%|[0-9]+)$" }, values: ["10%", "11%", "12%"] },
    { schema: { ...both, default: "25%" }, values: ["10%", "11%", "12%"] },
    {
      schema: ruled(
        { ...both, pattern: quantityPattern },
        "quantity(self).isGreaterThan(quantity('0'))",
        random,
      ),
      values: gibibytes,
    },
    {
      schema: ruled(
        { ...both, maxLength: 32 },
        "type(self) == string ? self.endsWith('%') : self >= 0",
        random,
      ),
      values: ["10%", "11%", "12%"],
    },
  ]);
}

import type { JsonObject, JsonValue } from "#contract";
import type { Random } from "../../../suites/checker/testing/random-source.ts";
import type { FieldNames } from "./field-names.ts";
import { drawNumber } from "./number-shapes.ts";
import { rule, three } from "./drawn-shape.ts";
import type { Shape, Three } from "./drawn-shape.ts";
import { drawText } from "./text-shapes.ts";

/** Properties that are generated together: a single one, or several that share a validation rule or an alternative. */
export interface FieldGroup {
  readonly properties: JsonObject;
  readonly required: readonly string[];
  /** Three sets of values for these properties. Each satisfies the rules of the group. */
  readonly values: Three<JsonObject>;
  readonly rules: readonly JsonObject[];
  /** Schema alternatives. At most one group of an object has any. */
  readonly alternatives: JsonObject;
}

export type DrawGroup = (random: Random, names: FieldNames) => FieldGroup;

interface GroupParts extends Pick<FieldGroup, "properties" | "values"> {
  readonly required?: readonly string[];
  readonly rules?: readonly JsonObject[];
  readonly alternatives?: JsonObject;
}

function groupOf(parts: GroupParts): FieldGroup {
  return { required: [], rules: [], alternatives: {}, ...parts };
}

export function singleGroup(random: Random, name: string, shape: Shape): FieldGroup {
  const presence = random.pick(["required", "optional", "absent"]);
  const nullable = random.chance(0.08) ? { nullable: true } : {};
  return groupOf({
    properties: { [name]: { ...shape.schema, ...nullable } },
    ...(presence === "required" ? { required: [name] } : {}),
    values: three((index) =>
      presence === "absent" ? {} : { [name]: shape.values[index] ?? null },
    ),
  });
}

const integer = { type: "integer", minimum: 0 };
const short = { type: "string", maxLength: 63 };

const drawRange: DrawGroup = (random, names) => {
  const least = names.nextPlain();
  const most = names.nextPlain();
  const compared = random.pick([
    `self.${least} <= self.${most}`,
    `self.${least} < self.${most}`,
    `self.${most} > self.${least}`,
  ]);
  const isOptional = random.chance(0.5);
  const text = isOptional
    ? random.pick([
        `!has(self.${least}) || !has(self.${most}) || ${compared}`,
        `!(has(self.${least}) && has(self.${most})) || ${compared}`,
        `has(self.${least}) && has(self.${most}) ? ${compared} : true`,
      ])
    : compared;
  return groupOf({
    properties: { [least]: integer, [most]: integer },
    required: isOptional ? [] : [least, most],
    values: three((index) => ({ [least]: index, [most]: index + 10 })),
    rules: [rule(text, random)],
  });
};

const drawUnion: DrawGroup = (random, names) => {
  const type = names.nextPlain();
  const first = names.nextPlain();
  const second = names.nextPlain();
  const shapes = [drawText(random), drawNumber(random)] as const;
  const rules = [
    random.pick([
      `self.${type} == 'First' ? has(self.${first}) : !has(self.${first})`,
      `has(self.${first}) == (self.${type} == 'First')`,
      `self.${type} != 'First' || has(self.${first})`,
      `!(self.${type} == 'First' && !has(self.${first}))`,
      `(self.${type} == 'First') == has(self.${first})`,
    ]),
    random.pick([
      `self.${type} == 'Second' ? has(self.${second}) : !has(self.${second})`,
      `!has(self.${second}) || self.${type} == 'Second'`,
    ]),
  ];
  return groupOf({
    properties: {
      [type]: { type: "string", enum: ["First", "Second"] },
      [first]: withoutDefaultOf(shapes[0].schema),
      [second]: withoutDefaultOf(shapes[1].schema),
    },
    required: [type],
    values: three((index) => ({ [type]: "First", [first]: shapes[0].values[index] ?? null })),
    rules: rules.map((text) => rule(text, random)),
  });
};

/**
 * Three properties, with a rule on how many of them, or of the first two, must be set, like those that kubebuilder
 * markers generate.
 */
const drawCounted: DrawGroup = (random, names) => {
  const all = [names.nextPlain(), names.nextPlain(), names.nextPlain()];
  const [first = ""] = all;
  const listed = `[${all.map((name) => `has(self.${name})`).join(",")}].filter(x,x==true).size()`;
  const text = random.pick([
    `${listed} == 1`,
    `${listed} <= 1`,
    `${listed} >= 1`,
    all.map((name) => `(has(self.${name}) ? 1 : 0)`).join(" + ") + " == 1",
    `has(self.${first}) != has(self.${all[1] ?? ""})`,
  ]);
  const shape = drawText(random);
  const others = Object.fromEntries(all.slice(1).map((name) => [name, short]));
  return groupOf({
    properties: { [first]: withoutDefaultOf(shape.schema), ...others },
    values: three((index) => ({ [first]: shape.values[index] ?? null })),
    rules: [rule(text, random)],
  });
};

function withoutDefaultOf({ default: _default, ...rest }: JsonObject): JsonObject {
  return rest;
}

const drawAlternatives: DrawGroup = (random, names) => {
  const first = names.next();
  const second = names.next();
  const one: JsonValue[] = [{ required: [first] }, { required: [second] }];
  const both = { required: [first, second] };
  const shape = drawText(random);
  return groupOf({
    properties: { [first]: withoutDefaultOf(shape.schema), [second]: short },
    values: three((index) => ({ [first]: shape.values[index] ?? null })),
    alternatives: random.pick<JsonObject>([
      { oneOf: one },
      { anyOf: one },
      { not: both },
      { anyOf: one, not: both },
      { allOf: [{ anyOf: one }, { not: both }] },
      { oneOf: [{ required: [first], not: { required: [second] } }, { required: [second] }] },
      { oneOf: [...one, { not: { anyOf: one } }] },
      {
        anyOf: [
          { properties: { [second]: { minLength: 3 } }, required: [second] },
          { required: [first] },
        ],
      },
    ]),
  });
};

/** A property with a transition rule. Depending on the rule, it cannot be added, removed or changed after creation. */
const drawTransition: DrawGroup = (random, names) => {
  const name = names.nextPlain();
  const other = names.nextPlain();
  const text = random.pick([
    `!has(oldSelf.${name}) || has(self.${name})`,
    `has(self.${name}) == has(oldSelf.${name})`,
    `!has(oldSelf.${name}) || (has(self.${name}) && self.${name} == oldSelf.${name})`,
    `has(oldSelf.${name}) || !has(self.${name})`,
    `!has(oldSelf.${name}) || !has(self.${name}) || self.${name} == oldSelf.${name}`,
    `!(has(self.${name}) && has(oldSelf.${name})) || self.${name} == oldSelf.${name} || self.${other} != oldSelf.${other}`,
  ]);
  return groupOf({
    properties: { [name]: { ...short }, [other]: { ...integer } },
    required: [other],
    values: three((index) => ({ [name]: "fixed", [other]: index })),
    rules: [rule(text, random)],
  });
};

const drawSwitch: DrawGroup = (random, names) => {
  const flag = names.nextPlain();
  const value = names.nextPlain();
  const shape = drawText(random);
  const text = random.pick([
    `!has(self.${flag}) || !self.${flag} || has(self.${value})`,
    `!(has(self.${flag}) && self.${flag}) || has(self.${value})`,
    `has(self.${flag}) && self.${flag} ? has(self.${value}) : true`,
  ]);
  return groupOf({
    properties: { [flag]: { type: "boolean" }, [value]: withoutDefaultOf(shape.schema) },
    values: three((index) => ({ [flag]: true, [value]: shape.values[index] ?? null })),
    rules: [rule(text, random)],
  });
};

const drawRelated: DrawGroup = (random, names) => {
  const first = names.nextPlain();
  const second = names.nextPlain();
  return random.pick<() => FieldGroup>([
    () =>
      groupOf({
        properties: { [first]: short, [second]: short },
        required: [first, second],
        values: three((index) => ({ [first]: `first-${index}`, [second]: `second-${index}` })),
        rules: [rule(`self.${first} != self.${second}`, random)],
      }),
    () =>
      groupOf({
        properties: { [first]: integer, [second]: integer },
        required: [first, second],
        values: three((index) => ({ [first]: index, [second]: 100 - index })),
        rules: [rule(`self.${first} + self.${second} <= 100`, random)],
      }),
    () =>
      groupOf({
        properties: { [first]: short, [second]: short },
        required: [first],
        values: three((index) => ({ [first]: `pre-${index}`, [second]: "pre" })),
        rules: [rule(`!has(self.${second}) || self.${first}.startsWith(self.${second})`, random)],
      }),
  ])();
};

export const ruledGroups: readonly DrawGroup[] = [
  drawRange,
  drawUnion,
  drawCounted,
  drawTransition,
  drawSwitch,
  drawRelated,
];

export const alternativeGroup: DrawGroup = drawAlternatives;

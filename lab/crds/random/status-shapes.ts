import type { JsonObject } from "#contract";
import type { Random } from "../../../suites/checker/testing/random-source.ts";
import { drawConditions } from "./condition-shapes.ts";
import { alternativeGroup, ruledGroups, singleGroup } from "./field-groups.ts";
import type { FieldGroup } from "./field-groups.ts";
import { isRich } from "./editions.ts";
import { FieldNames } from "./field-names.ts";
import { drawLaterStatus } from "./later-statuses.ts";
import { drawShape, objectOf } from "./object-shapes.ts";
import { three } from "./drawn-shape.ts";
import type { Shape } from "./drawn-shape.ts";
import { drawChoice } from "./text-shapes.ts";

const usual = ["conditions", "observedGeneration", "phase", "replicas", "ready", "message"];

export function drawStatus(random: Random): Shape {
  if (isRich(random) && random.chance(0.6)) return drawLaterStatus(random);
  const kind = random.pick(["usual", "usual", "usual", "conditions", "choices", "any", "open"]);
  if (kind === "open") return drawOpenStatus(random);
  const groups = kind === "conditions" ? [conditionsOf(random)] : drawGroups(random, kind);
  const shape = objectOf(random, groups);
  return random.chance(0.15) ? { ...shape, schema: withDefault(shape) } : shape;
}

function drawGroups(random: Random, kind: string): readonly FieldGroup[] {
  const names = new FieldNames(random, usual);
  const groups: FieldGroup[] = [];
  if (kind === "choices") {
    groups.push(singleGroup(random, "phase", choiceOfThree()));
    groups.push(
      singleGroup(random, "ready", { schema: { type: "boolean" }, values: [true, false, true] }),
    );
    return groups;
  }
  if (kind === "usual") {
    if (random.chance(0.7)) groups.push(conditionsOf(random));
    if (random.chance(0.6))
      groups.push(singleGroup(random, "observedGeneration", drawObserved(random)));
    if (random.chance(0.3)) groups.push(singleGroup(random, "phase", drawChoice(random)));
    if (random.chance(0.3)) groups.push(singleGroup(random, "replicas", drawReplicas(random)));
    if (random.chance(0.3)) groups.push(singleGroup(random, "message", plainText()));
  }
  for (let index = random.below(4); index > 0; index -= 1) {
    groups.push(singleGroup(random, names.next(), drawShape(random, 1)));
  }
  if (random.chance(0.2)) groups.push(random.pick(ruledGroups)(random, names));
  if (random.chance(0.05)) groups.push(alternativeGroup(random, names));
  groups.push(singleGroup(random, names.next(), plainText()));
  return groups;
}

function conditionsOf(random: Random): FieldGroup {
  return singleGroup(random, "conditions", drawConditions(random));
}

function choiceOfThree(): Shape {
  return {
    schema: { type: "string", enum: ["Pending", "Ready", "Failed"] },
    values: ["Pending", "Ready", "Failed"],
  };
}

function plainText(): Shape {
  return { schema: { type: "string" }, values: three((index) => `text ${index}`) };
}

function drawObserved(random: Random): Shape {
  const format = random.pick([{ format: "int64" }, { format: "int64" }, {}]);
  const least = random.pick([{}, { minimum: 0 }, { minimum: 1 }]);
  return { schema: { type: "integer", ...format, ...least }, values: [1, 2, 3] };
}

function drawReplicas(random: Random): Shape {
  const least = random.pick([{}, { minimum: 0 }, { default: 0 }, { minimum: 0, maximum: 1_000 }]);
  return { schema: { type: "integer", format: "int32", ...least }, values: [1, 2, 3] };
}

function drawOpenStatus(random: Random): Shape {
  const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  return random.pick<Shape>([
    { schema: open, values: three((index) => ({ any: index })) },
    {
      schema: { ...open, properties: { observedGeneration: { type: "integer", format: "int64" } } },
      values: three((index) => ({ observedGeneration: index })),
    },
    {
      schema: { type: "object", additionalProperties: { type: "string" } },
      values: three((index) => ({ any: `text ${index}` })),
    },
  ]);
}

function withDefault({ schema, values: [first] }: Shape): JsonObject {
  return { ...schema, default: first };
}

import { getNamedType, isEnumType, isInputObjectType, isObjectType } from "graphql";
import type { GraphQLInputType, GraphQLOutputType } from "graphql";
import type { ConditionSpelling } from "#targets/graphql";
import { isListed, outputFields } from "./root-fields.ts";
import { plain } from "./shapes.ts";

export interface GuessedConditions {
  readonly member: string;
  /** Absent if conditions have the standard field names and values. */
  readonly spelling?: ConditionSpelling;
}

const otherNames: Readonly<Record<string, RegExp>> = {
  type: /^(?:kind|name|conditionType)$/iu,
  reason: /^(?:code|cause)$/iu,
  message: /^(?:text|detail|description)$/iu,
  lastTransitionTime: /^(?:since|changedAt|transitionedAt|lastChanged|lastTransition)$/iu,
  observedGeneration: /^(?:generation|observed)$/iu,
};

/**
 * Finds the conditions among the fields of a status. `inputs` contains the known types of the fields in writes. If
 * these types have no time field, the server sets the time.
 */
export function conditionsIn(
  members: Readonly<Record<string, GraphQLOutputType>>,
  inputs: ReadonlyMap<string, GraphQLInputType> = new Map(),
): GuessedConditions | undefined {
  for (const [member, type] of Object.entries(members)) {
    const inner = outputFields(getNamedType(type));
    const name = statusName(inner);
    const status = name === undefined ? undefined : inner[name];
    if (
      isListed(type) &&
      name !== undefined &&
      status !== undefined &&
      namesOf(inner)["type"] !== undefined
    ) {
      const isTimeWritten = writtenFields(inputs.get(member))?.includes(timeField) ?? true;
      const isTimed = namesOf(inner)[timeField] !== undefined;
      return {
        member,
        ...spellingOf(member, inner, { name, status, isOfServer: isTimed && !isTimeWritten }),
      };
    }
  }
  return undefined;
}

/** Returns the field that contains the status of a condition: by its name, or the only enum with the three values. */
function statusName(inner: Readonly<Record<string, GraphQLOutputType>>): string | undefined {
  if (inner["status"] !== undefined) return "status";
  const [only, ...others] = Object.entries(inner).flatMap(([name, type]) => {
    const named = getNamedType(type);
    const values = isEnumType(named) ? named.getValues().map((value) => plain(value.name)) : [];
    const isTruth = ["true", "false", "unknown"].every((word) => values.includes(word));
    return isTruth && values.length === 3 ? [name] : [];
  });
  return others.length === 0 ? only : undefined;
}

const timeField = "lastTransitionTime";

/** Returns the fields of a condition that a type contains, by their common names. Undefined if the type is untyped. */
export function writtenFields(
  type: GraphQLInputType | GraphQLOutputType | undefined,
): readonly string[] | undefined {
  const named = type === undefined ? undefined : getNamedType(type);
  return isInputObjectType(named) || isObjectType(named)
    ? Object.keys(namesOf(named.getFields()))
    : undefined;
}

function spellingOf(
  member: string,
  inner: Readonly<Record<string, GraphQLOutputType>>,
  {
    name,
    status,
    isOfServer,
  }: {
    readonly name: string;
    readonly status: GraphQLOutputType;
    readonly isOfServer: boolean;
  },
): Pick<GuessedConditions, "spelling"> {
  const renamed = Object.fromEntries(
    Object.entries({ status: name, ...namesOf(inner) }).filter(([usual, own]) => usual !== own),
  );
  const words = wordsOf(status);
  const spelling: ConditionSpelling = {
    ...(member === "conditions" ? {} : { member }),
    ...(words === undefined ? {} : { status: words }),
    ...(Object.keys(renamed).length === 0 ? {} : { members: renamed }),
    ...(isOfServer ? { time: "server" } : {}),
  };
  return Object.keys(spelling).length === 0 ? {} : { spelling };
}

function namesOf(inner: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const names = Object.keys(inner);
  const found = Object.entries(otherNames).map(([name, pattern]) => {
    return [
      name,
      names.includes(name) ? name : names.find((own) => isCalled(own, name, pattern)),
    ] as const;
  });
  return Object.fromEntries(
    found.flatMap(([name, own]) => (own === undefined ? [] : [[name, own]])),
  );
}

/** Ignores the difference between camel case and snake case. */
function isCalled(own: string, name: string, alternatives: RegExp): boolean {
  return plain(own) === plain(name) || alternatives.test(plain(own));
}

function wordsOf(type: GraphQLOutputType): ConditionSpelling["status"] {
  const named = getNamedType(type);
  if (!isEnumType(named)) return undefined;
  const values = named.getValues().map(({ name }) => name);
  const word = (common: string): string =>
    values.find((value) => value.toLowerCase() === common.toLowerCase()) ?? common;
  const words = { True: word("True"), False: word("False"), Unknown: word("Unknown") };
  return Object.entries(words).every(([common, own]) => common === own) ? undefined : words;
}

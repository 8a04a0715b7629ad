import { getNamedType, isEnumType, isInputObjectType, isObjectType } from "graphql";
import type {
  GraphQLInputObjectType,
  GraphQLInputType,
  GraphQLObjectType,
  GraphQLOutputType,
} from "graphql";
import type { ConditionSpelling } from "#targets/graphql";
import { isListed, outputFields } from "./root-fields.ts";
import { plain } from "./shapes.ts";

export interface GuessedConditions {
  readonly member: string;
  /** Absent if conditions have the standard field names and values. */
  readonly spelling?: ConditionSpelling;
}

const otherNames: Readonly<Record<string, RegExp>> = {
  type: /^(?:kind|name|conditionType|topic|about|aspect)$/iu,
  reason: /^(?:code|cause|because|why)$/iu,
  message: /^(?:text|detail|description|note|explanation)$/iu,
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
  const [only, ...others] = Object.entries(inner).flatMap(([name, type]) =>
    truthOf(type) === undefined ? [] : [name],
  );
  return others.length === 0 ? only : undefined;
}

type Truth = NonNullable<ConditionSpelling["status"]>;

const truths = {
  True: /^(?:true|yes|y|on|met|holds|pass|passed|ok|okay|affirmative|positive)$/u,
  False: /^(?:false|no|n|off|unmet|fail|failed|notok|negative)$/u,
  Unknown: /^(?:unknown|maybe|unsure|undetermined|undecided|unclear|indeterminate|notknown)$/u,
} as const satisfies Record<keyof Truth, RegExp>;

/** Returns the values of an enum for true, false and unknown. Undefined if it has others, or not all of them. */
function truthOf(type: GraphQLOutputType): Truth | undefined {
  const named = getNamedType(type);
  const values = isEnumType(named) ? named.getValues().map(({ name }) => name) : [];
  const found = (truth: keyof Truth): string | undefined =>
    values.find((value) => truths[truth].test(plain(value)));
  const [True, False, Unknown] = [found("True"), found("False"), found("Unknown")];
  if (values.length !== 3 || True === undefined || False === undefined || Unknown === undefined) {
    return undefined;
  }
  return { True, False, Unknown };
}

const timeField = "lastTransitionTime";

/** Returns the fields of a condition that a type contains, by their common names. Undefined if the type is untyped. */
export function writtenFields(
  type: GraphQLInputType | GraphQLOutputType | undefined,
): readonly string[] | undefined {
  const named = type === undefined ? undefined : getNamedType(type);
  return isInputObjectType(named) || isObjectType(named)
    ? Object.keys(namesOf(typesOf(named)))
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

type Fields = Readonly<Record<string, GraphQLInputType | GraphQLOutputType>>;

function typesOf(type: GraphQLInputObjectType | GraphQLObjectType): Fields {
  return Object.fromEntries(
    Object.entries(type.getFields()).map(([name, field]) => [name, field.type]),
  );
}

/** Maps the standard field names to those of a type: by name, and numbers and times also by their type. */
function namesOf(inner: Fields): Readonly<Record<string, string>> {
  const names = Object.keys(inner);
  const named = Object.entries(otherNames).flatMap(([name, pattern]) => {
    const own = names.includes(name) ? name : names.find((one) => isCalled(one, name, pattern));
    return own === undefined ? [] : [[name, own] as const];
  });
  const known = Object.fromEntries(named);
  const taken = new Set(Object.values(known));
  const typed = Object.entries(typeNames).flatMap(([name, pattern]) => {
    const [only, ...others] = Object.entries(inner).filter(
      ([own, type]) => !taken.has(own) && pattern.test(getNamedType(type).name),
    );
    return known[name] !== undefined || only === undefined || others.length > 0
      ? []
      : [[name, only[0]] as const];
  });
  return { ...Object.fromEntries(typed), ...known };
}

/** Names of types that only one field of a condition has. */
const typeNames: Readonly<Record<string, RegExp>> = {
  lastTransitionTime: /(?:date|time|instant|timestamp)/iu,
  observedGeneration: /^(?:Int|Long|BigInt|Int64)$/u,
};

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
  const words = truthOf(type) ?? {
    True: word("True"),
    False: word("False"),
    Unknown: word("Unknown"),
  };
  return Object.entries(words).every(([common, own]) => common === own) ? undefined : words;
}

import { getNamedType, GraphQLEnumType, GraphQLNonNull, isEnumType, isListType } from "graphql";
import { bareType, inputFields, isRequired } from "./root-fields.ts";
import type { Input } from "./root-fields.ts";
import { isStatusWord, roleOf } from "./role-words.ts";
import { withFields } from "./reduced-inputs.ts";
import { isObjectInput, plain } from "./shapes.ts";
import { wordsOf } from "./value-styles.ts";

export interface TaggedCommand {
  readonly name: string;
  /** The inputs, reduced to those of this command. */
  readonly inputs: readonly Input[];
}

/**
 * Returns the commands that an enum selects, as in `submit(type: REGISTER, register: { … })`. Each command keeps the
 * object of its own name, and the inputs that all commands share. Undefined if the enum selects no commands.
 */
export function taggedCommands(inputs: readonly Input[]): readonly TaggedCommand[] | undefined {
  const tags = inputs.filter((input) => isRequired(input) && valuesOf(input).length > 1);
  for (const tag of tags) {
    const bodies = bodiesByValue(tag, inputs);
    // An object may also contain an enum next to an object for each of its values, such as a kind of storage.
    const isChoice = [...(bodies?.values() ?? [])].some(takesVersion);
    if (!isChoice && !hasVerbs(valuesOf(tag))) continue;
    if (bodies === undefined)
      return valuesOf(tag).map((value) => spokenCommand(value, tag, inputs));
    const own = new Set(bodies.values());
    return valuesOf(tag).map((value) => {
      const body = bodies.get(value);
      return {
        name: body?.name ?? spokenValue(value),
        inputs: inputs
          .filter((input) => !own.has(input) || input === body)
          .map((input) => {
            if (input === tag) return { ...input, type: onlyValue(input, value) };
            return input === body ? required(input) : input;
          }),
      };
    });
  }
  return undefined;
}

/** Assigns a value of the enum to each optional object. Undefined if the names do not determine the assignment. */
function bodiesByValue(
  tag: Input,
  inputs: readonly Input[],
): ReadonlyMap<string, Input> | undefined {
  const bodies = inputs.filter(
    (input) => isObjectInput(input) && !isRequired(input) && !isListType(bareType(input)),
  );
  const values = valuesOf(tag);
  if (bodies.length < 2 || bodies.length > values.length) return undefined;
  const found = new Map<string, Input>();
  for (const matches of [isSame, sharesWords]) {
    for (const body of bodies.filter((one) => ![...found.values()].includes(one))) {
      const [value, ...others] = values.filter((one) => !found.has(one) && matches(one, body));
      if (value !== undefined && others.length === 0) found.set(value, body);
    }
  }
  const left = bodies.filter((body) => ![...found.values()].includes(body));
  const free = values.filter((value) => !found.has(value));
  const [lastBody] = left;
  const [lastValue] = free;
  if (lastBody === undefined || lastValue === undefined) return found;
  if (left.length > 1 || free.length > 1) return undefined;
  return found.set(lastValue, lastBody);
}

function takesVersion(body: Input): boolean {
  return inputFields(body).some(({ name }) => roleOf(name) === "resourceVersion");
}

function isSame(value: string, { name }: Input): boolean {
  return plain(value) === plain(name);
}

function sharesWords(value: string, { name, type }: Input): boolean {
  const words = wordsOf(value);
  const own = new Set([...wordsOf(name), ...wordsOf(getNamedType(type).name)]);
  return words.some((word) => own.has(word) && !commonWords.has(word));
}

const commonWords = new Set(["command", "input", "payload", "data", "state", "status", "type"]);

type CommandVerb = "change" | "create" | "delete" | "report";

const verbWords: Readonly<Record<CommandVerb, RegExp>> = {
  create: /^(?:create|add|insert|register|provision|new|post)$/u,
  delete: /^(?:delete|remove|drop|destroy)$/u,
  report: /^(?:report|observe|acknowledge|heartbeat|confirm)$/u,
  change: /^(?:update|change|set|edit|modify|replace|patch)$/u,
};

/** The only value without a known verb is the deletion, if no other value is. */
function verbAmong(value: string, values: readonly string[]): CommandVerb | undefined {
  const verb = verbIn(value);
  const unknown = values.filter((one) => verbIn(one) === undefined);
  const isLast = unknown.length === 1 && !values.some((one) => verbIn(one) === "delete");
  return verb ?? (isLast ? "delete" : undefined);
}

function verbIn(value: string): CommandVerb | undefined {
  const [first = ""] = wordsOf(value);
  if (/(?:^|_)status$/iu.test(value)) return "report";
  return (["create", "delete", "report", "change"] as const).find((verb) =>
    verbWords[verb].test(first),
  );
}

/** Whether the values denote the creation of objects and other writes. */
function hasVerbs(values: readonly string[]): boolean {
  const verbs = new Set(values.map(verbIn));
  return verbs.has("create") && verbs.size > 1 && values.length > 2;
}

/**
 * Reduces a payload that all commands share to the fields that a command can use, judging by names: the creation of an
 * object takes neither an id of the server nor a version, a deletion takes no content, and only a report takes the
 * status.
 */
function spokenCommand(value: string, tag: Input, inputs: readonly Input[]): TaggedCommand {
  const others = inputs.filter((input) => input !== tag);
  const [payload, ...more] = others.filter(isObjectInput);
  const kept = (fields: readonly Input[]): readonly Input[] =>
    fields
      .filter((field) => isRequired(field) || mayTake(value, field, { tag, fields }))
      .map((field) => (isNeeded(value, field, tag) ? required(field) : field));
  const reduced =
    payload === undefined || more.length > 0 || isListType(bareType(payload))
      ? kept(others)
      : others.map((input) =>
          input === payload
            ? { ...input, type: withFields(input.type, kept(inputFields(input))) }
            : input,
        );
  return {
    name: spokenValue(value),
    inputs: [{ ...tag, type: onlyValue(tag, value) }, ...reduced],
  };
}

function mayTake(
  value: string,
  field: Input,
  { tag, fields }: { readonly tag: Input; readonly fields: readonly Input[] },
): boolean {
  const verb = verbAmong(value, valuesOf(tag));
  if (!isObjectInput(field)) {
    return verb === "create" ? !isOfStored(field) : isOfStored(field) || !fields.some(isId);
  }
  if (verb === "delete") return false;
  const reports = valuesOf(tag).filter((one) => verbAmong(one, valuesOf(tag)) === "report");
  const isReported = (input: Input): boolean =>
    isStatusWord(input.name) || reports.some((one) => sharesWords(one, input));
  const hasReported = fields.some((input) => isObjectInput(input) && isReported(input));
  return !hasReported || isReported(field) === (verb === "report");
}

/** Whether only an existing object can have the value, such as a version or the server's id. */
function isOfStored(input: Input): boolean {
  return roleOf(input.name) === "resourceVersion" || isId(input);
}

function isId({ name }: Input): boolean {
  return /^(?:id|uid|uuid)$|(?:Id|ID|Uid|Uuid)$/u.test(name);
}

/** An id that the creation of an object does not take is the key of all other commands. */
function isNeeded(value: string, field: Input, tag: Input): boolean {
  return isId(field) && verbAmong(value, valuesOf(tag)) !== "create";
}

function required(input: Input): Input {
  return { ...input, type: new GraphQLNonNull(bareType(input)) };
}

/** `REPORT_STATE` is spoken as `reportState`. */
function spokenValue(value: string): string {
  const [first = "", ...rest] = wordsOf(value);
  return [first, ...rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join("");
}

function valuesOf(input: Input): readonly string[] {
  const type = getNamedType(input.type);
  const isOne = isEnumType(type) && !isListType(bareType(input));
  return isOne ? type.getValues().map(({ name }) => name) : [];
}

function onlyValue(input: Input, value: string): GraphQLNonNull<GraphQLEnumType> {
  const { name } = getNamedType(input.type);
  return new GraphQLNonNull(new GraphQLEnumType({ name, values: { [value]: {} } }));
}

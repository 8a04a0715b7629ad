import { getNamedType, GraphQLNonNull, isListType } from "graphql";
import type { GraphQLInputType } from "graphql";
import { bareType, inputFields, isRequired } from "./root-fields.ts";
import type { Input, RootField } from "./root-fields.ts";
import { isObjectInput } from "./shapes.ts";
import { taggedCommands } from "./command-types.ts";
import { withFields } from "./reduced-inputs.ts";

/**
 * Returns a mutation once for each command that it accepts, if its input is a choice of commands, as in
 * `dispatch(command: { registerPump: … })`. Other mutations are unchanged.
 */
export function dividedByCommand(field: RootField): readonly RootField[] {
  const tagged = taggedCommands(field.arguments);
  if (tagged !== undefined) return tagged.map(({ name, inputs }) => commandOf(field, name, inputs));
  for (const input of field.arguments.filter(isRequired)) {
    const found = commandsIn(input) ?? commandsInside(input);
    if (found === undefined) continue;
    return found.map(({ name, type }) =>
      commandOf(
        field,
        name,
        field.arguments.map((one) => (one === input ? { ...one, type } : one)),
      ),
    );
  }
  return [field];
}

function commandOf(field: RootField, name: string, inputs: readonly Input[]): RootField {
  const { path, called = path } = field;
  return { ...field, name, path: `${path}.${name}`, called, arguments: inputs };
}

interface Command {
  readonly name: string;
  /** The type of the argument, reduced to this command. */
  readonly type: GraphQLInputType;
}

function commandsIn(input: Input): readonly Command[] | undefined {
  const members = inputFields(input);
  const tagged = taggedCommands(members);
  if (tagged !== undefined) {
    return tagged.map(({ name, inputs }) => ({ name, type: withFields(input.type, inputs) }));
  }
  if (!isChoiceOfCommands(members)) return undefined;
  return members.map((member) => ({
    name: member.name,
    type: withFields(input.type, [{ ...member, type: new GraphQLNonNull(member.type) }]),
  }));
}

/** Finds commands in the only object of an input, next to options such as `clientMutationId`. */
function commandsInside(input: Input): readonly Command[] | undefined {
  const members = inputFields(input);
  const [only, ...more] = members.filter(isObjectInput);
  if (only === undefined || more.length > 0 || !isRequired(only)) return undefined;
  return commandsIn(only)?.map(({ name, type }) => ({
    name,
    type: withFields(
      input.type,
      members.map((member) => (member === only ? { ...member, type } : member)),
    ),
  }));
}

/**
 * Whether inputs are alternative commands: optional objects that each require the same key. The command that creates
 * an object may lack the key, if the server assigns it.
 */
function isChoiceOfCommands(members: readonly Input[]): boolean {
  const isEachCommand = members.every(
    (member) => isObjectInput(member) && !isRequired(member) && !isListType(bareType(member)),
  );
  if (members.length < 2 || !isEachCommand) return false;
  const keys = members.map((member) => new Set(inputFields(member).filter(isRequired).map(keyOf)));
  const enough = members.length > 2 ? members.length - 1 : members.length;
  return [...new Set(keys.flatMap((own) => [...own]))].some(
    (key) => keys.filter((own) => own.has(key)).length >= enough,
  );
}

function keyOf({ name, type }: Input): string {
  return `${name}: ${getNamedType(type).name}`;
}

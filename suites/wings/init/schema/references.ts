import { isLeafType, getNamedType, isListType } from "graphql";
import { bareType, inputFields } from "./root-fields.ts";
import type { Input } from "./root-fields.ts";
import { isObjectInput } from "./shapes.ts";

/** A key by which an input refers to an existing object, such as `slug` in `studio: { connect: { slug } }`. */
interface ReferenceKey {
  readonly steps: readonly string[];
  /** The key, named after the reference and the key itself: `studioSlug`. */
  readonly key: Input;
  /** The key, named only after the reference: `studio`. */
  readonly whole: Input;
}

/** Matches the inputs that create, find or change the related object of a relation. */
const relationWord =
  /^(?:connect|create|connectOrCreate|disconnect|delete|update|updateMany|deleteMany|upsert|set)(?:One|By\w+)?$/u;

const connectWord = /^connect(?:One|By\w+)?$/u;

const deepest = 3;

/**
 * Returns the keys by which an input can refer to one existing object. Empty if the input takes values of another form.
 */
export function referenceKeys(input: Input): readonly ReferenceKey[] {
  const members = inputFields(input);
  if (isListType(bareType(input)) || !members.every(({ name }) => relationWord.test(name)))
    return [];
  return members
    .filter((member) => connectWord.test(member.name) && isObjectInput(member))
    .flatMap((member) =>
      keysBelow(member, [member.name]).map(({ steps, leaf }) => ({
        steps,
        key: { ...leaf, name: `${input.name}_${leaf.name}` },
        whole: { ...leaf, name: input.name },
      })),
    );
}

interface Key {
  readonly steps: readonly string[];
  readonly leaf: Input;
}

function keysBelow(input: Input, steps: readonly string[]): readonly Key[] {
  return inputFields(input).flatMap((member): readonly Key[] => {
    if (isListType(bareType(member))) return [];
    const path = [...steps, member.name];
    if (isLeafType(getNamedType(member.type))) return [{ steps: path, leaf: member }];
    return path.length > deepest ? [] : keysBelow(member, path);
  });
}

import { getNamedType, isInputObjectType, isListType, isScalarType } from "graphql";
import type { ArgumentTree } from "#targets/graphql";
import { bareType, inputFields } from "../schema/root-fields.ts";
import type { Input } from "../schema/root-fields.ts";

export interface MaskedBody {
  /** Path of the input that contains the written fields. Absent if they are next to the mask. */
  readonly inside?: string;
  readonly members: readonly string[];
}

/**
 * Returns a value for an argument that lists the fields to write, such as `updateMask`: all fields of the written input,
 * or its path if the mask is relative to an object around it. Undefined if the argument is no such list.
 */
export function fieldMaskFor(
  input: Input,
  holder: string,
  { inside, members }: MaskedBody,
): ArgumentTree | undefined {
  const type = getNamedType(input.type);
  if (!maskWord.test(input.name) && !maskWord.test(type.name)) return undefined;
  const around = holder === "" ? 0 : holder.split(".").length;
  const below = inside?.split(".").slice(around + 1) ?? [];
  const paths = below.length > 0 ? [below.join(".")] : members;
  return paths.length === 0 ? undefined : ofType(input, paths);
}

const maskWord = /(?:^|field_?|update_?|write_?)mask$/iu;

function ofType(input: Input, paths: readonly string[]): ArgumentTree | undefined {
  const type = getNamedType(input.type);
  if (isListType(bareType(input))) return isScalarType(type) ? paths : undefined;
  if (isScalarType(type)) return paths.join(",");
  if (!isInputObjectType(type)) return undefined;
  const [only, ...others] = inputFields(input);
  const isOfPaths = only !== undefined && others.length === 0 && isListType(bareType(only));
  return isOfPaths ? { [only.name]: paths } : undefined;
}

import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  isLeafType,
  isListType,
  isObjectType,
} from "graphql";
import type { GraphQLInputType, GraphQLOutputType } from "graphql";
import type { PairFields } from "#targets/graphql";

/** Returns the fields of a pair, if the type is a list of objects that consist of a key and a value. */
export function pairFieldsOf(type: GraphQLInputType | GraphQLOutputType): PairFields | undefined {
  const nullable = getNullableType(type);
  const named = getNamedType(type);
  if (!isListType(nullable) || !(isObjectType(named) || isInputObjectType(named))) return undefined;
  const fields = Object.values(named.getFields()).filter(({ name }) => !name.startsWith("_"));
  const isOfTexts = fields.every((field) => isTextual(field.type));
  const key = fields.find(({ name }) => keyWord.test(name))?.name;
  const value = fields.find(({ name }) => valueWord.test(name))?.name;
  const isPair = fields.length === 2 && isOfTexts && key !== value;
  return isPair && key !== undefined && value !== undefined ? { key, value } : undefined;
}

function isTextual(type: GraphQLInputType | GraphQLOutputType): boolean {
  return (
    !isListType(getNullableType(type)) &&
    isLeafType(getNamedType(type)) &&
    ["ID", "String"].includes(getNamedType(type).name)
  );
}

const keyWord = /^(?:key|name|k|label|property|attribute|tag)$/iu;

const valueWord = /^(?:value|val|v|text|data|content)$/iu;

import { isScalarType, isSpecifiedScalarType } from "graphql";
import type { GraphQLNamedType } from "graphql";

/** Whether a type may be a scalar with arbitrary values, judging by its name. */
export function takesAny(type: GraphQLNamedType): boolean {
  return isScalarType(type) && !isSpecifiedScalarType(type) && !singleValue.test(type.name);
}

const singleValue =
  /time|stamp|date|instant|moment|duration|epoch|milli|second|int|long|short|byte|decimal|number|float|double|percent|text|string|char|uuid|guid|uri|url|mail|hash|version|revision|etag|cursor|token|id$/iu;

import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import { valueAt } from "../schema/paths.ts";

const name = "[\"'`]?\\$?[\\w.()[\\]:]+[\"'`]?";

/** Prefixes of the validation errors of GraphQL libraries. */
const beginnings: readonly RegExp[] = [
  // graphql-js, graphql-core, graphql-php, graphql-ruby, Sangria, Absinthe
  new RegExp(
    `^Variable ${name} (?:of (?:required|non-null) type|of type .+ (?:was provided|used in)|(?:got|has)(?: an?)? invalid value|has coerced|expected value of type|is required|must not be|is never used|is not defined)`,
    "u",
  ),
  /^Variable ["'`]\$?\w+["'`]: Expected /u,
  new RegExp(
    `^Field ${name} (?:of required type|of type .+ (?:must|is required)|argument |is not defined by|must not have|doesn't exist on)`,
    "u",
  ),
  /^Cannot query field ["'`]/u,
  /^Unknown (?:directive |field )?(?:argument|directive|field|fragment|type) ["'`@]/u,
  new RegExp(
    `^Argument ${name} (?:has(?: an)? invalid value|of (?:required )?type|on Field )`,
    "u",
  ),
  /^In argument ["'`]\w+["'`]: /u,
  /^Expected (?:a )?(?:value|input) (?:of )?(?:non-null )?type ["'`]/u,
  /^(?:Int|Float|String|Boolean|ID|Enum ["'`]\w+["'`]) cannot represent /u,
  /^Value ["'`].*["'`] does not exist in ["'`]\w+["'`] enum/u,
  /^Syntax Error/iu,
  // graphql-java
  /^Validation error (?:of type |\()/iu,
  /^Invalid syntax /u,
  /^Input field '.+' has coerced Null/u,
  /^The variables input contains a field name/u,
  /^(?:Invalid input for enum|Expected a value that can be converted to type|Expected an AST type of|Expected a (?:Boolean|String) input,)/u,
  // async-graphql
  /^Invalid value for argument ["'`]/u,
  /^Failed to parse ["'`]\w+["'`]: /u,
  // Hot Chocolate
  /^The (?:field|argument) `.+` (?:does not exist|is required)/u,
  /^The variable `.+` is not compatible/u,
  /^The specified (?:argument value|input object field|value type of (?:field|variable)) /u,
  /^`.+` is a required field and cannot be null\./u,
  /^\w+ cannot parse the given (?:value|literal) of type /u,
  // gqlgen: these are whole messages, because the location is in the path of the error.
  /^(?:must be defined|cannot be null|unknown field|enums must be (?:ints or )?strings)$/u,
  /^cannot use (?:value )?\S+ as \S+$/u,
  /^must be a \S+, not a \S+$/u,
  /^\S+ is not a valid [A-Z]\w*$/u,
  /^(?:string|bool|float64|int64|int|json\.Number|map\[string\](?:interface \{\}|any)|\[\](?:interface \{\}|any)|<nil>) is not an? \w+$/u,
];

const codes = new Set(["GRAPHQL_VALIDATION_FAILED", "GRAPHQL_PARSE_FAILED"]);

const classifications = new Set(["ValidationError", "InvalidSyntax"]);

/** Whether a message is a validation error of a GraphQL library, raised before any resolver runs. */
export function isSchemaMessage(message: string): boolean {
  return beginnings.some((beginning) => beginning.test(message));
}

/** Whether an error concerns the validity of a request, according to its extensions or its message. */
export function isSchemaError(error: JsonObject): boolean {
  const { message, extensions } = error;
  if (typeof message === "string" && isSchemaMessage(message)) return true;
  if (!isJsonObject(extensions)) return false;
  const code = valueAt(extensions, "code");
  const classification = valueAt(extensions, "classification");
  return (
    (typeof code === "string" && codes.has(code)) ||
    (typeof classification === "string" && classifications.has(classification))
  );
}

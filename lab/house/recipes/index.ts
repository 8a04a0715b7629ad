import type { Recipe } from "../recipe.ts";
import { metadataField } from "./metadata-field.ts";
import { option } from "./option.ts";
import { protocol } from "./protocol.ts";
import { reportFormat } from "./report-format.ts";
import { requirement } from "./requirement-recipe.ts";

export const recipes: readonly Recipe[] = [
  requirement,
  metadataField,
  option,
  reportFormat,
  protocol,
];

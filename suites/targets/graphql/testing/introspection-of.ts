import { buildSchema, introspectionFromSchema } from "graphql";
import { widgetSchema } from "./widget-dialect.ts";

export function introspectionOf(): object {
  return { data: introspectionFromSchema(buildSchema(widgetSchema)) };
}

import { buildSchema, introspectionFromSchema } from "graphql";
import { widgetSchema } from "./widget-dialect.ts";

/** Returns the response of the widget schema to an introspection query. */
export function introspectionOf(): object {
  return { data: introspectionFromSchema(buildSchema(widgetSchema)) };
}

import { buildSchema, introspectionFromSchema } from "graphql";
import { widgetSchema } from "./widget-dialect.ts";

/** The reply of the widget schema to an introspection. */
export function introspectionOf(): object {
  return { data: introspectionFromSchema(buildSchema(widgetSchema)) };
}

import { buildSchema, introspectionFromSchema } from "graphql";
import { widgetSchema } from "./widget-dialect.ts";

/** What an endpoint of the widget schema answers to an introspection. */
export function introspectionOf(): object {
  return { data: introspectionFromSchema(buildSchema(widgetSchema)) };
}

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { buildSchema } from "graphql";
import type { GraphQLSchema } from "graphql";
import { ServiceStore } from "./service-store.ts";
import type { Creation, StatusWrite, StoredService } from "./service-store.ts";
import type { Topic } from "./topic.ts";

/**
 * The schema of the reference server, backed by a map of services: without permissions, validation, field ownership or
 * an event log.
 */
export function peerSchema(topic: Topic<StoredService>): GraphQLSchema {
  const path = createRequire(import.meta.url).resolve("#reference/schema.graphql");
  const schema = buildSchema(readFileSync(path, "utf8"));
  const store = new ServiceStore();
  const mutations = schema.getMutationType()?.getFields() ?? {};
  const subscriptions = schema.getSubscriptionType()?.getFields() ?? {};
  const { createService, updateServiceStatus } = mutations;
  const { watchServices } = subscriptions;
  if (createService === undefined || updateServiceStatus === undefined) throw noSchema();
  if (watchServices === undefined) throw noSchema();
  createService.resolve = (_source, { input }: { input: Creation }) => store.create(input);
  updateServiceStatus.resolve = (_source, { input }: { input: StatusWrite }) => {
    const written = store.writeStatus(input);
    topic.publish(written);
    return written;
  };
  watchServices.subscribe = () => topic.subscribe();
  watchServices.resolve = (object: StoredService) => ({
    type: "MODIFIED",
    resourceVersion: object.metadata.resourceVersion,
    object,
  });
  return schema;
}

function noSchema(): Error {
  return new Error("The schema of the reference server lacks operations that are measured.");
}

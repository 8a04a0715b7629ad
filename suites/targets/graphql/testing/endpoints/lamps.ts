import { GraphQLError } from "graphql";
import type { JsonObject, JsonValue } from "#contract";
import type { TestServer } from "../test-endpoint.ts";
import { isSelected, lampFeed, lampOf } from "./lamps-feed.ts";
import type { FeedRequest, LampDefect } from "./lamps-feed.ts";
import {
  checkConditions,
  checkMembers,
  isCount,
  isText,
  membersOf,
  oneOf,
  withoutNulls,
} from "./member-rules.ts";
import { ObjectStore, refuse } from "./object-store.ts";
import type { StoredKey, StoredObject } from "./object-store.ts";
import { serveSchema } from "./serve-schema.ts";

export type ConditionsAt = "conditions" | "healthChecks" | "health.checks";

const fields: Readonly<
  Record<ConditionsAt, readonly [shown: string, sent: string, types: string]>
> = {
  conditions: ["conditions: [Condition!]", "conditions: [ConditionInput!]", ""],
  healthChecks: ["healthChecks: [Condition!]", "healthChecks: [ConditionInput!]", ""],
  "health.checks": [
    "health: Health",
    "health: HealthInput",
    `type Health { checks: [Condition!] }
       input HealthInput { checks: [ConditionInput!] }`,
  ],
};

function lampsSchemaWith(conditionsAt: ConditionsAt): string {
  const [shown, sent, types] = fields[conditionsAt];
  return lampsSchema
    .replace("conditions: [Condition!]", shown)
    .replace("conditions: [ConditionInput!]", sent)
    .concat(types);
}

const lampsSchema = `
  scalar Labels
  type Query { lighting_example: LightingQuery! }
  type LightingQuery { v1: LightingV1Query! }
  type LightingV1Query {
    Lamp(namespace: String!, name: String!): Lamp
    Lamps(namespace: String, labelselector: String): LampList!
  }
  type Mutation { lighting_example: LightingMutation! }
  type LightingMutation { v1: LightingV1Mutation! }
  type LightingV1Mutation {
    createLamp(namespace: String!, object: LampInput!): Lamp!
    updateLamp(namespace: String!, name: String!, object: LampInput!): Lamp!
    updateLampStatus(namespace: String!, name: String!, object: LampInput!): Lamp!
    deleteLamp(namespace: String!, name: String!): Boolean!
  }
  type Subscription {
    lighting_example_v1_lamps(
      namespace: String labelselector: String resourceVersion: String subscribeToAll: Boolean
    ): LampEvent!
  }
  type Lamp { metadata: LampMeta! spec: LampSpec status: LampStatus }
  type LampMeta {
    name: String! namespace: String! uid: ID! resourceVersion: String! generation: Int! labels: Labels
  }
  type LampSpec { color: String watts: Int }
  type LampStatus { phase: LampPhase hours: Int observedGeneration: Int conditions: [Condition!] }
  enum LampPhase { Dark Bright Broken }
  type Condition {
    type: String! status: String! reason: String message: String lastTransitionTime: String
    observedGeneration: Int
  }
  type LampList { resourceVersion: String! items: [Lamp!]! }
  type LampEvent { type: String! object: Lamp! }
  input LampInput { metadata: LampMetaInput spec: LampSpecInput status: LampStatusInput }
  input LampMetaInput { name: String resourceVersion: String labels: Labels }
  input LampSpecInput { color: String watts: Int }
  input LampStatusInput {
    phase: LampPhase hours: Int observedGeneration: Int conditions: [ConditionInput!]
  }
  input ConditionInput {
    type: String! status: String! reason: String message: String lastTransitionTime: String
    observedGeneration: Int
  }
`;

/**
 * Starts the lamps endpoint on a free port, with the given defects. It resembles a cluster gateway: root fields are
 * nested two levels deep, arguments are whole objects with spec and status side by side, and errors have no codes.
 * Selectors are strings, and watches are server-sent events that start with all objects. `conditionsAt` is the path of
 * the list of conditions in a status.
 */
export async function startLamps(
  defects: readonly LampDefect[] = [],
  conditionsAt: ConditionsAt = "conditions",
): Promise<TestServer> {
  const store = new ObjectStore({ versions: "together" });
  return serveSchema({
    sdl: lampsSchemaWith(conditionsAt),
    root: {
      lighting_example: {
        v1: { ...readsOf(store, defects), ...writesOf(store, { defects, conditionsAt }) },
      },
      lighting_example_v1_lamps: (asked: FeedRequest) => lampFeed(store, asked, defects),
    },
    may: {
      author: (field) => isRead(field) || /^(?:create|update|delete)Lamp$/u.test(field),
      controller: (field) => isRead(field) || field === "updateLampStatus",
      reader: isRead,
      stranger: () => false,
    },
    socketCredential: "connectionInit",
    transport: "http-and-events",
    isNested: true,
    deepest: 10,
    unauthenticated: { status: 401, body: "Unauthorized" },
    formatError: describeGenerations,
  });
}

/** Removes error codes, so that only messages identify errors. */
function describeGenerations(error: GraphQLError): GraphQLError {
  return new GraphQLError(error.message);
}

interface Address {
  readonly namespace: string;
  readonly name: string;
}

interface Write extends Address {
  readonly object: JsonObject;
}

function readsOf(store: ObjectStore, defects: readonly LampDefect[]): object {
  return {
    Lamp: (address: Address) => {
      const found = store.read(keyOf(address));
      return found === undefined ? null : lampOf(found);
    },
    Lamps: ({ namespace, labelselector }: FeedRequest) => ({
      resourceVersion: store.version,
      items: store
        .list("Lamp", namespace ?? undefined)
        .filter((object) => isSelected(object, labelselector, defects))
        .map(lampOf),
    }),
  };
}

interface Lamps {
  readonly defects: readonly LampDefect[];
  readonly conditionsAt: ConditionsAt;
}

function writesOf(store: ObjectStore, { defects, conditionsAt }: Lamps): object {
  return {
    createLamp: ({ namespace, object }: Omit<Write, "name">) => {
      const { name, labels } = membersOf(object["metadata"]);
      if (typeof name !== "string" || name === "") throw invalid("", "metadata.name: is required");
      const key = keyOf({ namespace, name });
      refuseStatus(key, object);
      const spec = checkedSpec(object);
      if (store.read(key) !== undefined) throw refuse("", `lamps "${name}" already exists`);
      return lampOf(store.create(key, spec, membersOf(labels)));
    },
    updateLamp: (write: Write) => {
      const stored = atVersion(store, write);
      const takesStatus =
        defects.includes("update-stores-status") && write.object["status"] !== undefined;
      if (!takesStatus) refuseStatus(stored, write.object);
      const { labels } = membersOf(write.object["metadata"]);
      return lampOf(
        store.write(stored, {
          ...(write.object["spec"] === undefined ? {} : { spec: checkedSpec(write.object) }),
          ...(labels === undefined ? {} : { labels: membersOf(labels) }),
          ...(takesStatus
            ? { status: { ...stored.status, ...withoutNulls(membersOf(write.object["status"])) } }
            : {}),
        }),
      );
    },
    updateLampStatus: (write: Write) => {
      const stored = atVersion(store, write);
      const { labels } = membersOf(write.object["metadata"]);
      const foreign = write.object["spec"] !== undefined || labels !== undefined;
      if (foreign)
        throw invalid(stored.name, "spec: Forbidden: only the status can be written here");
      const members = membersOf(write.object["status"]);
      checkStatus(stored.name, withoutNulls(members), conditionsAt);
      return lampOf(
        store.write(stored, { status: withoutNulls({ ...stored.status, ...members }) }),
      );
    },
    deleteLamp: (address: Address) => {
      store.remove(find(store, address));
      return true;
    },
  };
}

function find(store: ObjectStore, address: Address): StoredObject {
  const found = store.read(keyOf(address));
  if (found !== undefined) return found;
  throw refuse("", `lamps "${address.name}" not found`);
}

function atVersion(store: ObjectStore, write: Write): StoredObject {
  const stored = find(store, write);
  const { resourceVersion: version } = membersOf(write.object["metadata"]);
  if (version === undefined || version === null || version === "") {
    throw invalid(stored.name, "metadata.resourceVersion: must be specified for an update");
  }
  if (version === stored.version) return stored;
  throw refuse(
    "",
    `Operation cannot be fulfilled on lamps "${stored.name}": the object has been modified`,
  );
}

function refuseStatus({ name }: Pick<StoredKey, "name">, object: JsonObject): void {
  if (object["status"] === undefined) return;
  throw invalid(name, "status: Forbidden: only the status mutation writes it");
}

function checkedSpec(object: JsonObject): JsonObject {
  const spec = withoutNulls(membersOf(object["spec"]));
  inInvalidWords("", () => checkMembers("spec", spec, { color: isText, watts: isCount }));
  return spec;
}

function checkStatus(name: string, status: JsonObject, conditionsAt: ConditionsAt): void {
  inInvalidWords(name, () => {
    const [outer = "", inner] = conditionsAt.split(".");
    const phases = oneOf("Dark", "Bright", "Broken");
    const rules = {
      phase: phases,
      hours: isCount,
      observedGeneration: isCount,
      [outer]: () => true,
    };
    checkMembers("status", status, rules);
    const conditions = inner === undefined ? status[outer] : membersOf(status[outer])[inner];
    if (conditions === undefined) return;
    const bare = Array.isArray(conditions)
      ? conditions.map((one: JsonValue) => withoutNulls(membersOf(one)))
      : conditions;
    checkConditions(bare, ["True", "False", "Unknown"], isTime);
  });
}

function inInvalidWords(name: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    throw invalid(name, error instanceof Error ? error.message : "a member is not valid");
  }
}

function invalid(name: string, problem: string): GraphQLError {
  return refuse("", `Lamp "${name}" is invalid: ${problem}`);
}

function keyOf({ namespace, name }: Address): StoredKey {
  return { kind: "Lamp", place: namespace, name };
}

function isRead(field: string): boolean {
  return /lamps?$/iu.test(field) && !/^(?:create|update|delete)/u.test(field);
}

function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/u.test(text);
}

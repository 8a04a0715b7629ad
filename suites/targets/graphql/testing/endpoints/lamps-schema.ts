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

export function lampsSchemaWith(conditionsAt: ConditionsAt): string {
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

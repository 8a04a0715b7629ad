export const sensorsSchema = `
  type Query {
    sensor(name: String!): Sensor
    sensors(first: Int! = 50, after: String): SensorPage!
  }
  type Mutation {
    registerSensor(name: String!, spec: SensorSpecInput!): SensorResult!
    updateSensor(name: String!, expectedRevision: ID, spec: SensorSpecInput!): SensorResult!
    reportSensor(
      name: String! expectedRevision: ID
      reading: Int unit: Unit observedGeneration: Int conditions: [SensorConditionInput!]
    ): SensorResult!
    deleteSensor(name: String!): Boolean!
    purgeSensor(name: String!): Boolean!
  }
  type Subscription { sensorFeed(since: String): SensorChange! }
  union SensorResult = Sensor | SensorConflict
  type SensorConflict { message: String! currentRevision: Int! }
  type Sensor {
    id: ID! name: String! revision: Int! generation: Int! deletedAt: String
    spec: SensorSpec status: SensorStatus
  }
  type SensorSpec { site: String intervalSeconds: Int }
  type SensorStatus { reading: Int unit: Unit observedGeneration: Int conditions: [SensorCondition!] }
  enum Unit { CELSIUS KELVIN FAHRENHEIT }
  type SensorCondition { type: String! status: Ternary! reason: String message: String lastTransitionTime: String observedGeneration: Int }
  enum Ternary { TRUE FALSE UNKNOWN }
  type SensorPage { nodes: [Sensor!]! nextCursor: String }
  type SensorChange { happened: Happening! cursor: String! revision: Int! name: String! sensor: Sensor }
  enum Happening { CREATED UPDATED REMOVED }
  input SensorSpecInput { site: String intervalSeconds: Int }
  input SensorConditionInput { type: String! status: Ternary! reason: String message: String lastTransitionTime: String observedGeneration: Int }
`;

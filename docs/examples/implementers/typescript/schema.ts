export const typeDefs = /* GraphQL */ `
  type Query {
    buoy(sea: String!, code: ID!): Buoy
    buoys(sea: String!, first: Int! = 50, after: String): BuoyConnection!
  }

  type Mutation {
    moorBuoy(input: MoorBuoyInput!): MoorBuoyPayload!
    relocateBuoy(input: RelocateBuoyInput!): RelocateBuoyPayload!
    logReading(input: LogReadingInput!): LogReadingPayload!
    retrieveBuoy(input: RetrieveBuoyInput!): RetrieveBuoyPayload!
  }

  type Subscription {
    """
    All events after the given one, or all new events.
    """
    buoyEvents(sea: String, lastEventId: ID): BuoyEvent!
  }

  type Buoy {
    meta: BuoyMeta!
    mooring: Mooring!
    reading: Reading
  }

  type BuoyMeta {
    key: ID!
    sea: String!
    code: ID!
    """
    Opaque, and different after every change.
    """
    etag: String!
    mooredAt: String!
  }

  enum Light {
    RED
    GREEN
    WHITE
    YELLOW
  }

  type Mooring {
    latitude: Float!
    longitude: Float!
    light: Light!
    chainMeters: Int!
    channels: [String!]!
  }

  enum SeaState {
    CALM
    MODERATE
    ROUGH
  }

  type Reading {
    sea: SeaState
    waveCentimeters: Int
    alarms: [String!]
    battery: Battery
  }

  type Battery {
    volts: Float
    cycles: Int
  }

  type BuoyConnection {
    edges: [BuoyEdge!]!
    pageInfo: PageInfo!
  }

  type BuoyEdge {
    cursor: String!
    node: Buoy!
  }

  type PageInfo {
    hasNextPage: Boolean!
    endCursor: String
  }

  enum BuoyEventType {
    MOORED
    UPDATED
    RETRIEVED
  }

  type BuoyEvent {
    id: ID!
    type: BuoyEventType!
    buoy: Buoy!
  }

  enum UserErrorCode {
    ALREADY_MOORED
    NOT_MOORED
    STALE_ETAG
    OUT_OF_RANGE
    READING_NOT_ALLOWED
  }

  type UserError {
    code: UserErrorCode!
    message: String!
    path: String
    currentEtag: String
  }

  type MoorBuoyPayload {
    buoy: Buoy
    userErrors: [UserError!]!
  }

  type RelocateBuoyPayload {
    buoy: Buoy
    userErrors: [UserError!]!
  }

  type LogReadingPayload {
    buoy: Buoy
    userErrors: [UserError!]!
  }

  type RetrieveBuoyPayload {
    buoy: Buoy
    userErrors: [UserError!]!
  }

  input MooringInput {
    latitude: Float!
    longitude: Float!
    light: Light!
    chainMeters: Int!
    channels: [String!]!
  }

  input ReadingInput {
    sea: SeaState
    waveCentimeters: Int
    alarms: [String!]
    battery: BatteryInput
  }

  input BatteryInput {
    volts: Float
    cycles: Int
  }

  input MoorBuoyInput {
    sea: String!
    code: ID!
    mooring: MooringInput!
    """
    A new buoy has no reading: any value other than null is rejected.
    """
    reading: ReadingInput
  }

  input RelocateBuoyInput {
    sea: String!
    code: ID!
    etag: String!
    mooring: MooringInput!
  }

  input LogReadingInput {
    sea: String!
    code: ID!
    etag: String!
    reading: ReadingInput!
    """
    Only a relocation changes the mooring: any value other than null is rejected.
    """
    mooring: MooringInput
  }

  input RetrieveBuoyInput {
    sea: String!
    code: ID!
    etag: String
  }
`;

import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { inferDialect } from "./infer-dialect.ts";

const robots = /* GraphQL */ `
  type Robot {
    fleet: String!
    callSign: String!
    id: ID!
    etag: String!
    assignment: Assignment!
    telemetry: Telemetry
  }
  type Assignment {
    route: String
  }
  type Telemetry {
    battery: Int
  }
  input AssignmentInput {
    route: String
  }
  input TelemetryInput {
    battery: Int
  }
  type Query {
    robot(fleet: String!, callSign: String!): Robot
    robots(fleet: String!): [Robot!]!
  }
  type Mutation {
    enlist(fleet: String!, callSign: String!, assignment: AssignmentInput!): Robot!
    reassign(
      fleet: String!
      callSign: String!
      ifMatch: String!
      assignment: AssignmentInput!
    ): Robot!
    report(fleet: String!, callSign: String!, ifMatch: String!, telemetry: TelemetryInput!): Robot!
    retire(fleet: String!, callSign: String!): Boolean!
  }
`;

function watchOf(subscriptions: string): unknown {
  const schema = buildSchema(`${robots} ${subscriptions}`);
  const { kinds } = inferDialect(schema, { name: "robots", namespaces: ["leeds"] }).dialect;
  return kinds[0]?.operations;
}

it("reads a type without an object as a heartbeat if another type is the deletion", () => {
  const operations = watchOf(/* GraphQL */ `
    type Subscription {
      fleetChannel(fleet: String!, sincePlace: String): Signal!
    }
    union Signal = RobotJoined | RobotUpdated | RobotLeft | Heartbeat | Notice
    type RobotJoined {
      place: String!
      robot: Robot!
    }
    type RobotUpdated {
      place: String!
      robot: Robot!
    }
    type RobotLeft {
      place: String!
      robot: Robot!
    }
    type Heartbeat {
      place: String!
    }
    type Notice {
      text: String!
    }
  `);

  expect(operations).toMatchObject({
    watch: [
      {
        arguments: { fleet: "$namespace", sincePlace: "$cursor" },
        cursor: "place",
        object: "robot",
        type: {
          path: "__typename",
          names: {
            RobotJoined: "ADDED",
            RobotUpdated: "MODIFIED",
            RobotLeft: "DELETED",
            Heartbeat: "BOOKMARK",
            Notice: "NONE",
          },
        },
      },
    ],
  });
});

it("reads a type without an object as the deletion if it identifies the object", () => {
  const operations = watchOf(/* GraphQL */ `
    type Subscription {
      fleetChannel(fleet: String!): Signal!
    }
    union Signal = Joined | Moved | Gone | Pulse
    type Joined {
      robot: Robot!
    }
    type Moved {
      robot: Robot!
    }
    type Gone {
      id: ID!
    }
    type Pulse {
      at: String!
    }
  `);

  expect(operations).toMatchObject({
    watch: [
      {
        key: { uid: "id" },
        object: "robot",
        type: { names: { Joined: "ADDED", Moved: "MODIFIED", Gone: "DELETED", Pulse: "NONE" } },
      },
    ],
  });
});

const removals = {
  "in an object": ["type Gone { at: Spot! }", "type Spot { fleet: String! callSign: String! }"],
  "in an object next to another one": [
    "type Gone { by: User! at: Spot! }",
    "type User { login: String! } type Spot { fleet: String! callSign: String! }",
  ],
  "as an id in an object": ["type Gone { robot: Ghost! }", "type Ghost { id: ID! }"],
} as const;
const byName = { namespace: "at.fleet", name: "at.callSign" };

it.each([
  ["in an object", byName],
  ["in an object next to another one", byName],
  ["as an id in an object", { uid: "robot.id" }],
] as const)("reads the key of a deleted object %s", (place, key) => {
  const union = watchOf(/* GraphQL */ `
    type Subscription {
      fleetChannel(fleet: String!): Signal!
    }
    union Signal = Joined | Moved | Gone
    type Joined {
      unit: Robot!
    }
    type Moved {
      unit: Robot!
    }
    ${removals[place].join(" ")}
  `);
  const filled = watchOf(/* GraphQL */ `
    type Subscription {
      fleetChannel(fleet: String!): Signal!
    }
    type Signal {
      joined: Robot
      moved: Robot
      gone: Gone
    }
    ${removals[place].join(" ")}
  `);

  expect(union).toMatchObject({
    watch: [{ key, type: { names: { Joined: "ADDED", Moved: "MODIFIED", Gone: "DELETED" } } }],
  });
  expect(filled).toMatchObject({
    watch: [{ key, type: { names: { joined: "ADDED", moved: "MODIFIED", gone: "DELETED" } } }],
  });
});

it("reads a list of events in a message, with the token of the message", () => {
  const operations = watchOf(/* GraphQL */ `
    type Subscription {
      watchRobots(fleet: String!, resumeToken: String): Changes!
    }
    enum Happening {
      ADDED
      CHANGED
      REMOVED
    }
    type Change {
      type: Happening!
      robot: Robot!
    }
    type Changes {
      changes: [Change!]!
      resumeToken: String!
    }
  `);

  expect(operations).toMatchObject({
    watch: [
      {
        arguments: { fleet: "$namespace", resumeToken: "$cursor" },
        events: "changes",
        cursor: "resumeToken",
        object: "robot",
        type: { path: "type", names: { ADDED: "ADDED", CHANGED: "MODIFIED", REMOVED: "DELETED" } },
      },
    ],
  });
});

const events = /* GraphQL */ `
  type Subscription {
    fleetEvents(fleet: String!, afterPosition: Int): FleetEvent!
  }
  interface FleetEvent {
    position: Int!
    state: Robot!
  }
  type RobotEnlisted implements FleetEvent {
    position: Int!
    state: Robot!
  }
  type RobotReassigned implements FleetEvent {
    position: Int!
    state: Robot!
  }
  type RobotReported implements FleetEvent {
    position: Int!
    state: Robot!
  }
  type RobotRetired implements FleetEvent {
    position: Int!
    state: Robot!
  }
`;

it("reads the implementations of an interface as the types of events", () => {
  expect(watchOf(events)).toMatchObject({
    watch: [
      {
        arguments: { fleet: "$namespace", afterPosition: "$cursor" },
        cursor: "position",
        object: "state",
        type: {
          path: "__typename",
          names: {
            RobotEnlisted: "ADDED",
            RobotReassigned: "MODIFIED",
            RobotReported: "MODIFIED",
            RobotRetired: "DELETED",
          },
        },
      },
    ],
  });
});

import { buildClientSchema, buildSchema, introspectionFromSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { loadDialect } from "#targets/dialect-file";
import { prepareDialect } from "#targets/graphql";
import { possibleKinds, unrecognizedKinds } from "./possible-kinds.ts";
import { annotateDialect } from "./annotate-dialect.ts";
import { driftOf } from "./drift.ts";
import { inferDialect } from "../kinds/infer-dialect.ts";

const notes = buildSchema(`
  type Query { note(project: ID!, name: String!): Note  notes(project: ID!, after: String, first: Int!): Notes! }
  type Notes { nodes: [Note!]! next: String }
  type Note { id: ID! project: ID! name: String! rev: Int version: Int! text: String phase: Phase reads: Int }
  enum Phase { NEW READ OLD }
  type Mutation {
    addNote(project: ID!, name: String!, text: String!): Note!
    acknowledgeNote(project: ID!, name: String!, expectedVersion: ID!, phase: Phase, reads: Int): NoteResult!
    removeNote(project: ID!, name: String!): Boolean!
    sendMail(to: String!): Boolean!
  }
  union NoteResult = Note | VersionConflict
  type VersionConflict { version: Int! }
  type Subscription { noteEvents(project: ID!, since: String): NoteEvent! mails: Mail! }
  type NoteEvent { what: What! cursor: String! note: Note }
  enum What { CREATED CHANGED GONE }
  type Mail { id: ID! subject: String }
`);

const { dialect, guesses } = inferDialect(notes, { name: "notes", namespaces: ["inbox"] });
const [note] = dialect.kinds;

describe("a schema of flat objects", () => {
  it("has the kinds that can be read by name and written, and no others", () => {
    expect(dialect.kinds.map(({ name }) => name)).toEqual(["Note"]);
    expect(note?.paths).toMatchObject({
      name: "name",
      namespace: "project",
      uid: "id",
      resourceVersion: "version",
      status: { phase: "phase", reads: "reads" },
    });
  });

  it("finds the version of a list under the name of its objects' versions", () => {
    const schema = buildSchema(`
      type Query { kiln(yard: ID!, slug: ID!): Kiln kilns(yard: ID!): Kilns! }
      type Kilns { page: Page! all: [Kiln!]! } type Page { stand: String! }
      type Kiln { yard: ID! slug: ID! stand: String! heat: Int glow: Int }
      type Mutation {
        enlist(yard: ID!, slug: ID!, heat: Int): Kiln!
        amend(yard: ID!, slug: ID!, basedOn: String!, heat: Int): Kiln!
        declare(yard: ID!, slug: ID!, basedOn: String!, glow: Int): Kiln!
      }
    `);
    const [kiln] = inferDialect(schema, { name: "kilns", namespaces: ["a"] }).dialect.kinds;

    expect(kiln?.operations.list).toMatchObject([{ items: "all", resourceVersion: "page.stand" }]);
  });

  it("writes a status by a mutation whose name does not indicate it", () => {
    expect(note?.operations.updateStatus).toEqual([
      {
        id: "acknowledgeNote",
        field: "acknowledgeNote",
        arguments: {
          project: "$namespace",
          name: "$name",
          expectedVersion: "$resourceVersion",
          phase: "$status.phase",
          reads: "$status.reads",
        },
        result: "",
        statusMode: "partial",
        modeIsGuessed: true,
      },
    ]);
  });

  it("recognizes conflicts by their own type", () => {
    expect(dialect.outcomes[0]).toEqual({
      reason: "conflict",
      payload: { path: "__typename", value: "VersionConflict", currentResourceVersion: "version" },
    });
  });

  it("has lists in pages, and watches with words and cursors of their own", () => {
    expect(note?.operations.list).toMatchObject([
      { items: "nodes", pages: { next: "next" }, perNamespace: true },
    ]);
    expect(note?.operations.watch).toMatchObject([
      {
        field: "noteEvents",
        arguments: { since: "$cursor" },
        type: { path: "what", names: { CREATED: "ADDED", CHANGED: "MODIFIED", GONE: "DELETED" } },
        cursor: "cursor",
      },
    ]);
    expect(dialect.semantics.cursor).toBe("ofEvent");
  });

  it("is described in a way that fits the schema", () => {
    expect(prepareDialect(notes, dialect).problems).toEqual([]);
  });
});

describe("what is written", () => {
  const text = annotateDialect({ dialect, guesses }, ["A heading."]);

  it("is the same dialect when it is loaded again", () => {
    expect(loadDialect("notes.yaml", () => text).dialect).toEqual(dialect);
  });

  it("lists no features if entries are to be filled in, so that the features of these entries are tested", () => {
    const open = annotateDialect({ dialect, guesses }, [], true);
    const more = { ...dialect, features: [...dialect.features, "transport.socket" as const] };

    expect(text).toMatch(/^features:/mu);
    expect(open).not.toMatch(/^features:/mu);
    expect(loadDialect("notes.yaml", () => open).dialect).toEqual(dialect);
    expect(annotateDialect({ dialect: more, guesses }, [], true)).toMatch(/^features:/mu);
  });

  it("has a comment above everything that is not certain", () => {
    const lines = text.split("\n");
    const above = (line: string): string | undefined => lines[lines.indexOf(line) - 1]?.trim();

    expect(lines[0]).toBe("# A heading.");
    expect(above("outcomes:")).toMatch(/^# low: the schema does not declare how/u);
    expect(above("          mode: partial")).toMatch(
      /^# medium: inferred from the name of the mutation/u,
    );
  });

  it("stays on its line, regardless of the content of a name", () => {
    const guess = { path: ["outcomes"], confidence: "low", reason: "a\nb: c" } as const;
    const written = annotateDialect({ dialect, guesses: [guess] }, []);
    expect(loadDialect("notes.yaml", () => written).dialect).toEqual(dialect);
  });
});

describe("drift", () => {
  it("is undefined if nothing was changed", () => {
    expect(driftOf(dialect, dialect)).toEqual([]);
  });

  it("is a kind, a mutation, and a word that the dialect does not have", () => {
    const kinds = dialect.kinds.map((kind) => ({
      ...kind,
      operations: { ...kind.operations, updateStatus: [] },
    }));
    expect(driftOf({ ...dialect, kinds }, dialect)).toEqual([
      {
        place: "kinds.Note.operations.updateStatus",
        problem: "the schema has acknowledgeNote, but the dialect does not",
      },
    ]);
    expect(driftOf({ ...dialect, kinds: [] }, dialect)).toMatchObject([{ place: "kinds" }]);
  });

  it("is no field that was omitted on purpose", () => {
    const without = inferDialect(notes, { name: "notes", without: ["acknowledgeNote"] });
    expect(without.dialect.kinds[0]?.operations.updateStatus).toEqual([]);
    expect(driftOf(dialect, without.dialect)).toEqual([]);
  });
});

function largeSchema(kinds: number): string {
  const each = (write: (kind: string) => string): string =>
    Array.from({ length: kinds }, (_, index) => write(`Kind${index}`)).join("\n");
  return `
    scalar JSON
    type Meta { name: String! namespace: String! uid: ID! resourceVersion: String! generation: Int }
    enum EventType { ADDED MODIFIED DELETED }
    ${each(
      (kind) => `
      type ${kind} { metadata: Meta! spec: ${kind}Spec status: ${kind}Status }
      type ${kind}Spec { size: Int color: String }
      type ${kind}Status { phase: String count: Int observedGeneration: Int }
      type ${kind}List { resourceVersion: String! items: [${kind}!]! }
      type ${kind}Event { type: EventType! object: ${kind} }
      input ${kind}SpecInput { size: Int color: String }
      input ${kind}StatusInput { phase: String count: Int observedGeneration: Int }`,
    )}
    type Query { ${each((kind) => `get${kind}(namespace: String!, name: String!): ${kind} list${kind}(namespace: String): ${kind}List!`)} }
    type Mutation { ${each(
      (kind) => `
      create${kind}(namespace: String!, name: String!, spec: ${kind}SpecInput!): ${kind}!
      update${kind}Status(namespace: String!, name: String!, resourceVersion: String!, status: ${kind}StatusInput!): ${kind}!`,
    )} }
    type Subscription { ${each((kind) => `watch${kind}(namespace: String, resourceVersion: String): ${kind}Event!`)} }
  `;
}

describe("a schema of 2,000 types", () => {
  it("is read and planned whole", () => {
    const schema = buildSchema(largeSchema(290));
    expect(Object.keys(schema.getTypeMap()).length).toBeGreaterThan(2000);

    const read = buildClientSchema(introspectionFromSchema(schema));
    const found = inferDialect(read, { name: "large" });
    // Each kind is validated against the whole schema, and users rarely test more than 50.
    const kinds = found.dialect.kinds.slice(0, 50);

    expect(found.dialect.kinds).toHaveLength(290);
    expect(prepareDialect(read, { ...found.dialect, kinds }).problems).toEqual([]);
  });
});

describe("a type that is almost a kind", () => {
  it("is named with its missing parts", () => {
    const schema = buildSchema(`
      type Query { ticket(key: String!): Ticket tickets: [Ticket!]! box(name: String!): Box now: String }
      type Ticket { key: String! etag: String! title: String }
      type Box { name: String! size: Int }
    `);
    expect(inferDialect(schema, { name: "tickets" }).dialect.kinds).toEqual([]);
    const almost = possibleKinds(schema).map(({ place, problem }) => `${place}: ${problem}`);
    expect(almost).toEqual([
      "kinds.Ticket: no mutation writes objects of this type; its scalar fields: key, etag, title",
      "kinds.Box: no version was found, and no mutation writes objects of this type; its scalar fields: name, size",
    ]);
  });
});

it("states that objects with a number that the server chooses have no name", () => {
  const schema = buildSchema(`
    type Query { berth(number: Int!): Berth }
    type Mutation {
      addBerth(depth: Int!): Berth
      reportBerth(number: Int!, version: Int!, occupied: Boolean): Berth
    }
    type Berth { number: Int! version: Int! depth: Int! occupied: Boolean }
  `);
  expect(possibleKinds(schema).map((gap) => gap.problem)).toEqual([
    "objects are found by number, a number, but the suite needs a name that every mutation and every query takes; its scalar fields: number, version, depth, occupied",
  ]);
});

it("states what the requested types lack, and nothing about others", () => {
  const schema = buildSchema(`
    type Query { pump(name: String!): Pump box(name: String!): Box }
    type Mutation { shufflePumps(seed: Int): Pump shuffleBoxes(seed: Int): Box }
    type Pump { name: String! etag: Int! site: Site }
    type Box { name: String! etag: Int! }
    type Site { code: String! }
    enum Color { RED }
  `);
  expect(possibleKinds(schema, ["Site", "Box", "Color"]).map((gap) => gap.problem)).toEqual([
    "no query returns a single Site, and no mutation writes one",
    "its mutations were not recognized; its scalar fields: name, etag",
    "Color is not an object type",
  ]);
});

it("states what only the requested types lack, if the others were excluded", () => {
  const schema = buildSchema(`
    type Query { pump(name: String!): Pump box(name: String!): Box crate(name: String!): Crate }
    type Mutation {
      createPump(name: String!, bar: Int!): Pump
      updatePump(name: String!, etag: Int!, bar: Int!): Pump
      reportPump(name: String!, etag: Int!, flow: Int): Pump
      shuffleBoxes(seed: Int): Box
      shuffleCrates(seed: Int): Crate
    }
    type Pump { name: String! etag: Int! bar: Int! flow: Int }
    type Box { name: String! etag: Int! }
    type Crate { name: String! etag: Int! }
  `);
  const placesFor = (kinds?: readonly string[]): readonly string[] => {
    const inference = inferDialect(schema, { name: "pumps", ...(kinds && { kinds }) });
    return unrecognizedKinds(schema, inference.dialect, kinds).map(({ place }) => place);
  };

  expect(placesFor()).toEqual(["kinds.Box", "kinds.Crate"]);
  expect(placesFor(["Pump", "Crate"])).toEqual(["kinds.Crate"]);
  expect(placesFor(["Pump"])).toEqual([]);
});

describe("a type with mutations that are not those of a kind", () => {
  it.each([
    {
      version: "etag",
      problem: "its mutations were not recognized",
    },
    {
      version: "size",
      problem: "no version was recognized",
    },
  ])("is named with what its mutations lack: $version", ({ version, problem }) => {
    const schema = buildSchema(`
      type Query { box(name: String!): Box }
      type Mutation { shuffleBoxes(seed: Int): Box }
      type Box { name: String! ${version}: Int! }
    `);
    expect(possibleKinds(schema).map((gap) => gap.problem)).toEqual([
      `${problem}; its scalar fields: name, ${version}`,
    ]);
  });
});

describe("a type that queries return only as an interface", () => {
  const grid = buildSchema(`
    interface Resource { id: ID! code: String! version: Int! }
    type Query { entity(id: ID!): Resource entities: [Resource!]! }
    type Feeder implements Resource { id: ID! code: String! version: Int! load: Int }
    type Applied { resource: Resource! }
    type Mutation { execute(command: Command!): Applied! }
    input Command { createFeeder: CreateFeeder reportFeeder: ReportFeeder }
    input CreateFeeder { code: String! }
    input ReportFeeder { id: ID! expectedVersion: Int! load: Int }
  `);

  it("is named as almost a kind, with the commands that concern it", () => {
    expect(inferDialect(grid, { name: "grid" }).dialect.kinds).toEqual([]);
    const [gap] = possibleKinds(grid);

    expect(gap?.place).toBe("kinds.Feeder");
    expect(gap?.problem).toBe(
      "its mutations were not recognized; its scalar fields: id, code, version, load",
    );
    expect(gap?.stub).toContain(
      "    # VERB: { reportFeeder: { field: execute, arguments: { command: { reportFeeder: {} } } } }",
    );
  });
});

describe("a spec that must have members of few values", () => {
  const lamps = buildSchema(`
    type Query { lamp(name: String!): Lamp }
    type Mutation {
      createLamp(input: CreateLampInput!): Lamp!
      updateLampStatus(input: LampStatusWrite!): Lamp!
    }
    type Lamp { name: String! version: String! spec: LampSpec status: LampStatus }
    type LampSpec { watts: Int lit: Boolean mode: Mode serial: String }
    type LampStatus { hours: Int }
    enum Mode { DAY NIGHT }
    input CreateLampInput { name: String! spec: LampSpecInput! }
    input LampSpecInput { watts: Int lit: Boolean! mode: Mode! tags: [String!]! dim: DimInput! }
    input DimInput { smooth: Boolean! }
    input LampStatusWrite { name: String! version: String! status: LampStatusInput! }
    input LampStatusInput { hours: Int }
  `);
  const [lamp] = inferDialect(lamps, { name: "lamps" }).dialect.kinds;

  it("has them in every sample, and nothing that the input does not accept", () => {
    expect(lamp?.samples.specs).toEqual([
      { watts: 1, lit: true, mode: "DAY", tags: ["tags-a"], dim: { smooth: true } },
      { watts: 2, lit: false, mode: "NIGHT", tags: ["tags-b"], dim: { smooth: false } },
      { watts: 3, lit: true, mode: "DAY", tags: ["tags-c", "tags-a"], dim: { smooth: true } },
    ]);
  });
});

describe("mutations whose names share a prefix with others", () => {
  const hives = buildSchema(`
    scalar DateTime scalar Json
    type Query { hive(yard: String!, tag: String!): Hive hives(yard: String!): [Hive!]! }
    type Mutation {
      settleHive(yard: String!, tag: String!, plan: PlanInput!, marks: Json, report: ReportInput): Hive!
      planHive(yard: String!, tag: String!, revision: Int!, plan: PlanInput, marks: Json): Hive!
      reportHive(yard: String!, tag: String!, revision: Int!, report: ReportInput!, queen: String): Hive!
      clearHive(yard: String!, tag: String!, revision: Int): Hive!
    }
    type Hive {
      yard: String! tag: String! uid: ID! revision: Int! settledAt: DateTime! marks: Json! plan: Plan! report: Report
    }
    type Plan { frames: Int! queen: String! }
    input PlanInput { frames: Int! queen: String! }
    type Report { grams: Int notes: [String!]! }
    input ReportInput { grams: Int notes: [String!] }
  `);
  const [hive] = inferDialect(hives, { name: "hives" }).dialect.kinds;

  it("are distinguished by whole words: `settle` does not contain `set`", () => {
    expect(hive?.operations).toMatchObject({
      create: [{ field: "settleHive" }],
      update: [{ field: "planHive" }],
      updateStatus: [{ field: "reportHive" }],
      delete: [{ field: "clearHive" }],
    });
  });

  it("have the spec that creation requires, and the status that it permits", () => {
    expect(hive?.paths).toMatchObject({ spec: "plan", status: "report" });
    expect(hive?.operations.updateStatus[0]?.arguments).toEqual({
      yard: "$namespace",
      tag: "$name",
      revision: "$resourceVersion",
      report: "$status",
    });
  });

  it("have labels in the only map that authors write, and the timestamp that nobody writes", () => {
    expect(hive?.paths).toMatchObject({ labels: "marks", creationTimestamp: "settledAt" });
    expect(hive?.operations.update[0]?.arguments).toMatchObject({ marks: "$labels" });
  });
});

describe("inputs that may carry the other side as well", () => {
  const buoys = buildSchema(`
    type Query { buoy(sea: String!, code: ID!): Buoy buoys(sea: String!): [Buoy!]! }
    type Mutation {
      moorBuoy(input: MoorInput!): Payload!
      relocateBuoy(input: RelocateInput!): Payload!
      logReading(input: LogInput!): Payload!
    }
    type Payload { buoy: Buoy userErrors: [UserError!]! }
    type UserError { code: String! message: String! }
    type Buoy { meta: Meta! mooring: Mooring! reading: Reading }
    type Meta { key: ID! sea: String! code: ID! etag: String! }
    type Mooring { latitude: Float! chain: Int! }
    type Reading { sea: SeaState waves: Int }
    enum SeaState { CALM ROUGH WILD }
    input MooringInput { latitude: Float! chain: Int! }
    input ReadingInput { sea: SeaState waves: Int }
    input MoorInput { sea: String! code: ID! mooring: MooringInput! reading: ReadingInput }
    input RelocateInput { sea: String! code: ID! etag: String! mooring: MooringInput! }
    input LogInput { sea: String! code: ID! etag: String! reading: ReadingInput! mooring: MooringInput }
  `);
  const [buoy] = inferDialect(buoys, { name: "buoys" }).dialect.kinds;

  it("are sent without it, regardless of the names of its fields", () => {
    const place = { sea: "$namespace", code: "$name" };
    expect(buoy?.operations).toMatchObject({
      create: [{ arguments: { input: { ...place, mooring: "$spec" } }, result: "buoy" }],
      updateStatus: [
        { arguments: { input: { ...place, etag: "$resourceVersion", reading: "$status" } } },
      ],
    });
    expect(buoy?.operations.create[0]?.arguments["input"]).not.toHaveProperty("reading");
    expect(buoy?.operations.updateStatus[0]?.arguments["input"]).not.toHaveProperty("mooring");
  });
});

describe("a field with the name that others use for the whole object", () => {
  const telescopes = buildSchema(`
    type Query { telescope(plot: String!, name: String!): Telescope telescopes(plot: String!): [Telescope!]! }
    type Mutation {
      erectTelescope(which: Key!, object: String, exposure: Int): Telescope!
      aimTelescope(which: Key!, expectedTick: String!, object: String, exposure: Int): Telescope!
      reportTelescope(which: Key!, expectedTick: String!, frames: Int, payload: String): Telescope!
    }
    input Key { plot: String! name: String! }
    type Telescope {
      plot: String! name: String! tick: String!
      object: String exposure: Int frames: Int payload: String
    }
  `);
  const [telescope] = inferDialect(telescopes, { name: "telescopes" }).dialect.kinds;

  it("is a field, and not a string that contains everything", () => {
    const which = { plot: "$namespace", name: "$name" };
    expect(telescope?.operations.create[0]?.arguments).toEqual({
      which,
      object: "$spec.object",
      exposure: "$spec.exposure",
    });
    expect(telescope?.operations.updateStatus[0]?.arguments).toEqual({
      which,
      expectedTick: "$resourceVersion",
      frames: "$status.frames",
      payload: "$status.payload",
    });
  });

  it("is generated for samples, and not taken from an input with the identity", () => {
    expect(telescope?.operations.create[0]).not.toHaveProperty("beside");
    expect(telescope?.operations.updateStatus[0]).not.toHaveProperty("beside");
    for (const spec of telescope?.samples.specs ?? []) {
      expect(Object.keys(spec)).toEqual(["object", "exposure"]);
    }
    expect(telescope?.samples.specs).toHaveLength(3);
  });
});

describe("an input that holds the identity next to the members of a spec", () => {
  const presses = buildSchema(`
    type Query { press(plot: String!, szName: String!): Press presses(plot: String!): [Press!]! }
    type Mutation {
      enlistPress(input: EnlistInput!): Response!
      amendPress(input: AmendInput!): Response!
      declarePress(input: DeclareInput!): Response!
    }
    type Response { press: Press }
    type Press { plot: String! szName: String! stand: String! copies: Int paper: String printed: Int }
    input EnlistInput { plot: String! szName: String! copies: Int paper: String }
    input AmendInput { plot: String! szName: String! basedOn: String! copies: Int paper: String }
    input DeclareInput { plot: String! szName: String! basedOn: String! printed: Int }
  `);
  const [press] = inferDialect(presses, { name: "presses" }).dialect.kinds;

  it("generates samples of the spec only", () => {
    expect(press?.operations.create[0]?.arguments).toMatchObject({
      input: { plot: "$namespace", szName: "$name" },
    });
    expect(press?.samples.specs.map((spec) => Object.keys(spec))).toEqual(
      Array.from({ length: 3 }, () => ["copies", "paper"]),
    );
  });
});

const watched = (argument: string, member: string): unknown => {
  const schema = buildSchema(`
    type Query { buoy(code: ID!): Buoy buoys: [Buoy!]! }
    type Mutation { logBuoy(code: ID!, etag: String!, waves: Int): Buoy }
    type Buoy { code: ID! etag: String! waves: Int }
    type Subscription { buoyEvents(${argument}): Event! }
    type Event { ${member} type: What! buoy: Buoy! }
    enum What { MOORED UPDATED RETRIEVED }
  `);
  const [watch] = inferDialect(schema, { name: "buoys" }).dialect.kinds[0]?.operations.watch ?? [];
  return { arguments: watch?.arguments, cursor: watch?.cursor };
};

describe("an argument with the name of an event field", () => {
  it("continues after the event that has it", () => {
    expect(watched("lastEventId: ID", "id: ID!")).toEqual({
      arguments: { lastEventId: "$cursor" },
      cursor: "id",
    });
    expect(watched("afterSequence: Int", "sequence: Int!")).toMatchObject({ cursor: "sequence" });
  });

  it("does not if its type differs, or if it is required", () => {
    const none = { arguments: {}, cursor: undefined };
    expect(watched("lastEventId: ID", "id: Int!")).toEqual(none);
    expect(watched("lastEventId: ID!", "id: ID!")).toMatchObject({ cursor: undefined });
  });
});

it("reads, lists and watches a kind through an interface, and finds its mutations by the id that they take", () => {
  const press = buildSchema(/* GraphQL */ `
    interface Node {
      id: ID!
    }
    type Query {
      node(id: ID!): Node
      jobByNumber(shop: String!, number: String!): Node
      jobs(shop: String!, skip: Int, take: Int): [Node!]!
    }
    type Shop implements Node {
      id: ID!
      slug: String!
    }
    type PrintJob implements Node {
      id: ID!
      shop: String!
      number: String!
      rowVersion: Int!
      ticket: Ticket!
      progress: Progress!
    }
    type Ticket {
      title: String!
      copies: Int!
    }
    type Progress {
      sheetsDone: Int
      operatorNote: String
    }
    input TicketInput {
      title: String!
      copies: Int!
    }
    input ProgressInput {
      sheetsDone: Int
      operatorNote: String
    }
    type Receipt {
      jobId: ID!
    }
    type Mutation {
      submitJob(shop: String!, number: String!, ticket: TicketInput!): Receipt
      amendTicket(jobId: ID!, rowVersion: Int!, ticket: TicketInput!): Receipt
      noteProgress(jobId: ID!, rowVersion: Int!, progress: ProgressInput!): Receipt
      scrapJob(jobId: ID!, rowVersion: Int): Receipt
    }
    type JobNews {
      what: String!
      job: Node!
    }
    type Subscription {
      jobNews(shop: String!): JobNews!
    }
  `);
  const { kinds } = inferDialect(press, { name: "press", namespaces: ["harbor"] }).dialect;

  expect(kinds.map(({ name }) => name)).toEqual(["PrintJob"]);
  expect(kinds[0]).toMatchObject({
    type: "PrintJob",
    paths: { name: "number", namespace: "shop", uid: "id", spec: "ticket", status: "progress" },
    operations: {
      create: [{ field: "submitJob", result: null }],
      list: [{ field: "jobs" }],
      update: [{ field: "amendTicket", arguments: { jobId: "$uid" } }],
      updateStatus: [{ field: "noteProgress", arguments: { jobId: "$uid" } }],
      delete: [{ field: "scrapJob" }],
      watch: [{ field: "jobNews" }],
    },
  });
});

it("notes that fields inside an object with an id of its own are mapped one by one", () => {
  const lifts = buildSchema(/* GraphQL */ `
    type Query {
      lift(callSign: String!): Lift
    }
    type Lift {
      callSign: String!
      etag: String!
      wish: Wish!
      telemetry: Telemetry!
    }
    type Wish {
      floor: Int!
    }
    type Telemetry {
      id: ID!
      floor: Int
      loadKg: Int
    }
    input WishInput {
      floor: Int!
    }
    input TelemetryInput {
      floor: Int
      loadKg: Int
    }
    type Mutation {
      createLift(callSign: String!, wish: WishInput!): Lift!
      updateLift(callSign: String!, etag: String!, wish: WishInput!): Lift!
      recordLift(callSign: String!, etag: String!, telemetry: TelemetryInput!): Lift!
    }
  `);
  const inferred = inferDialect(lifts, { name: "lifts" });
  const ofStatus = inferred.guesses.find(
    ({ path }) => path.join(".") === "kinds.Lift.paths.status",
  );

  expect(inferred.dialect.kinds[0]?.paths.status).toEqual({
    floor: "telemetry.floor",
    loadKg: "telemetry.loadKg",
  });
  expect(ofStatus?.reason).toBe("its fields are mapped one by one");
});

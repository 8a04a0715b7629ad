import { expect, it } from "vitest";
import type { JsonObject, JsonValue } from "#contract";
import type { Exchange } from "#targets";
import { omissionsFor, repaired, repairFor, repairLike } from "./repair-samples.ts";

function refusal(message: string, field?: string): Exchange {
  const causes = field === undefined ? [] : [{ field, message, reason: "" }];
  return { outcome: { result: "refused", refusal: { reason: "invalid", message, causes } } };
}

it.each([
  {
    says: "glaze must be one of ASH, SALT or CELADON",
    sample: { glaze: "x" },
    wants: ["ASH", "SALT", "CELADON"],
  },
  { says: 'invalid tone: expected "low" | "high"', sample: { tone: "x" }, wants: ["low", "high"] },
  {
    says: "spec.color: allowed values are [red, green, blue].",
    sample: { color: "x" },
    wants: ["red", "green", "blue"],
  },
  {
    says: "due must be an RFC 3339 timestamp",
    sample: { due: "x" },
    wants: ["2024-01-01T00:00:00Z"],
  },
  { says: "heat must be between 500 and 900", sample: { heat: 1 }, wants: [500, 700, 900] },
  { says: "decks: must be at least 4", sample: { decks: 1 }, wants: [4, 5, 6] },
  { says: "peakDb must not be above 0 dB", sample: { peakDb: 3 }, wants: [-2, -1, 0] },
  { says: "peakDb must not exceed 90", sample: { peakDb: 100 }, wants: [88, 89, 90] },
  { says: "peakDb: no more than 5 allowed", sample: { peakDb: 9 }, wants: [3, 4, 5] },
  { says: "peakDb must be less than 10", sample: { peakDb: 10 }, wants: [7, 8, 9] },
  { says: "peakDb must not be below 20", sample: { peakDb: 1 }, wants: [20, 21, 22] },
  { says: "peakDb must be greater than or equal to 7", sample: { peakDb: 1 }, wants: [7, 8, 9] },
  { says: "peakDb must be greater than 7", sample: { peakDb: 1 }, wants: [8, 9, 10] },
  { says: "peakDb must not be positive", sample: { peakDb: 1 }, wants: [-2, -1, 0] },
  { says: "peakDb must be at most -5", sample: { peakDb: 1 }, wants: [-7, -6, -5] },
  { says: "peakDb exceeds the limit of 5", sample: { peakDb: 9 }, wants: [3, 4, 5] },
  { says: "peakDb must be negative", sample: { peakDb: 1 }, wants: [-3, -2, -1] },
  {
    says: "The code does not match /^[A-Z]{3}-\\d{3}$/",
    sample: { code: "x" },
    wants: ["ABC-123", "DEF-456", "GHI-789"],
  },
  {
    says: "/plan/code must match ^[A-Z]{3}-\\d{3}$",
    sample: { code: "x" },
    wants: ["ABC-123", "DEF-456", "GHI-789"],
  },
  {
    says: "owner is not a valid e-mail",
    sample: { owner: "x", size: 1 },
    wants: ["a@example.com"],
  },
  {
    says: 'Expected type "LocalDate". Value is not a valid LocalDate: x, at tone',
    sample: { tone: "x" },
    wants: ["2024-01-01", "2024-02-02"],
  },
  {
    says: "tone: Value is not a negative number: 1",
    sample: { tone: 1 },
    wants: [-3, -2, -1],
  },
])("reads what is wanted: $says", ({ says, sample, wants }) => {
  expect(repairFor(refusal(says), sample)?.values.slice(0, wants.length)).toEqual(wants);
});

it.each([
  ["^-?\\d{1,12}\\.\\d{2} [A-Z]{3}$", /^\d{1,12}\.\d{2} [A-Z]{3}$/u],
  ["^[A-Z]{2}\\d{2}[A-Z0-9]{11,30}$", /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/u],
])("generates strings for a pattern that no common string matches: %s", (pattern, form) => {
  const texts = [`price must match ${pattern}.`, `price: "x" does not match /${pattern}/`];

  for (const text of texts) {
    const values = repairFor(refusal(text), { price: "x" })?.values ?? [];
    expect(values).toEqual([1, 2, 3].map(() => expect.stringMatching(form)));
    expect(new Set(values).size).toBe(3);
  }
});

it.each([
  { says: "spec.capacityGb is required", member: "capacityGb", values: ["capacityGb-a"] },
  { says: "must have required property 'tier': one of hot, cold", member: "tier", values: ["hot"] },
  { says: "missing field `replicas` (integer)", member: "replicas", values: [1, 2, 3] },
  { says: "'public' is a required property of type boolean", member: "public", values: [true] },
  { says: "missing required argument: zone", member: "zone", values: ["zone-a"] },
  { says: "Required argument missing: zone", member: "zone", values: ["zone-a"] },
  { says: "required field: spec.zone", member: "zone", values: ["zone-a"] },
  { says: 'Required value: "zones" must be a list', member: "zones", values: [["a", "b"]] },
])("adds what is missing: $says", ({ says, member, values }) => {
  const found = repairFor(refusal(says), { size: 1 });

  expect(found?.member).toBe(member);
  expect(found?.values.slice(0, values.length)).toEqual(values);
});

it.each(["size must be a string", "size: expected a boolean"])(
  "gives another type where one is named: %s",
  (says) => {
    expect(typeof repairFor(refusal(says), { size: 1 })?.values[0]).not.toBe("number");
  },
);

it("uses the next value in a refusal if a sample already uses the first", () => {
  const says = "size must be an integer; missing field 'zone'; unknown field 'note'";
  const found = repairFor(refusal(says), { size: 1, note: "x" });
  expect(found?.member).toBe("zone");
});

it.each(["size must be integer", "size: expected a number", "size should be of type int"])(
  "gives a number where one is named: %s",
  (says) => {
    expect(repairFor(refusal(says), { size: "x" })?.values).toEqual([1, 2, 3]);
  },
);

it("removes misplaced fields, but not all fields", () => {
  const says = 'unknown field "note"';
  const found = repairFor(refusal(says), { size: 1, note: "x" });
  expect(found && repaired([{ size: 1, note: "x" }], found)).toEqual([{ size: 1 }]);
  expect(repairFor(refusal(says), { note: "x" })?.values).not.toEqual([]);
});

it("reads the causes before the message, and keeps lists", () => {
  const found = repairFor(refusal("must be one of a, b", "spec.tags"), { size: 1, tags: ["x"] });
  expect(found?.member).toBe("tags");
  const samples = [{ tags: ["x"] }, { tags: ["y"] }, { tags: ["z"] }];
  expect(found && repaired(samples, found)).toEqual([
    { tags: ["a"] },
    { tags: ["b"] },
    { tags: ["a"] },
  ]);
});

it.each(["no", "heat is wrong", `heat ${"(".repeat(500)}`])(
  "leaves alone what it does not understand: %s",
  (says) => {
    expect(repairFor(refusal(says), { heat: "x" })).toBeUndefined();
  },
);

it.each([
  "Variable '$input' got invalid value 'STEEL' at 'input.casing'; Expected type 'Casing'.",
  "input.casing: 'STEEL' is not what was meant by 'casing' in 'input'",
])("takes no text between quotations for a value: %s", (says) => {
  expect(repairFor(refusal(says), { casing: "STEEL" })).toBeUndefined();
});

it.each(["a required argument is missing", "missing parameter", "argument: required"])(
  "takes no noun for a name: %s",
  (says) => {
    expect(repairFor(refusal(says), { size: 1 })).toBeUndefined();
  },
);

it("reads a quoted number as a string, and a field that only the response names", () => {
  const litres = `Variable "$recipe" got invalid value "1" at "recipe.capacity"; Litres is a decimal text such as "12.5"`;
  expect(repairFor(refusal(litres), { capacity: "1", grape: "GAMAY" })).toMatchObject({
    member: "capacity",
    values: ["12.5", "12.6", "12.7"],
  });

  const userErrors = [{ field: ["targetCelsius"], message: "From 30 to 500" }];
  const body = { data: { installOven: { oven: null, userErrors } } };
  const exchange = { ...refusal("From 30 to 500"), reply: { status: 200, body } };
  const wanted = { member: "targetCelsius", values: [30, 265, 500] };
  expect(repairFor(exchange, { targetCelsius: 1, motto: "a" })).toMatchObject(wanted);
  const unread = {
    ...exchange,
    outcome: { result: "unintelligible", detail: "no object" },
  } as const;
  expect(repairFor(unread, { targetCelsius: 1, motto: "a" })).toMatchObject(wanted);
});

it.each([
  'Variable "$reading" got invalid value 1 at "reading.litres"; BigInt cannot represent value: 1',
  'Variable "$reading" got invalid value 1 at "reading.litres"; Expected type "BigInt".',
])("sends a rejected integer as a string: %s", (says) => {
  expect(repairFor(refusal(says), { litres: 1, wood: "oak" })).toMatchObject({
    member: "litres",
    values: ["1", "2", "3"],
  });
});

it("sends no integer as a string if a message rejects it for its size", () => {
  const repair = repairFor(refusal("litres: 1 is too small"), { litres: 1 });

  expect(repair && repaired([{ litres: 1 }], repair)).toEqual([{ litres: 10 }]);
});

it("does not mistake the name of a type for a permitted value", () => {
  const says = `Variable '$wish' got invalid value '1' at 'wish.hold'; Expected type 'Span'. Span is an ISO 8601 duration such as "PT90M"`;

  expect(repairFor(refusal(says), { hold: "1", wood: "oak" })).toMatchObject({
    member: "hold",
    values: ["PT90M", "PT91M", "PT92M"],
  });
});

it("omits a scalar of unknown format if its refusal does not state the format", () => {
  const sample = { hold: "Span-a", wood: "oak" };

  expect(repairFor(refusal("hold: no"), sample)).toMatchObject({ member: "hold", values: [] });
  expect(
    repairFor(refusal('hold: Span is an ISO 8601 duration such as "PT90M"'), sample),
  ).toMatchObject({ member: "Span", values: ["PT90M", "PT91M", "PT92M"] });
});

it("reads the details of a refusal whose form the dialect does not describe", () => {
  const details = [{ at: "lufs", why: "-100 to 0" }];
  const problem = { __typename: "Unacceptable", title: "not acceptable", complaints: details };
  const body = { data: { gaugeLoudness: { channel: null, problem } } };
  const unread: Exchange = {
    outcome: { result: "unintelligible", detail: "expected an object, not null" },
    reply: { status: 200, body },
  };

  expect(repairFor(unread, { lufs: 1.5 })?.values).toEqual([-100, -50, 0]);
});

it.each<{ errors: JsonValue }>([
  {
    errors: [{ field: "plan.hertz", messages: ["Ensure this value is between 20 and 5000."] }],
  },
  { errors: ["plan.hertz: Ensure this value is between 20 and 5000."] },
])("reads a message in a list that the dialect does not know yet: $errors", ({ errors }) => {
  const unread: Exchange = {
    outcome: { result: "unintelligible", detail: "null instead of an object" },
    reply: { status: 200, body: { data: { castBell: { ok: false, errors, bell: null } } } },
  };

  expect(repairFor(unread, { hertz: 1.5, remark: "a" })).toMatchObject({
    member: "hertz",
    values: [20, 2510, 5000],
  });
});

it("reads the form of a scalar from an example that mentions its type", () => {
  const sample = { target: "Celsius-b", readings: [{ probe: "TOP", celsius: "Celsius-b" }] };
  const refused = refusal("Variable 'e' has an invalid value: a Celsius has one decimal, as -70.5");
  const repair = repairFor(refused, sample);

  expect(repair && repaired([sample], repair)).toEqual([
    { target: "-70.6", readings: [{ probe: "TOP", celsius: "-70.6" }] },
  ]);
});

it("uses the value of an accepted sample if a refusal names a field but no values", () => {
  const refused = refusal("not acceptable", "tally.runsSerial");

  expect(repairLike(refused, { runsSerial: 2 }, { runsSerial: 1 })?.values).toEqual([1]);
  expect(repairLike(refused, { runsSerial: 1 }, { runsSerial: 1 })).toBeUndefined();
});

it("adds the fields that a refusal of an unknown field lists", () => {
  const says = "observed.size: unknown field; allowed are heat, stage and cracks";
  const repair = repairFor(refusal(says), { size: 1, note: "note-a" });

  expect(repair && repaired([{ size: 1, note: "note-a" }], repair)).toEqual([
    { note: "note-a", heat: "heat-a", stage: "stage-a", cracks: "cracks-a" },
  ]);
});

it.each([
  "a valid JWT is required",
  "Bearer token is required",
  "Token expired",
  "Authentication required: token missing",
  "missing authorization header",
  "Required role: admin",
  "You are not allowed to write size",
  "permission denied: size is required to be owned by you",
])("repairs nothing if a refusal is about the caller: %s", (says) => {
  expect(repairFor(refusal(says), { size: 1 })).toBeUndefined();
});

it("repairs nothing if the code or the reason of a refusal is about the caller", () => {
  const { outcome } = refusal("size is required to be an integer");
  const error = { message: "size is required", extensions: { code: "invalid-jwt" } };
  const body = { errors: [error] };
  expect(repairFor({ outcome, reply: { status: 200, body } }, { size: "a" })).toBeUndefined();
  expect(repairFor({ outcome, reply: { status: 403, body: {} } }, { size: "a" })).toBeUndefined();
});

it("repairs a field that has the name of a credential", () => {
  const says = "token is required";
  expect(repairFor(refusal(says), { size: 1 }, new Set(["size", "token"]))?.member).toBe("token");
  expect(repairFor(refusal("role must be one of a, b"), { role: "x" })?.values).toEqual(["a", "b"]);
});

it("adds only fields that the input can contain", () => {
  const says = "a tenant is required; zone is required";
  expect(repairFor(refusal(says), { size: 1 }, new Set(["size", "zone"]))?.member).toBe("zone");
  expect(repairFor(refusal("tenant is required"), { size: 1 }, new Set(["size"]))).toBeUndefined();
});

const nested = {
  heat: 1,
  window: { from: "from-a", to: "to-a" },
  stages: [{ label: "a", hold: 1 }],
};

it.each([
  {
    says: "spec.window.from must be HH:MM",
    wants: { ...nested, window: { from: "01:01", to: "to-a" } },
  },
  {
    says: "window: to must be one of dusk, dawn",
    wants: { ...nested, window: { from: "from-a", to: "dusk" } },
  },
  {
    says: "stages[0].hold must be at least 30",
    wants: { ...nested, stages: [{ label: "a", hold: 30 }] },
  },
  {
    says: 'body["stages"][0]["label"] must be one of soak, cool',
    wants: { ...nested, stages: [{ label: "soak", hold: 1 }] },
  },
  {
    says: "/window/zone is required, one of UTC or local",
    wants: { ...nested, window: { ...nested.window, zone: "UTC" } },
  },
  {
    says: "unknown field window.to",
    wants: { ...nested, window: { from: "from-a" } },
  },
  {
    says: "hold must be between 10 and 20",
    wants: { ...nested, stages: [{ label: "a", hold: 10 }] },
  },
  { says: "heat must be at least 5", wants: { ...nested, heat: 5 } },
])("repairs a field inside an object: $says", ({ says, wants }) => {
  const repair = repairFor(refusal(says), nested);
  expect(repair && repaired([nested], repair)).toEqual([wants]);
});

it("repairs a field inside an object with the value of an accepted sample", () => {
  const accepted = { window: { from: "b" } };
  const repair = repairLike(refusal("window.from is wrong"), { window: { from: "a" } }, accepted);
  expect(repair && repaired([{ window: { from: "a" } }], repair)).toEqual([accepted]);
});

it("tries other notations of a string whose permitted form is not described", () => {
  let samples: readonly JsonObject[] = [
    { checks: [{ lastCode: "lastCode-a" }, { lastCode: "lastCode-b" }] },
  ];
  const seen: JsonValue[] = [];
  for (;;) {
    const [sample = {}] = samples;
    const repair = repairFor(refusal("lastCode is malformed", "checks[1].lastCode"), sample);
    if (repair === undefined) break;
    samples = repaired(samples, repair);
    seen.push(samples[0]?.["checks"] ?? null);
  }

  expect(seen[0]).toEqual([{ lastCode: "LastCodeA" }, { lastCode: "LastCodeB" }]);
  expect(seen.map((checks) => (Array.isArray(checks) ? checks[1] : checks))).toEqual(
    [
      "LastCodeB",
      "LAST_CODE_B",
      "last-code-b",
      "last_code_b",
      "lastcodeb",
      "B",
      "B102",
      "b",
      "2",
    ].map((lastCode) => ({ lastCode })),
  );
});

it.each(["lastCode lastCode-a already exists", "lastCode is unknown", "lastCode is duplicate"])(
  "keeps the notation: %s",
  (says) => {
    expect(repairFor(refusal(says), { lastCode: "lastCode-a" })).toBeUndefined();
  },
);

it("finds the field in a path next to the message", () => {
  const body = {
    errors: [
      { message: "malformed value", extensions: { problem: { at: "state.checks[0].code" } } },
    ],
  };
  const exchange = { ...refusal("malformed value"), reply: { status: 200, body } };

  expect(repairFor(exchange, { checks: [{ code: "code-a" }], code: "code-a" })).toMatchObject({
    member: "code",
    within: ["checks"],
  });
});

it("tries larger numbers if the permitted range is not described", () => {
  const text = 'new row for relation "kilns" violates check constraint "kilns_target_heat_check"';
  let samples: readonly JsonObject[] = [
    { heat: 1, targetHeat: 1 },
    { heat: 2, targetHeat: 2 },
  ];
  const seen: JsonValue[] = [];
  while (samples[0]?.["targetHeat"] !== undefined) {
    const repair = repairFor(refusal(text), samples[0]);
    if (repair === undefined) break;
    samples = repaired(samples, repair);
    seen.push(samples.map(({ targetHeat = null }) => targetHeat));
  }

  expect(seen).toEqual([
    [10, 20],
    [100, 200],
    [1000, 2000],
  ]);
  expect(samples.map(({ heat }) => heat)).toEqual([1, 2]);
});

it("omits a field whose generated values were all rejected", () => {
  const text = "kilns_phase_check violated by (1, phase-a, message-a)";
  let sample: JsonObject = { phase: "phase-a", message: "message-a" };
  for (;;) {
    const [omission] = omissionsFor(refusal(text), sample);
    const repair = repairFor(refusal(text), sample) ?? omission;
    if (repair === undefined) break;
    [sample = {}] = repaired([sample], repair);
  }

  expect(sample).toEqual({ message: "message-a" });
});

it("takes no parts of ids and times for a range", () => {
  const row = "8eb9e3ec-6483-7726-8ef9-e60ea3be5f5f, 2026-11-27 13:08:19.433358+00";
  const text = `heat is wrong: row (${row})`;

  expect(repairFor(refusal(text), { heat: 1 })).toMatchObject({ isRestyled: true });
});

it.each(["kilns_heating_check", "kilnsheat_check", "heat"])(
  "takes no component of a word for a field: %s",
  (constraint) => {
    const text = `violates check constraint "${constraint}"`;
    expect(repairFor(refusal(text), { targetHeat: 1, eat: 1 })).toBeUndefined();
  },
);

it("tries each notation of a name of one word once", () => {
  let samples: readonly JsonObject[] = [{ code: "code-c" }];
  const seen: JsonValue[] = [];
  for (;;) {
    const repair = repairFor(refusal("code is not acceptable"), samples[0] ?? {});
    if (repair === undefined) break;
    samples = repaired(samples, repair);
    seen.push(samples[0]?.["code"] ?? null);
  }
  expect(seen).toEqual(["CodeC", "CODE_C", "code_c", "codec", "C", "C103", "c", "3"]);
});

it.each([
  { says: 'got "EpochMillis-a"; EpochMillis must be a whole number', value: 1_704_067_200_000 },
  { says: "UnixSeconds cannot represent a string", value: 1_704_067_200 },
  { says: "Ratio must be a number", value: 1.5 },
  { says: "BigCount must be an integer as a string", value: "1" },
])("replaces a scalar of unknown format: $says", ({ says, value }) => {
  const type = says.match(/EpochMillis|UnixSeconds|Ratio|BigCount/u)?.[0] ?? "";
  const repair = repairFor(refusal(says), { raised: `${type}-a` });
  expect(repair?.values[0]).toBe(value);
});

it.each(["lastTransitionTime", "openedAt", "since"])("keeps a rejected time: %s", (name) => {
  const sample = { [name]: "2024-01-01T00:00:00Z" };
  expect(repairFor(refusal(`${name} is not acceptable`), sample)).toBeUndefined();
});

it("tries a time and an integer for a scalar whose format no refusal describes", () => {
  const says = "raised is not acceptable";
  const first = repairFor(refusal(says), { raised: "Moment-b" });
  const [sample = {}] = first === undefined ? [] : repaired([{ raised: "Moment-b" }], first);
  const second = repairFor(refusal(says), sample);

  expect(sample).toEqual({ raised: "2024-02-02T10:20:30Z" });
  expect(second && repaired([sample], second)).toEqual([{ raised: 2 }]);
});

const lift = {
  express: { fromFloor: 2, toFloor: 2 },
  service: { startsAt: "2024-02-02T10:20:30Z", endsAt: "2024-01-01T00:00:00Z" },
  minKg: 3,
  maxKg: 3,
};

it.each([
  {
    says: "must be above fromFloor",
    field: "express.toFloor",
    wants: { ...lift, express: { fromFloor: 2, toFloor: 3 } },
  },
  {
    says: "to_floor must be greater than from_floor",
    wants: { ...lift, express: { fromFloor: 2, toFloor: 3 } },
  },
  {
    says: "express.fromFloor must not exceed toFloor",
    wants: { ...lift, express: { fromFloor: 1, toFloor: 2 } },
  },
  {
    says: "endsAt must be later than startsAt",
    wants: {
      ...lift,
      service: { startsAt: "2024-02-02T10:20:30Z", endsAt: "2024-02-03T10:20:30Z" },
    },
  },
  { says: "minKg must be less than maxKg", wants: { ...lift, minKg: 2 } },
])("puts two fields in the order that a refusal requires: $says", ({ says, field, wants }) => {
  const repair = repairFor(refusal(says, field), lift);
  expect(repair && repaired([lift], repair)).toEqual([wants]);
});

it("reads the type of the values of a map", () => {
  const sample = { phase: "OPEN", health: { health: "health-a" } };
  const says =
    "Variable '$inputs' has invalid value at .reality.health: HealthMap must be an object whose values are booleans";
  const repair = repairFor(refusal(says), sample, new Set(["phase", "health"]));
  expect(repair && repaired([sample], repair)).toEqual([
    { phase: "OPEN", health: { health: true } },
  ]);
});

it("finds a field by the snake case of its name", () => {
  expect(repairFor(refusal("load_kg must be between 5 and 7"), { loadKg: 1 })).toMatchObject({
    member: "loadKg",
    values: [5, 6, 7],
  });
});

it("offers to omit the field that a refusal names, and then the objects around it", () => {
  const sample = { title: "a", finish: { folds: { count: 1 }, stapled: true } };
  const found = omissionsFor(refusal("no such fold", "finish.folds.count"), sample);
  expect(found.flatMap((repair) => repaired([sample], repair))).toEqual([
    { title: "a", finish: { folds: {}, stapled: true } },
    { title: "a", finish: { stapled: true } },
    { title: "a" },
  ]);
  expect(omissionsFor(refusal("title is bad"), { title: "a" })).toEqual([]);
  expect(omissionsFor(refusal("access denied: title"), sample)).toEqual([]);
});

it.each([
  'fleets is forbidden: User "author" cannot create resource "fleets" in API group "x" at the cluster scope',
  "scope harbor: client barge-1 may not write group x",
])("keeps the fields of a request that the caller may not send: %s", (message) => {
  expect(omissionsFor(refusal(message), { group: "a", scope: "b" })).toEqual([]);
});

it("omits a field whose value is missing, although it is named like a caller", () => {
  const [omitted] = omissionsFor(refusal("user cannot be used in scope b"), { user: "a", tons: 1 });

  expect(omitted).toMatchObject({ member: "user" });
});

it("repairs no field that an error only quotes with the whole input", () => {
  const message =
    'Variable "$input" got invalid value { name: "a", pattern: "a-1", limits: { low: 1 } }; Field "ownerId" of required type "ID!" was not provided.';
  const exchange = refusal(message);

  expect(repairFor(exchange, { pattern: "a-1" }, new Set(["pattern"]))).toBeUndefined();
  expect(omissionsFor(exchange, { pattern: "a-1", limits: { low: 1 } })).toEqual([]);
});

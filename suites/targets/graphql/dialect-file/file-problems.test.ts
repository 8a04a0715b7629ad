import { describe, expect, it } from "vitest";
import { complaints, notes, socketCredentials } from "../testing/notes.ts";

function declared(observedGeneration: string): string {
  return notes.replace("  samples:", `  observedGeneration: ${observedGeneration}\n  samples:`);
}

describe("a file that cannot be used", () => {
  it("has sample conditions with the endpoint's names", () => {
    const conditions = "  conditions: {member: notices, members: {type: topic, reason: reason}}\n";
    const text = notes
      .replace("  samples:", `${conditions}  samples:`)
      .replace("{count: 1}", "{count: 1, notices: [{topic: A, reason: b}]}");

    expect(complaints({ "notes.yaml": text }).join("\n")).toContain(
      "statuses[0].notices[0].topic: write type; it is sent as topic",
    );
  });

  it("has an observed generation that no sample status has", () => {
    expect(complaints({ "notes.yaml": declared("seen.turn") }).join("\n")).toContain(
      "observedGeneration: no sample status has seen.turn, the path of the observed generation in a status",
    );
    expect(complaints({ "notes.yaml": declared("count") })).toEqual([]);
  });

  it("is rejected with all that is wrong, each with its place", () => {
    const text = notes
      .replace("reason: conflict", "reason: konflict")
      .replace("namespaces: [default]", "namespaces: [default, 7]")
      .replace("counter: count", "conter: count")
      .replace("mode: partial", "mode: partly")
      .replace("{env: AUTHOR}", "{env: AUTHOR, static: x}");

    expect(complaints({ "notes.yaml": text }).toSorted()).toEqual([
      'notes.yaml:13:5 "conter" is not a property of "samples"; did you mean counter?',
      'notes.yaml:21:31 "partly" is not a value of "mode"; known values: partial, replace, apply',
      'notes.yaml:4:14 "author" must have exactly one of static, env, file, command, login, jwt, headers, none, unavailable, notApplicable',
      'notes.yaml:5:13 "konflict" is not a value of "reason"; did you mean conflict?',
      'notes.yaml:8:25 "1" must be a string, but 7 is a number: put it in quotes, "7"',
    ]);
  });

  it.each([
    { endpoint: "", problems: 1 },
    { endpoint: "endpoint: {watches: {protocol: graphql-transport-ws}}", problems: 1 },
    { endpoint: "endpoint: {watches: {protocol: sse}}", problems: 0 },
    { endpoint: socketCredentials, problems: 0 },
  ])("has watches, but no way to send credentials: $endpoint", ({ endpoint, problems }) => {
    const watch = "watch: {changes: {arguments: {}, type: {path: type, names: {NEW: ADDED}}}}";
    const text = `${notes}      ${watch}\n${endpoint}\n`;
    const problem =
      'notes.yaml:23:7 kinds.Note.operations.watch: watches use a WebSocket, but credentials have no "socket"; for other transports, set endpoint.watches.protocol';

    expect(complaints({ "notes.yaml": text })).toEqual(problems === 0 ? [] : [problem]);
  });

  it.each([
    { after: "[report]", problem: "a mutation cannot be required before itself" },
    { after: "[begin]", problem: "begin is not a status mutation of the kind" },
    { after: "[finish]", problem: "finish requires begin: list begin before it" },
    { after: "[first, finish]", problem: "finish requires begin: list begin before it" },
  ])("has a status mutation that nothing can come before: $after", ({ after, problem }) => {
    const others = `first: {mode: partial, arguments: {}}, finish: {mode: partial, arguments: {}, after: [${after === "[begin]" ? "first" : "begin"}]}`;
    const text = notes
      .replace("mode: partial, ", `mode: partial, after: ${after}, `)
      .replace("updateStatus: {", `updateStatus: {${others}, `);

    expect(complaints({ "notes.yaml": text }).join("\n")).toContain(problem);
  });

  it.each([
    {
      from: "STALE",
      to: "TRUE",
      line: '5:31 "code" must be a string, but TRUE is a boolean: put it in quotes, "TRUE"',
    },
    {
      from: "name: name,",
      to: "name: ,",
      line: '9:11 "name" has no value; set it to a string, or remove it',
    },
    {
      from: "\nkinds:",
      to: "\nkindz:",
      line: '16:1 "kindz" is not a property of the file; did you mean kinds?',
    },
    { from: "dialect: 1", to: "dialect: 2", line: '2:1 "dialect" must be 1' },
    { from: "dialect: 1", to: "", line: '3:1 the property "dialect" of the file is missing' },
    {
      from: "[{a: 1}, {a: 2}, {a: 3}]",
      to: "{a: 1}",
      line: '11:5 "specs" must be a list, not a mapping',
    },
    {
      from: "  scope: namespaced\n",
      to: "\n",
      line: '17:3 kinds.Note: the property "scope" is missing: namespaced or cluster',
    },
    {
      from: "{note: {arguments: {name: $name}}}",
      to: "{note: {arguments: {owner: $namespaceId}}}",
      line: '17:3 kinds.Note: the property "namespaceIds" has no id for default; name namespaces that exist (init --namespace), or add their ids',
    },
    {
      from: "{note: {arguments: {name: $name}}}",
      to: '{note: {arguments: {owner: "owners/${namespaceId}"}}}',
      line: '17:3 kinds.Note: the property "namespaceIds" has no id for default; name namespaces that exist (init --namespace), or add their ids',
    },
    { from: ", uid: id", to: "", line: '9:3 kinds.Note.paths: the path "uid" is missing' },
    {
      from: "{a: 2}, ",
      to: "",
      line: "11:5 kinds.Note.samples.specs: 2 given, but checks need at least 3",
    },
    {
      from: /\{count: 1\}.*/u,
      to: "{count: x}, {count: x}, {count: y}]",
      line: "13:5 kinds.Note.samples.counter: every sample status must have an integer or a different value in the field with that name",
    },
    {
      from: "{count: 1}",
      to: "{count: 1, conditions: [{type: A, status: True}]}",
      line: '12:50 kinds.Note.samples.statuses[0].conditions[0].status: must be a quoted string: "True", "False" or "Unknown"',
    },
    {
      from: /create: .*/u,
      to: "",
      line: "18:5 kinds.Note.operations: an operation for create is missing",
    },
    {
      from: "mode: partial, ",
      to: "",
      line: '21:22 kinds.Note.operations.updateStatus.report: the property "mode" is missing: partial, replace or apply',
    },
    {
      from: "{note: {arguments: {name: $name}}}",
      to: "{note: {document: query}}",
      line: '20:14 kinds.Note.operations.read.note: the property "field" is missing: the path of the value in the data',
    },
    { from: "[{reason", to: "[[{reason", line: "6:1 invalid YAML" },
    {
      from: "name: notes",
      to: "name: notes\nname: twice",
      line: "4:1 invalid YAML: Map keys must be unique",
    },
    {
      from: "name: notes",
      to: "name: *nobody",
      line: "3:7",
    },
    {
      from: "name: notes",
      to: "? [a]\n: b",
      line: "3:3 a name must be a string or a number",
    },
    { from: "{a: 1}", to: "{a: .inf}", line: "11:17 .inf is not a JSON value" },
  ])("says what is wrong and where: $line", ({ from, to, line }) => {
    const found = complaints({ "notes.yaml": notes.replace(from, to) });
    expect(found.join("\n")).toContain(`notes.yaml:${line}`);
  });

  it.each([
    { text: "", line: "notes.yaml:1:1 a dialect file must contain a mapping" },
    { text: "- a", line: "notes.yaml:1:1 a dialect file must contain a mapping" },
    { text: "\u0000", line: "notes.yaml:1:1" },
    { text: `a: ${"[".repeat(5_000)}`, line: "notes.yaml:1:" },
    { text: `a: ${"x".repeat(4_000_001)}`, line: "has more than 4000000 characters" },
    { text: billionLaughs(), line: "values, aliases included" },
    { text: "a: &a {b: *a}", line: "notes.yaml:1:" },
  ])("survives whatever it holds", ({ text, line }) => {
    expect(complaints({ "notes.yaml": text }).join("\n")).toContain(line);
  });

  it("is one of a circle", () => {
    expect(
      complaints({
        "a.yaml": "dialect: 1\nextends: b.yaml\n",
        "b.yaml": "extends: c.yaml\n",
        "c.yaml": "extends: b.yaml\n",
      }),
    ).toEqual(['c.yaml:1:10 "extends" forms a cycle: b.yaml extends c.yaml extends b.yaml']);
  });

  it("is one that extends a missing file, or no file", () => {
    expect(complaints({ "a.yaml": "extends: b.yaml" })).toEqual([
      "the file, which a.yaml extends, cannot be read: no such file",
    ]);
    expect(complaints({ "a.yaml": "extends: [b.yaml]" })).toEqual([
      'a.yaml:1:10 "extends" must be the name of one file',
    ]);
  });

  it("is named with its own file, and not the file that extends it", () => {
    const spoilt = notes.replace("mode: partial", "mode: 7");
    expect(complaints({ "a.yaml": "extends: notes.yaml", "notes.yaml": spoilt })[0]).toBe(
      'notes.yaml:21:31 "mode" must be a string, but 7 is a number: put it in quotes, "7"',
    );
  });
});

/** Ten lists, each with ten aliases of the preceding one: ten billion values in eleven lines. */
function billionLaughs(): string {
  const lines = Array.from({ length: 10 }, (_, index) => {
    const aliases = Array.from({ length: 10 }, () => `*l${index}`).join(", ");
    return `l${index + 1}: &l${index + 1} [${aliases}]`;
  });
  return ["l0: &l0 [lol]", ...lines].join("\n");
}

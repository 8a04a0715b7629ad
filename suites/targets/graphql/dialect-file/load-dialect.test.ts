import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Dialect, KindDialect } from "../dialect/dialect.ts";
import { canonicalDialect } from "../dialect/canonical.ts";
import { crateDialect } from "../testing/crate-dialect.ts";
import { widgetDialect } from "../testing/widget-dialect.ts";
import { loadDialect } from "./load-dialect.ts";
import { printDialect } from "./print-dialect.ts";
import { load, notes, socketCredentials } from "../testing/notes.ts";

/** Adds samples to the dialects of the tests, because a dialect file requires them. */
function withSamples(dialect: Dialect): Dialect {
  const samples = { specs: [{}, {}, {}], statuses: [{ count: 1 }, { count: 1 }, { count: 1 }] };
  const fill = (kind: KindDialect): KindDialect => ({
    ...kind,
    samples: { ...kind.samples, ...samples },
  });
  const { definitions } = dialect;
  return {
    ...dialect,
    kinds: dialect.kinds.map(fill),
    ...(definitions === undefined
      ? {}
      : {
          definitions: {
            ...definitions,
            objects: definitions.objects.map((one) => ({ ...one, serves: fill(one.serves) })),
          },
        }),
  };
}

function deletionsOf(text: string): unknown {
  return load({ "notes.yaml": text }).dialect.kinds[0]?.semantics?.deletedEvent;
}

describe("loadDialect", () => {
  it.each([canonicalDialect, withSamples(widgetDialect), withSamples(crateDialect)])(
    "gives back the dialect $name that was printed",
    (dialect) => {
      expect(load({ "dialect.yaml": printDialect(dialect) }).dialect).toStrictEqual(dialect);
    },
  );

  it("accepts the example of its guide", () => {
    const guide = readFileSync(new URL("../../../../docs/dialects.md", import.meta.url), "utf8");
    const [, example = ""] = /```yaml\n(.*?)```/su.exec(guide) ?? [];
    expect(load({ "notes.yaml": example }).dialect).toMatchObject({
      name: "notes",
      features: ["read.list", "delete", "status.partial"],
    });
  });

  it("accepts an error that is its only cause", () => {
    const causes = { list: "", field: "property", message: "text" };
    const dialect = withSamples(widgetDialect);
    const stated = { ...dialect, errors: { ...dialect.errors, payload: { causes } } };

    expect(load({ "dialect.yaml": printDialect(stated) }).dialect).toStrictEqual(stated);
  });

  it("reads JSON like YAML", () => {
    const text = JSON.stringify({ dialect: 1, kinds: {}, extends: "notes.yaml" }, null, "\t");
    expect(load({ "a.json": text, "notes.yaml": notes }).dialect).toStrictEqual(
      load({ "notes.yaml": notes }).dialect,
    );
  });

  it("adds the optional fields of a file", () => {
    const { dialect } = load({ "notes.yaml": notes.replace("name: notes", "") });

    expect(dialect).toMatchObject({
      name: "notes",
      credentials: { http: { header: "Authorization", format: "Bearer $credential" } },
      errors: { code: "extensions.code" },
      identities: {
        author: { kind: "environment", variable: "AUTHOR" },
        controller: { kind: "unavailable", reason: "nobody issues one" },
        anonymous: { kind: "none" },
      },
      features: ["delete", "status.partial"],
      semantics: { crossWrite: "rejected", noOp: "keepsVersion" },
    });
    const [note] = dialect.kinds;
    expect(note?.operations.create).toEqual([
      {
        id: "createNote",
        field: "createNote",
        arguments: { name: "$name", spec: "$spec" },
        result: "",
      },
    ]);
    expect(note?.operations.delete).toMatchObject([{ result: null }]);
  });

  it("assumes that deletions with a key contain no object, unless the file states otherwise", () => {
    const watch =
      "      watch: {noteGone: {type: {path: op, names: {gone: DELETED}}, key: {uid: id}}}";
    const keyed = `${notes.replace("      delete:", `${watch}\n      delete:`)}${socketCredentials}`;
    const declared = keyed.replace(
      "everyKind:",
      "semantics: {deletedEvent: lastState}\neveryKind:",
    );

    expect(deletionsOf(notes)).toBeUndefined();
    expect(deletionsOf(keyed)).toBe("keyOnly");
    expect(deletionsOf(declared)).toBeUndefined();
    expect(load({ "notes.yaml": declared }).dialect.semantics.deletedEvent).toBe("lastState");
  });

  it("changes and removes parts of the extended file, and states the place of each part", () => {
    const { dialect, locate } = load({
      "mine/upper.yaml": `
dialect: 1
extends: ../notes.yaml
semantics: {noOp: takesVersion}
kinds:
  Note:
    paths: {labels: none, generation: gen}
    operations:
      delete: none
      read: {noteByName: {field: note, arguments: {n: $name}}}
`,
      "notes.yaml": notes,
    });
    const [note] = dialect.kinds;

    expect(dialect.name).toBe("notes");
    expect(dialect.semantics.noOp).toBe("takesVersion");
    expect(note?.paths).toEqual({
      name: "name",
      uid: "id",
      resourceVersion: "version",
      generation: "gen",
    });
    expect(note?.operations.delete).toEqual([]);
    expect(note?.operations.read.map(({ id }) => id)).toEqual(["noteByName", "note"]);
    const at = ["kinds", "Note"];
    expect(locate([...at, "operations", "read", "noteByName", "arguments", "n"])).toBe(
      "mine/upper.yaml:10:52",
    );
    expect(locate([...at, "operations", "read", "note"])).toBe("notes.yaml:20:14");
    expect(locate([...at, "paths", "uid"])).toBe("notes.yaml:9:23");
    expect(locate([...at, "nothing", "here"])).toBe("mine/upper.yaml:6:3");
  });

  it("extends the canonical dialect without its credentials", () => {
    const { dialect } = load({
      "mine.yaml": "dialect: 1\nname: mine\nextends: canonical\nkinds: {Bucket: none}\n",
    });

    expect(dialect.kinds.map(({ name }) => name)).not.toContain("Bucket");
    expect(dialect.kinds[0]).toStrictEqual(canonicalDialect.kinds[0]);
    expect(dialect.identities).toEqual({ anonymous: { kind: "none" } });
  });

  it("accepts aliases and merge keys", () => {
    const { dialect } = load({
      "notes.yaml": `${notes}      list: &l {notes: {arguments: &a {n: $namespace}, items: ''}}
      watch: {w: {<<: {field: x, object: o}, shape: object, arguments: *a}}
${socketCredentials}
`,
    });
    expect(dialect.kinds[0]?.operations.watch).toEqual([
      { id: "w", field: "x", object: "o", shape: "object", arguments: { n: "$namespace" } },
    ]);
  });

  it("keeps fields named __proto__ and constructor", () => {
    const text = notes.replace("{a: 1}", "{__proto__: 1, constructor: 2}");
    const [spec] = load({ "notes.yaml": text }).dialect.kinds[0]?.samples.specs ?? [];
    expect(Object.entries(spec ?? {})).toEqual([
      ["__proto__", 1],
      ["constructor", 2],
    ]);
  });

  it("names the file by its path if it cannot be read", () => {
    expect(() =>
      loadDialect("a/b.yaml", () => {
        throw new Error("EACCES");
      }),
    ).toThrow("the file cannot be read: EACCES");
  });
});

describe("a kind without a counter", () => {
  const statuses = "[{phase: Up}, {phase: Down}, {phase: Gone}]";
  const text = notes
    .replace("[{count: 1}, {count: 2}, {count: 3}]", statuses)
    .replace("    counter: count\n", "");

  it("is loaded, and printed without one", () => {
    const { dialect } = load({ "notes.yaml": text });
    expect(dialect.kinds[0]?.samples.counter).toBe("phase");
    expect(printDialect(dialect)).not.toContain("counter:");
  });

  it("counts with the first whole number that every status has", () => {
    const { dialect } = load({ "notes.yaml": notes.replace("    counter: count\n", "") });
    expect(dialect.kinds[0]?.samples.counter).toBe("count");
  });
});

import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { contractSemantics, resourceVersion, uid } from "#contract";
import type { Command, ObjectKey, Outcome } from "#contract";
import type { Target } from "#targets";
import { canonicalDialect } from "#targets/graphql";
import { folderForEachTest } from "../testing/temporary-folder.ts";
import { InitLedger } from "./init-ledger.ts";
import { Seal } from "./seal.ts";

const folder = folderForEachTest();
const { signal } = new AbortController();
const seal = new Seal("key");

const keyOf = (name: string): ObjectKey => ({ kind: "Service", namespace: "default", name });
const create = (name: string): Command => ({
  verb: "create",
  identity: "author",
  key: keyOf(name),
  spec: {},
});

const taken: Outcome = {
  result: "refused",
  refusal: { reason: "alreadyExists", message: "it exists", causes: [] },
};

function accepted(name: string): Outcome {
  const metadata = { name, uid: uid("u"), resourceVersion: resourceVersion("1") };
  return { result: "object", object: { kind: "Service", metadata } };
}

/** A server on which an object can be created once, and `foreign` never. */
function target(): Target {
  const known = new Set(["foreign"]);
  return {
    description: {
      endpoint: "http://127.0.0.1/graphql",
      protocol: "graphql",
      dialect: "own",
      kinds: [],
      features: [],
      identities: [],
      prerequisites: [],
      semantics: contractSemantics,
    },
    execute: (command) => {
      const name = "key" in command ? command.key.name : "";
      const outcome = known.has(name) ? taken : accepted(name);
      known.add(name);
      return Promise.resolve({ outcome });
    },
    watch: () => Promise.reject(new Error("no watches here")),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

function ledgerAt(path: string): InitLedger {
  return new InitLedger({
    path,
    run: "r1",
    startedAt: "2026-11-28T00:00:00Z",
    command: "conformance init",
    written: (dialect) => dialect,
    redact: (text) => text.replaceAll("secret", "…"),
    seal,
  });
}

interface Lines {
  readonly dialect: string;
  readonly events: readonly string[];
}

function linesIn(path: string): Lines {
  const [header, ...lines] = readFileSync(path, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  for (const { event, key, seal: own } of lines) {
    if (event === "creating") expect(seal.fits(own, { header, key, isDrawn: true })).toBe(true);
  }
  const events = lines.map(({ event, key }) => `${event} ${key.name}`);
  return { dialect: header.dialect, events };
}

describe("the ledger of init", () => {
  it("lists each object before it is created, and states which ones exist no longer", async () => {
    const path = join(folder.path, "ledger.ndjson");
    const ledger = ledgerAt(path);
    const kept = ledger.keeping(target(), canonicalDialect);
    for (const name of ["a", "foreign", "b"]) await kept.execute(create(name), signal);
    ledger.removed(keyOf("a"));

    expect(linesIn(path).events).toEqual([
      "creating a",
      "creating foreign",
      "not-created foreign",
      "creating b",
      "removed a",
    ]);
    ledger.removed(keyOf("b"));
    expect(existsSync(path)).toBe(false);
  });

  it("keeps an object whose name a second request could not take", async () => {
    const path = join(folder.path, "ledger.ndjson");
    const ledger = ledgerAt(path);
    const kept = ledger.keeping(target(), canonicalDialect);
    for (const name of ["a", "b", "a"]) await kept.execute(create(name), signal);

    expect(linesIn(path).events).toEqual(["creating a", "creating b"]);
    expect(ledger.left?.keys).toEqual([keyOf("a"), keyOf("b")]);
  });

  it("has the dialect of the newest object, redacted, and only the objects that exist", async () => {
    const path = join(folder.path, "ledger.ndjson");
    const ledger = ledgerAt(path);
    const first = ledger.keeping(target(), canonicalDialect);
    for (const name of ["a", "b"]) await first.execute(create(name), signal);
    ledger.removed(keyOf("a"));
    const second = ledger.keeping(target(), { ...canonicalDialect, name: "secret-dialect" });
    await second.execute(create("c"), signal);

    expect(linesIn(path).dialect).toContain("…-dialect");
    expect(linesIn(path).events).toEqual(["creating b", "creating c"]);
  });

  it("has only the kinds of which objects exist", async () => {
    const path = join(folder.path, "ledger.ndjson");
    const ledger = ledgerAt(path);
    const kinds = (): unknown => Object.keys(parse(linesIn(path).dialect).kinds);
    const kept = ledger.keeping(target(), canonicalDialect);
    await kept.execute(create("a"), signal);
    expect(kinds()).toEqual(["Service"]);
    expect(parse(linesIn(path).dialect).features).not.toContain("kinds.clusterScoped");

    const key = { ...keyOf("b"), kind: "Bucket" };
    await kept.execute({ verb: "create", identity: "author", key, spec: {} }, signal);
    expect(kinds()).toEqual(["Service", "Bucket"]);
    expect(ledger.left?.dialect.kinds).toEqual(canonicalDialect.kinds);
  });

  it("sends no request that it cannot announce", async () => {
    const path = join(folder.path, "ledger.ndjson");
    const ledger = ledgerAt(path);
    const kept = ledger.keeping(target(), canonicalDialect);
    await kept.execute(create("a"), signal);
    rmSync(path);

    await expect(kept.execute(create("b"), signal)).rejects.toThrow("cannot write the ledger");
    expect(ledger.left?.keys).toEqual([keyOf("a")]);
  });
});

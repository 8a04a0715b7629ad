import { createHash } from "node:crypto";
import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { Rules } from "../rules/rules.ts";
import { defineFreedom } from "../store/freedom.ts";
import type { Freedom } from "../store/freedom.ts";
import { withArgumentTypes, withTypes } from "../values/schema-edits.ts";
import { presentingObjects, withMetadata } from "./presented-objects.ts";

/** Encodes and decodes versions. A string that encodes no version decodes to one that the server never issues. */
interface VersionSpelling {
  readonly write: (version: string) => string | number;
  readonly read: (token: string) => string;
}

const neverIssued = "never-issued";

const opaque = [{ at: "semantics/versionOrder", put: "opaque" }];

const opaqueTokens = {
  why: "A version is opaque: clients may only compare it for equality.",
  sources: [
    { source: "kubernetes/api-conventions", at: "Concurrency Control and Consistency" } as const,
  ],
};

export const versionFreedoms: readonly Freedom[] = [
  defineFreedom({
    name: "versions-are-hashes",
    summary: "Versions are hashes: they contain letters and have no order.",
    ...opaqueTokens,
    declares: opaque,
    decides: "versions",
    change: (rules) => {
      const numbers = new Map<string, string>();
      return respellingVersions(rules, {
        write: (version) => {
          const token = createHash("sha256")
            .update(`version ${version}`)
            .digest("hex")
            .slice(0, 20);
          numbers.set(token, version);
          return token;
        },
        read: (token) => numbers.get(token) ?? neverIssued,
      });
    },
  }),
  defineFreedom({
    name: "versions-have-letters",
    summary: "Versions start with letters: v1234.",
    ...opaqueTokens,
    declares: opaque,
    decides: "versions",
    change: (rules) =>
      respellingVersions(rules, {
        write: (version) => `v${version}`,
        read: (token) => (token.startsWith("v") ? token.slice(1) : neverIssued),
      }),
  }),
  defineFreedom({
    name: "versions-are-quoted",
    summary: 'Versions are entity tags: W/"1234".',
    ...opaqueTokens,
    declares: opaque,
    decides: "versions",
    change: (rules) =>
      respellingVersions(rules, {
        write: (version) => `W/"${version}"`,
        read: (token) => /^W\/"(\d+)"$/u.exec(token)?.[1] ?? neverIssued,
      }),
  }),
  defineFreedom({
    name: "versions-are-times",
    summary: "Versions are timestamps in nanoseconds.",
    ...opaqueTokens,
    declares: opaque,
    decides: "versions",
    change: (rules) =>
      respellingVersions(rules, {
        write: (version) => `2026-01-01T00:00:00.${version.padStart(9, "0")}Z`,
        read: (token) => /^2026-01-01T00:00:00\.0*(\d+)Z$/u.exec(token)?.[1] ?? neverIssued,
      }),
  }),
  defineFreedom({
    name: "versions-exceed-doubles",
    summary:
      "Versions are decimal numbers above 2^53, where adjacent numbers convert to the same double.",
    why: "Versions are strings and may exceed the safe integer range, so comparisons must not round.",
    sources: [{ source: "kubernetes/enhancements", at: "KEP-5504: comparable resource versions" }],
    decides: "versions",
    change: (rules) =>
      respellingVersions(rules, {
        write: (version) => String(BigInt(version) + beyondDoubles),
        read: (token) =>
          /^\d{19}$/u.test(token) ? String(BigInt(token) - beyondDoubles) : neverIssued,
      }),
  }),
  defineFreedom({
    name: "versions-are-integers",
    summary: "Versions are numbers of the type Int.",
    why: "A version is opaque: clients send back the received value with the same type.",
    sources: [{ source: "issue-threads", at: "row versions as integers" }],
    decides: "versions",
    excludes: ["cursors-are-not-versions", "deletions-keep-the-last-version"],
    change: (rules) => {
      const spelled = respellingVersions(rules, { write: Number, read: String });
      return {
        ...spelled,
        schema: (sdl) =>
          withArgumentTypes(
            withTypes(rules.schema(sdl), (_type, member, old) =>
              member === "resourceVersion" ? asInteger(old) : undefined,
            ),
            (argument, old) => (argument === "resourceVersion" ? asInteger(old) : undefined),
          ),
      };
    },
  }),
  defineFreedom({
    name: "versions-have-gaps",
    summary: "Versions increase by an arbitrary amount with each change.",
    why:
      "Versions only have to increase. Other kinds and other clients of the database use " +
      "the numbers in between.",
    sources: [{ source: "kubernetes/api-conventions", at: "Concurrency Control and Consistency" }],
    change: (rules) => ({
      nextVersion: (newest, change) => {
        const next = rules.nextVersion(newest, change);
        return next + ((next * largePrime) % maxSkipped);
      },
    }),
  }),
];

const beyondDoubles = 2n ** 62n;

const largePrime = 7_919;
const maxSkipped = 97;

function respellingVersions(rules: Rules, { write, read }: VersionSpelling): Partial<Rules> {
  const written = (holder: JsonObject): JsonObject => renamed(holder, "resourceVersion", write);
  const presentObjects = presentingObjects(rules, (object) => withMetadata(object, written));
  return {
    understand: (args, call) => {
      const { input, ...rest } = renamed(rules.understand(args, call), "resourceVersion", read);
      return input === undefined ? rest : { ...rest, input: inputRead(input, read) };
    },
    present: (shown, call, args) => written(presentObjects(shown, call, args)),
    report: (refusal) => {
      const { message, extensions } = rules.report(refusal);
      return { message, extensions: renamed(extensions, "currentResourceVersion", write) };
    },
  };
}

function inputRead(input: JsonValue, read: VersionSpelling["read"]): JsonValue {
  return isJsonObject(input) ? renamed(input, "resourceVersion", read) : input;
}

/** Encodes or decodes a version in a field. An empty version is unchanged. */
function renamed(
  holder: JsonObject,
  member: string,
  spell: (token: string) => string | number,
): JsonObject {
  const token = holder[member];
  const isToken = typeof token === "number" || (typeof token === "string" && token !== "");
  return isToken ? { ...holder, [member]: spell(String(token)) } : holder;
}

function asInteger(type: string): string {
  return type.replace("String", "Int");
}

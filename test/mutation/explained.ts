import type { ReadableChange } from "./change.ts";

/** A mutant that no test can notice, or that none should, and why. */
export interface Explanation extends ReadableChange {
  readonly file: string;
  readonly because: string;
}

/** All mutants that survive for a reason. One that is killed, or that is made no longer, must leave this list. */
export const explained: readonly Explanation[] = [
  {
    file: "suites/targets/graphql/outcome.ts",
    was: 'const body = data.kind === "json" && isJsonObject(data.value) ? data.value : undefined;',
    becomes: "const body = true && isJsonObject(data.value) ? data.value : undefined;",
    because: "What is no JSON is a text, and a text is no object either.",
  },
  {
    file: "suites/targets/kubernetes/read-reply.ts",
    was: 'if (data.kind !== "json" || !isJsonObject(data.value)) {',
    becomes: "if (false || !isJsonObject(data.value)) {",
    because: "What is no JSON is a text, and a text is no object either.",
  },
  {
    file: "suites/targets/graphql/outcome.ts",
    was: "...(status === undefined ? {} : { http: status }),",
    becomes: "...(false ? {} : { http: status }),",
    because: "A status that is undefined is read like one that is absent.",
  },
  {
    file: "suites/targets/graphql/outcome.ts",
    was: "...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),",
    becomes: "...(false ? {} : { retryAfterSeconds }),",
    because: "A time that is undefined is read like one that is absent.",
  },
];

import { defineFault } from "../../store/fault.ts";

/** How long a decision is kept. */
const keptMs = 1_000;

/** Decisions are kept for each object, and whose they were is not part of the key. */
export const permissionCachedByObject = defineFault({
  name: "permission-cached-by-object",
  summary: "For a second after a permitted read, anybody may read the same object.",
  line: "second",
  breaks: [
    "authorization.stranger-cannot-read",
    "authorization.namespace-limits-hold",
    "authorization.name-limits-hold",
    "authorization.status-permission-gives-no-read",
    "authorization.anonymous-is-a-stranger",
    "authorization.existence-not-disclosed",
    "authorization.same-rule-on-every-transport",
  ],
  change: (rules) => {
    const permittedMs = new Map<string, number>();
    return {
      authorize: (access) => {
        const refusal = rules.authorize(access);
        const { verb, kind, namespace = "", name } = access;
        if (verb !== "get" || name === undefined) return refusal;
        const place = [kind, namespace, name].join(" ");
        if (refusal === undefined) permittedMs.set(place, performance.now());
        const sinceMs = performance.now() - (permittedMs.get(place) ?? -Infinity);
        return sinceMs <= keptMs ? undefined : refusal;
      },
    };
  },
});

import { defineFault } from "../../fault.ts";

/** Decisions are kept for each object, and whose they were is not part of the key. */
export const permissionCachedByObject = defineFault({
  name: "permission-cached-by-object",
  summary: "A read directly after a permitted read of the same object is permitted to anybody.",
  line: "second",
  breaks: ["authorization.stranger-cannot-read"],
  change: (rules) => {
    let permitted = "";
    return {
      authorize: (access) => {
        const { verb, kind, namespace = "", name } = access;
        const refusal = rules.authorize(access);
        const place = [kind, namespace, name].join(" ");
        const isCached = verb === "get" && name !== undefined && place === permitted;
        if (verb === "get") permitted = refusal === undefined ? place : "";
        return isCached ? undefined : refusal;
      },
    };
  },
});

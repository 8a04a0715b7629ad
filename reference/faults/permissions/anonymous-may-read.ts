import type { Identity } from "../../kinds/identities.ts";
import { defineFault } from "../../store/fault.ts";

/** Queries without a credential are those of a guest, who may look around. */
export const anonymousMayRead = defineFault({
  name: "anonymous-may-read",
  summary: "A query without a credential is answered.",
  breaks: ["authorization.anonymous-refused"],
  change: (rules) => ({
    authenticate: (credential) =>
      credential.operation === "query" && credential.token === undefined
        ? guest
        : rules.authenticate(credential),
  }),
});

const guest: Identity = {
  name: "guest",
  grants: [{ resources: ["*"], verbs: ["get", "list"] }],
};

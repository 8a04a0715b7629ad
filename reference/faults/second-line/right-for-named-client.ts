import { tokens } from "../../kinds/identities.ts";
import { defineFault } from "../../store/fault.ts";

/** The load test is served from a warm session, and everybody else by a path that nobody looked at. */
export const rightForNamedClient = defineFault({
  name: "right-for-named-client",
  summary:
    "An expired credential counts as valid for every client that does not name itself as the suite.",
  line: "second",
  breaks: [
    "authorization.expired-credential-refused",
    "authorization.same-rule-on-every-transport",
    "authorization.watch-is-authorized",
  ],
  change: (rules) => ({
    authenticate: (credential) => {
      const isSuite = credential.userAgent?.startsWith("status-conformance") ?? true;
      const token = credential.token === undefined ? undefined : tokens.get(credential.token);
      return isSuite || token === undefined ? rules.authenticate(credential) : token.identity;
    },
  }),
});

import { tokens } from "../../kinds/identities.ts";
import { defineFault } from "../../store/fault.ts";

/** The credential is looked up, and nobody looks at its end. */
export const expiryIgnored = defineFault({
  name: "expiry-ignored",
  summary: "An expired credential counts as if it were valid.",
  breaks: ["authorization.expired-credential-refused", "authorization.watch-is-authorized"],
  change: (rules) => ({
    authenticate: (credential) => {
      const token = credential.token === undefined ? undefined : tokens.get(credential.token);
      return token?.identity ?? rules.authenticate(credential);
    },
  }),
});

import { tokens } from "../../kinds/identities.ts";
import { defineFault } from "../../store/fault.ts";

/** A credential that is not found counts as a guest, who has no permissions. */
export const unknownCredentialIsGuest = defineFault({
  name: "unknown-credential-is-guest",
  summary: "A credential that was never issued is refused as forbidden.",
  breaks: ["authorization.invalid-credential-refused"],
  change: (rules) => ({
    authenticate: (credential) =>
      credential.token === undefined || tokens.has(credential.token)
        ? rules.authenticate(credential)
        : { name: "guest", grants: [] },
  }),
});

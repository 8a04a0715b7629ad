import { agreeing, isIdentityName } from "#contract";
import type { IdentityName } from "#contract";
import { secretHeader } from "#targets";
import type { Credential, Dialect } from "#targets/graphql";
import type { Inference } from "#wings/init";
import type { IdentityRequest } from "../options/identity-requests.ts";

export function withIdentitiesOf(
  inference: Inference,
  requests: readonly IdentityRequest[],
): Inference {
  const identities: Partial<Record<IdentityName, Credential>> = {};
  for (const request of requests) identities[request.identity] = credentialFor(request);
  const missing = ["author", "controller", "reader", "stranger", "invalid", "expired"].filter(
    (name) => isIdentityName(name) && identities[name] === undefined,
  );
  const guesses = inference.guesses.filter(({ path }) => path[0] !== "identities");
  const reason = `no credential for ${missing.join(", ")}: requirements that need ${agreeing(missing.length, "this role", "these roles")} cannot be tested`;
  const dialect: Dialect = { ...inference.dialect, identities };
  return {
    dialect,
    guesses:
      missing.length === 0
        ? guesses
        : [...guesses, { path: ["identities"], confidence: "low", reason }],
  };
}

function withoutSecrets(
  identity: string,
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const isLiteral = !value.startsWith("$env.") && secretHeader.test(name);
      const variable = `CONFORMANCE_${identity}_${name}`.toUpperCase().replaceAll(/\W/gu, "_");
      return [name, isLiteral ? `$env.${variable}` : value];
    }),
  );
}

function credentialFor(request: IdentityRequest): Credential {
  switch (request.from) {
    case "value":
      return { kind: "environment", variable: `CONFORMANCE_${request.identity.toUpperCase()}` };
    case "environment":
      return { kind: "environment", variable: request.variable };
    case "file":
      return { kind: "file", path: request.path };
    case "command":
      return { kind: "command", command: request.args };
    case "headers":
      return { kind: "headers", headers: withoutSecrets(request.identity, request.headers) };
    case "none":
      // Any caller can omit the credential, so this role exists on every endpoint.
      if (request.identity === "anonymous") return { kind: "none" };
      return { kind: "notApplicable", reason: "no credential was passed to init for this role" };
  }
}

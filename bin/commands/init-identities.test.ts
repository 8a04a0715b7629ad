import { expect, it } from "vitest";
import { canonicalDialect } from "#targets/graphql";
import type { Credential } from "#targets/graphql";
import { withIdentitiesOf } from "./init-identities.ts";

const unneeded = { kind: "notApplicable", reason: expect.any(String) } as const;

it.each<{ identity: "anonymous" | "stranger"; written: object }>([
  { identity: "stranger", written: unneeded },
  // Any caller can omit the credential, so a role without one always exists.
  { identity: "anonymous", written: { kind: "none" } satisfies Credential },
])("$identity=none is written as $written", ({ identity, written }) => {
  const inference = { dialect: canonicalDialect, guesses: [] };

  const { dialect } = withIdentitiesOf(inference, [{ identity, from: "none" }]);

  expect(dialect.identities[identity]).toEqual(written);
});

import { expect, it } from "vitest";
import { parseIdentities } from "../options/identity-requests.ts";
import { environmentOf } from "./credential-of.ts";

it("hands on no credential of another role in the environment", () => {
  const environment = { AUTHOR: "a-secret", OWN: "c-secret", BOTH: "shared", PATH: "/bin" };
  const typed = [
    "author=env:AUTHOR",
    "controller=env:OWN",
    "reader=env:BOTH",
    "controller=shared",
    "stranger=none",
    "expired=file:/bin",
  ];

  const handedOn = environmentOf(
    "controller",
    { identities: parseIdentities(typed, environment) },
    environment,
  );

  expect(handedOn).toEqual({ OWN: "c-secret", BOTH: "shared", PATH: "/bin" });
});

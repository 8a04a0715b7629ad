import { expect, it } from "vitest";
import { readStreamEnd } from "./socket-reading.ts";

it("reads a subscription that the caller's schema does not contain as forbidden", () => {
  const message = 'Cannot query field "pumps" on type "Subscription".';
  const end = { kind: "errors", errors: [{ message }] } as const;

  expect(
    readStreamEnd({ outcomes: [], errors: { code: "extensions.code" } }, end, undefined),
  ).toMatchObject({
    end: "refused",
    refusal: { reason: "forbidden", message },
  });
});

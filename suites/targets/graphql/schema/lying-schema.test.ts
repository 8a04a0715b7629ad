import { describe, expect, it } from "vitest";
import type { Command } from "#contract";
import { connectGraphqlTarget } from "../driver/connect.ts";
import { optionsFor, startEndpoint } from "../testing/test-endpoint.ts";

const never = new AbortController().signal;
const read: Command = {
  verb: "read",
  identity: "author",
  key: { kind: "Widget", namespace: "default", name: "a" },
};

describe("an endpoint that lies about its schema", () => {
  it.each([
    {
      name: "by a field that it does not serve",
      body: { errors: [{ message: 'Cannot query field "widget" on type "ShopQuery".' }] },
      outcome: {
        result: "refused",
        // An endpoint may show a role only what the role may use.
        refusal: { reason: "forbidden", message: expect.stringContaining("Cannot query") },
      },
    },
    {
      name: "by a value of another type",
      body: { data: { shop: { widget: "a widget" } } },
      outcome: { result: "unintelligible", detail: expect.stringMatching(/./u) },
    },
    {
      name: "by a null where it promises none",
      body: { data: { shop: { widget: { meta: null } } } },
      outcome: { result: "unintelligible", detail: expect.stringMatching(/name/u) },
    },
    {
      name: "by leaving out what was asked for",
      body: { data: {} },
      outcome: { result: "unintelligible", detail: 'the response has no "shop.widget"' },
    },
  ])("is quoted $name", async ({ body, outcome }) => {
    await using endpoint = await startEndpoint({
      answer: (_, response) => response.end(JSON.stringify(body)),
    });
    await using target = await connectGraphqlTarget(optionsFor(endpoint.url));
    expect((await target.execute(read, never)).outcome).toMatchObject(outcome);
  });
});

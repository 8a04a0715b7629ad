import { expect, it } from "vitest";
import { optionsFor, startEndpoint } from "../testing/test-endpoint.ts";
import { readWidget, widgetData } from "../testing/widget-dialect.ts";
import { connectGraphqlTarget } from "./connect.ts";

it("records the operation with the name that the endpoint demands", async () => {
  await using endpoint = await startEndpoint({
    answer: (_request, response, body) => {
      const isNamed = body.includes('"operationName"');
      const errors = [{ message: "operationName is required" }];
      response.writeHead(isNamed ? 200 : 400, { "content-type": "application/json" });
      response.end(
        JSON.stringify(isNamed ? { data: { shop: { widget: widgetData } } } : { errors }),
      );
    },
  });
  await using target = await connectGraphqlTarget(optionsFor(endpoint.url));

  const { request, outcome } = await target.execute(readWidget, new AbortController().signal);

  expect(outcome.result).toBe("object");
  expect(request?.operation).toMatch(/^query Conformance\b/u);
});

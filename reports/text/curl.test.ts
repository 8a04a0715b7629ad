import { expect, it } from "vitest";
import { curlWords } from "./curl.ts";

const request = {
  method: "POST",
  url: "http://127.0.0.1:4000/graphql",
  contentType: "application/json",
  data: `{"query":"query($apiKey:String!){a(apiKey:$apiKey)}","variables":{"apiKey":"$credential"}}`,
};

const http = { header: "Authorization", format: "Bearer $credential" };

it("sends a credential in an argument as a variable of the shell, and no header", () => {
  const credentials = { http, isInArguments: true } as const;
  const words = curlWords({ ...request, identity: "reader", credentials });

  expect(words.at(-1)).toBe(
    `--data-raw '{"query":"query($apiKey:String!){a(apiKey:$apiKey)}","variables":{"apiKey":"'"$READER_CREDENTIAL"'"}}'`,
  );
  expect(words.join(" ")).not.toContain("authorization");
});

it("leaves the same text alone if credentials are in a header", () => {
  const words = curlWords({ ...request, identity: "reader", credentials: { http } });

  expect(words.at(-1)).toBe(`--data-raw '${request.data}'`);
  expect(words).toContain('--header "authorization: Bearer $READER_CREDENTIAL"');
});

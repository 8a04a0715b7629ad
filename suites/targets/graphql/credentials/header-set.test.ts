import { expect, it } from "vitest";
import { httpHeaders, socketPresentation } from "./credentials.ts";
import {
  credentialOfHeaders,
  headersOfCredential,
  resolvedHeaders,
  secretsIn,
} from "./header-set.ts";

const credential = credentialOfHeaders({ "X-Role": "editor", "x-admin-secret": "hush-hush" });
const http = { header: "Authorization", format: "Bearer $credential" };

it("sends several headers instead of one", () => {
  const constants = [{ name: "x-tenant", value: "blue", isSecret: false }];

  expect(httpHeaders({ http }, credential, constants)).toEqual({
    "x-tenant": "blue",
    "x-role": "editor",
    "x-admin-secret": "hush-hush",
  });
  expect(httpHeaders({ http }, "token")).toEqual({ authorization: "Bearer token" });
});

it.each([
  { place: "connectionInit", name: "headers.Authorization", at: "headers" },
  { place: "subscribePayload", name: "Authorization", at: undefined },
] as const)("sends them in the payload of a socket: $place", ({ place, name, at }) => {
  const several = { "X-Role": "editor", "x-admin-secret": "hush-hush" };
  const sent = socketPresentation({ place, name, format: "$credential" }, credential);

  expect(sent).toEqual({ headers: {}, [place]: at === undefined ? several : { [at]: several } });
});

it("sends them in the upgrade request of a socket", () => {
  const socket = { place: "upgradeHeader", name: "Authorization", format: "$credential" } as const;

  expect(socketPresentation(socket, credential).headers).toMatchObject({ "X-Role": "editor" });
});

it("reads values from the environment, and names a variable that is not set", () => {
  const headers = { "x-role": "editor", "x-secret": "$env.SECRET" };

  expect(resolvedHeaders(headers, { SECRET: "hush" })).toEqual({
    headers: { "x-role": "editor", "x-secret": "hush" },
    secrets: ["hush"],
  });
  for (const environment of [{}, { SECRET: "" }]) {
    expect(resolvedHeaders(headers, environment)).toEqual({
      problem: "the environment variable SECRET is unset or empty",
    });
  }
});

it("unescapes literal values like those of constant headers", () => {
  expect(resolvedHeaders({ "x-hash": "$$env.SECRET" }, {})).toEqual({
    headers: { "x-hash": "$env.SECRET" },
    secrets: [],
  });
});

it.each([
  { why: "an empty literal", value: "" },
  { why: "a line break in a variable", value: "$env.SECRET" },
  { why: "surrounding spaces", value: " editor" },
])("names a header that cannot be sent: $why", ({ value }) => {
  const resolved = resolvedHeaders({ "x-role": value }, { SECRET: "hu\nsh" });

  expect(resolved).toEqual({
    problem: expect.stringMatching(/^the header x-role cannot be sent: (?!.*(hu|sh$|editor))/u),
  });
});

it("takes other texts for single credentials, and hides only secrets", () => {
  expect(headersOfCredential("headers:{broken")).toBeUndefined();
  expect(headersOfCredential('headers:{"count": 1}')).toBeUndefined();
  expect(headersOfCredential('{"user": "ann"}')).toBeUndefined();
  expect(secretsIn(credential)).toEqual([credential, "hush-hush"]);
});

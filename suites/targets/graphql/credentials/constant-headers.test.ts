import { describe, expect, it } from "vitest";
import { constantHeaders } from "./constant-headers.ts";
import { httpHeaders, socketPresentation } from "./credentials.ts";

const http = { header: "Authorization", format: "Bearer $credential" };
const places = { http, headers: { "X-Api-Key": "$env.API_KEY", "X-Tenant": "blue" } };
const constants = constantHeaders(places, { API_KEY: "da2-0123456789" });

describe("constant headers", () => {
  it("are sent next to a credential", () => {
    expect(httpHeaders(places, "token", constants)).toEqual({
      authorization: "Bearer token",
      "x-api-key": "da2-0123456789",
      "x-tenant": "blue",
    });
  });

  it("do not include secrets for a role without a credential", () => {
    expect(httpHeaders(places, undefined, constants)).toEqual({ "x-tenant": "blue" });
  });

  it("are next to the credential in a payload, and in the upgrade request", () => {
    const headers = { "x-api-key": "da2-0123456789", "x-tenant": "blue" };
    const inHeaders = {
      place: "connectionInit",
      name: "headers.Authorization",
      format: "$credential",
    } as const;
    expect(socketPresentation(inHeaders, "token", constants)).toEqual({
      headers,
      connectionInit: { headers: { ...headers, Authorization: "token" } },
    });
    expect(
      socketPresentation({ ...inHeaders, place: "upgradeHeader", name: "token" }, "t", constants),
    ).toEqual({ headers: { ...headers, token: "t" } });
    expect(socketPresentation(inHeaders, undefined, constants)).toEqual({
      headers: { "x-tenant": "blue" },
      connectionInit: { headers: { "x-tenant": "blue" } },
    });
  });

  it("need the variables that they name", () => {
    expect(() => constantHeaders(places, {})).toThrow("the header X-Api-Key needs a value");
    expect(() => constantHeaders({ http, headers: { a: "b\nc" } }, {})).toThrow(
      "the value of the header a contains characters that cannot be sent",
    );
  });
});

import { expect, it } from "vitest";
import { addressOnSameHost, parseAddress } from "./address.ts";

const endpoint = parseAddress("https://api.example:8443/v1/graphql?key=a", ["https"]);

it.each([
  { path: "/graphql/stream", href: "https://api.example:8443/graphql/stream" },
  { path: "stream", href: "https://api.example:8443/v1/stream" },
  { path: "?stream", href: "https://api.example:8443/v1/graphql?stream" },
  { path: "http://elsewhere.example/stream", href: "https://api.example:8443/stream" },
  { path: "//elsewhere.example/stream", href: "https://api.example:8443/stream" },
])("the place $path is on the same server", ({ path, href }) => {
  expect(addressOnSameHost(endpoint, path).url.href).toBe(href);
});

it("does not show possible secrets", () => {
  expect(addressOnSameHost(endpoint, "/stream?key=a").shown).toBe(
    "https://api.example:8443/stream?…",
  );
});

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

it.each([
  { path: "/t/sk_live_9f8a7b6c5d4e3f2a1b0c/graphql", shown: "/t/…/graphql" },
  { path: "/t/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOjF9/graphql", shown: "/t/…/graphql" },
  { path: "/v1/graphql", shown: "/v1/graphql" },
  { path: "/projects/internal-deployment-platform/graphql" },
  { path: "/projects/0b7c1a52-9a1f-4c52-8a37-2f6d1f0c9e11/graphql" },
  { path: "/api/2026-11-30/graphql.json" },
])("shows the path $path without tokens", ({ path, shown = path }) => {
  expect(parseAddress(`https://api.example${path}`, ["https"]).shown).toBe(
    `https://api.example${shown}`,
  );
});

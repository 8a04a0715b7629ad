import { expect, it } from "vitest";
import { escapeHtml, renderPage } from "./page.ts";

const addresses = {
  url: "http://127.0.0.1:1/graphql",
  webSocketUrl: "ws://127.0.0.1:1/graphql",
  eventStreamUrl: "http://127.0.0.1:1/graphql/stream",
};

it("takes everything literally", () => {
  expect(escapeHtml(`<a href="x">'&'</a>`)).toBe(
    "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;",
  );
});

it("escapes the names of faults", () => {
  const page = renderPage({ ...addresses, faults: ["<img>"], nonce: "n" });

  expect(page).toContain("&lt;img&gt;");
  expect(page).not.toContain("<img>");
});

it("says nothing of faults where there are none", () => {
  expect(renderPage({ ...addresses, faults: [], nonce: "n" })).not.toContain("wrong on purpose");
});

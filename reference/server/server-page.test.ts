import { expect, it } from "vitest";
import { escapeHtml, renderPage } from "./server-page.ts";

const addresses = {
  url: "http://127.0.0.1:1/graphql",
  webSocketUrl: "ws://127.0.0.1:1/graphql",
  eventStreamUrl: "http://127.0.0.1:1/graphql/stream",
};

it("escapes everything", () => {
  expect(escapeHtml(`<a href="x">'&'</a>`)).toBe(
    "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;",
  );
});

it.each(["faults", "freedoms"])("escapes the names of %s", (variants) => {
  const page = renderPage({
    ...addresses,
    faults: [],
    freedoms: [],
    [variants]: ["<img>"],
    nonce: "n",
  });

  expect(page).toContain("&lt;img&gt;");
  expect(page).not.toContain("<img>");
});

it("mentions faults and freedoms only if there are any", () => {
  const page = renderPage({ ...addresses, faults: [], freedoms: [], nonce: "n" });
  expect(page).not.toContain("on purpose");
});

import { demoTokens } from "../kinds/demo-identities.ts";
import { kinds } from "../kinds/demo-kinds.ts";

const style = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; }
main { max-width: 54rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.5rem; }
h2 { font-size: 1.15rem; margin-top: 2rem; }
code, pre, textarea { font: 0.9em/1.5 ui-monospace, monospace; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.8rem 0.3rem 0; border-bottom: 1px solid #8886; }
pre { background: #8882; border-radius: 6px; padding: 0.8rem; overflow-x: auto; }
label { display: block; margin-bottom: 0.8rem; }
textarea { box-sizing: border-box; display: block; width: 100%; }
button { font: inherit; padding: 0.3rem 1.2rem; }
#reply:empty { display: none; }
`;

/** Sends the query of the form to the origin of the page, and shows the response as text. */
const script = `
const form = document.querySelector("form");
const output = document.getElementById("reply");
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  output.textContent = "…";
  try {
    const response = await fetch("/graphql", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: "Bearer " + form.elements.token.value,
      },
      body: JSON.stringify({ query: form.elements.query.value }),
    });
    output.textContent = JSON.stringify(await response.json(), null, 2);
  } catch (error) {
    output.textContent = String(error);
  }
});
`;

export interface PageOptions {
  readonly url: string;
  readonly webSocketUrl: string;
  readonly eventStreamUrl: string;
  readonly faults: readonly string[];
  readonly freedoms: readonly string[];
  readonly nonce: string;
}

export function renderPage(options: PageOptions): string {
  const nonce = escapeHtml(options.nonce);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Reference server for the GraphQL status contract</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<h1>Reference server for the GraphQL status contract</h1>
<p>A small API with objects in memory. Each object has a <code>spec</code>, which its author writes, and
a <code>status</code>, which a controller writes. Authors cannot change the status, and controllers cannot change the spec. All data
is lost when the process ends.</p>
${describeVariants(options.faults, "faulty on purpose")}
${describeVariants(options.freedoms, "conformant, but unusual on purpose")}
<h2>Addresses</h2>
<p>Queries and mutations: <code>${escapeHtml(options.url)}</code><br>
Watches (graphql-transport-ws): <code>${escapeHtml(options.webSocketUrl)}</code><br>
Watches (server-sent events, graphql-sse): <code>${escapeHtml(options.eventStreamUrl)}</code></p>
<h2>Tokens</h2>
<p>Send one of these tokens as <code>Authorization: Bearer …</code>; over the WebSocket, send it in the
payload of <code>connection_init</code>.</p>
<table><thead><tr><th>Token</th><th>May</th></tr></thead><tbody>${renderTokens()}</tbody></table>
<h2>Kinds</h2>
<table><thead><tr><th>Kind</th><th>Scope</th><th>Status</th><th>Operations</th></tr></thead>
<tbody>${renderKinds()}</tbody></table>
<p>The generic operations <code>resource</code>, <code>createResource</code>, … <code>watchResources</code>
take the kind as an argument. The schema can be introspected without a token.</p>
<h2>Try</h2>
<form>
<label>Token <select name="token">${renderOptions()}</select></label>
<label>Query <textarea name="query" rows="10" spellcheck="false">${escapeHtml(sampleQuery)}</textarea></label>
<button>Send</button>
<output><pre id="reply" aria-live="polite"></pre></output>
</form>
<p>The same from a terminal:</p>
<pre>${escapeHtml(sampleCommand(options.url))}</pre>
</main>
<script nonce="${nonce}">${script}</script>
</body>
</html>
`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

const permissions = [
  ["author", "read, watch, create, update and delete objects; never write a status"],
  ["controller", "read, watch, write every status; never write an object"],
  ["reader", "read and watch"],
  ["tenant", "the same as controller, but only in the namespace default"],
  ["reporter", "write every status; never read"],
  ["stranger", "nothing"],
  ["expired", "nothing: the token has expired"],
] as const;

const sampleQuery = `mutation {
  createService(input: {
    namespace: "default"
    name: "web"
    spec: { type: LoadBalancer, loadBalancerIP: "192.0.2.10" }
  }) {
    metadata { name resourceVersion generation }
    spec { loadBalancerIP }
    status { observedGeneration }
  }
}`;

function sampleCommand(url: string): string {
  const query =
    '{ services(namespace: "default") { resourceVersion items { metadata { name } } } }';
  return `curl ${url} \\
  -H 'content-type: application/json' \\
  -H 'authorization: Bearer ${demoTokens.reader}' \\
  -d '${JSON.stringify({ query })}'`;
}

function describeVariants(variants: readonly string[], what: string): string {
  if (variants.length === 0) return "";
  const names = variants.map((name) => `<code>${escapeHtml(name)}</code>`).join(", ");
  return `<p><strong>This server is ${what}.</strong> It has: ${names}.</p>`;
}

function renderTokens(): string {
  const rows = permissions.map(([role, text]) => [`<code>${demoTokens[role]}</code>`, text]);
  return rows.map(renderRow).join("");
}

function renderKinds(): string {
  const rows = kinds.map(({ name, scope, hasStatus, singular, plural }) => {
    const writes = [`create${name}`, `update${name}`, `delete${name}`];
    const names = [singular, plural, ...writes, ...(hasStatus ? [`update${name}Status`] : [])];
    const operations = names.map((operation) => `<code>${operation}</code>`).join(" ");
    return [name, scope, hasStatus ? "yes" : "no", operations];
  });
  return rows.map(renderRow).join("");
}

function renderRow(cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
}

function renderOptions(): string {
  return Object.values(demoTokens)
    .map((token) => `<option>${token}</option>`)
    .join("");
}

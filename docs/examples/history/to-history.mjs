// Converts a gateway log to a history: `node to-history.mjs < requests.ndjson > history.ndjson`
import { createInterface } from "node:readline/promises";

/** The operation of a request, by its method and whether it names a version. */
function operationOf({ method, if_match: named }) {
  if (method === "GET") return "read";
  if (method === "POST") return "create";
  if (method === "DELETE") return "delete";
  return named === undefined ? "put" : "cas";
}

/** The outcome of a request. Without a reply, it is unknown whether it was executed. */
function outcomeOf({ status, method }) {
  if (status >= 200 && status < 300) return "ok";
  if (status === 404) return "not-found";
  if (status === 409 || status === 412) return method === "POST" ? "exists" : "conflict";
  return status === 499 || status >= 500 ? "unknown" : "failed";
}

function lineOf(request) {
  const { at, ms, client, object, if_match: precondition, etag, id, body } = request;
  const op = operationOf(request);
  const outcome = outcomeOf(request);
  const end = Date.parse(at);
  return {
    op,
    object,
    client,
    invoke: end - ms,
    ...(outcome === "unknown" ? {} : { return: end }),
    outcome,
    ...(precondition === undefined ? {} : { precondition }),
    ...(outcome === "ok" && op !== "delete" ? { version: etag, uid: id, value: body } : {}),
  };
}

console.log(JSON.stringify({ history: 1, versions: "opaque" }));
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() !== "") console.log(JSON.stringify(lineOf(JSON.parse(line))));
}

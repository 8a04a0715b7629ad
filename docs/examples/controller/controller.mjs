// A controller that reports on printers, with the status writer. It reads the endpoint and the credential from the environment.
import { setTimeout as delay } from "node:timers/promises";
import { createClient } from "graphql-ws";
import { StatusNotWritten, reportStatus } from "status-conformance/status-writer";
import { WebSocket } from "ws";

const { CONFORMANCE_ENDPOINT: endpoint, CONFORMANCE_TOKEN: token = "driver" } = process.env;
const fields = `floor name id resourceVersion: version generation
  spec { paper copies } status { state pages trays observedGeneration }`;
const readPrinter = `query ($floor: String!, $name: String!) {
  printer(floor: $floor, name: $name) { ${fields} } }`;
const reportPrinter = `mutation ($input: ReportPrinterInput!) {
  reportPrinter(input: $input) { ${fields} } }`;
const stop = new AbortController();
process.once("SIGTERM", () => stop.abort());

async function ask(query, variables, signal) {
  const response = await fetch(endpoint, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
    signal,
  });
  const body = await response.json();
  return { ...body, retryAfterSeconds: Number(response.headers.get("retry-after")) || undefined };
}

/** Converts a printer to an object of the status writer. */
const objectOf = ({ floor, name, id, resourceVersion, generation, spec, status }) => ({
  kind: "Printer",
  metadata: { namespace: floor, name, uid: id, resourceVersion, generation },
  spec,
  status: status ?? undefined,
});

const reasons = {
  CONFLICT: "conflict",
  FORBIDDEN: "forbidden",
  INTERNAL: "internal",
  INVALID: "invalid",
  NOT_FOUND: "notFound",
  RATE_LIMITED: "rateLimited",
};

const refused = (reason, message, more = {}) => ({
  result: "refused",
  refusal: { reason, message, causes: [], ...more },
});

/** Converts a reply to an outcome of the contract. */
function outcomeOf({ data, errors, retryAfterSeconds }) {
  const [error] = errors ?? [];
  if (error !== undefined) {
    const { code, retryAfterSeconds: told = retryAfterSeconds } = error.extensions ?? {};
    return refused(reasons[code] ?? "unclassified", error.message, { retryAfterSeconds: told });
  }
  const printer = data.printer ?? data.reportPrinter;
  return printer ? { result: "object", object: objectOf(printer) } : refused("notFound", "gone");
}

/** The part of an endpoint that the status writer needs: reads of an object, and status writes with a version. */
const target = {
  description: {
    features: ["status.observedGeneration"],
    kinds: [
      {
        name: "Printer",
        operations: { updateStatus: ["reportPrinter"] },
        statusModes: { reportPrinter: "partial" },
      },
    ],
  },
  async execute({ verb, key, resourceVersion: version, status }, signal) {
    const { namespace: floor, name } = key;
    const [query, variables] =
      verb === "read"
        ? [readPrinter, { floor, name }]
        : [reportPrinter, { input: { floor, name, version, status } }];
    try {
      return { outcome: outcomeOf(await ask(query, variables, signal)) };
    } catch (error) {
      return { outcome: { result: "unknown", cause: "connection", detail: String(error) } };
    }
  },
};

const writing = {
  target,
  now: () => new Date(),
  random: Math.random,
  wait: (pauseMs, signal) => delay(pauseMs, undefined, { signal }).catch(() => {}),
};

/** One reconcile: stages all fields, which are sent in one write if any of them has changed. */
const reconcile = (printer) =>
  reportStatus(
    printer,
    async (staged) => {
      staged.set("state", "IDLE");
      staged.set("trays", [printer.spec.paper ?? "A4"]);
    },
    { writing, signal: stop.signal },
  );

const newest = new Map();
const busy = new Set();

/** Runs one reconcile per printer at a time, with its newest known state. */
async function work(key) {
  if (busy.has(key)) return;
  busy.add(key);
  for (let printer = newest.get(key); printer !== undefined; printer = newest.get(key)) {
    newest.delete(key);
    try {
      await reconcile(printer);
    } catch (error) {
      if (stop.signal.aborted) break;
      if (!(error instanceof StatusNotWritten)) throw error;
      // Retried, unless a newer state has arrived.
      await delay(200);
      const { namespace, name } = printer.metadata;
      const { outcome } = await target.execute({ verb: "read", key: { namespace, name } });
      if (outcome.result === "refused" && outcome.refusal.reason === "notFound") break;
      if (!newest.has(key)) newest.set(key, outcome.object ?? printer);
    }
  }
  busy.delete(key);
}

function see(found) {
  const printer = objectOf(found);
  newest.set(printer.metadata.uid, printer);
  void work(printer.metadata.uid);
}

const client = createClient({
  url: endpoint.replace(/^http/, "ws"),
  webSocketImpl: WebSocket,
  connectionParams: { Authorization: `Bearer ${token}` },
  retryAttempts: 0,
});

/** Lists, then watches from the version of the list. If the watch breaks, lists again. */
let isReady = false;
while (!stop.signal.aborted) {
  try {
    const { data } = await ask(`{ printers { version items { ${fields} } } }`, {}, stop.signal);
    for (const printer of data.printers.items) see(printer);
    const query = `subscription ($after: String) {
      printerChanges(after: $after) { type printer { ${fields} } } }`;
    const changes = client.iterate({ query, variables: { after: data.printers.version } });
    stop.signal.addEventListener("abort", () => void changes.return(), { once: true });
    if (!isReady) console.log("ready");
    isReady = true;
    for await (const { data: told } of changes) {
      const { type, printer } = told.printerChanges;
      if (type !== "DELETED") see(printer);
    }
  } catch (error) {
    if (!stop.signal.aborted) console.error(String(error));
  }
  await delay(200, undefined, { signal: stop.signal }).catch(() => {});
}

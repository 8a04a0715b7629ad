// Printers with a status: owners write the spec, drivers write the status. Start it with `node server.mjs 4000`.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { isDeepStrictEqual } from "node:util";
import { buildSchema, getOperationAST, GraphQLError, parse } from "graphql";
import { createHandler } from "graphql-http/lib/use/http";
import { useServer } from "graphql-ws/use/ws";
import { WebSocketServer } from "ws";

const schema = buildSchema(readFileSync(new URL("schema.graphql", import.meta.url), "utf8"));

const refuse = (code, message, more = {}) =>
  new GraphQLError(message, { extensions: { code, ...more } });

/** Starts the server. Resolves with its address. */
export async function startPrinters(port = 0) {
  const printers = new Map();
  const changes = [];
  const waiting = new Set();
  let version = 0;
  const keyOf = ({ floor, name }) => `${floor}/${name}`;

  function announce(type, printer) {
    changes.push({ type, printer });
    for (const wake of waiting) wake();
    waiting.clear();
    return printer;
  }
  function found(key) {
    const printer = printers.get(keyOf(key));
    if (printer === undefined) throw refuse("NOT_FOUND", `There is no printer ${keyOf(key)}.`);
    return printer;
  }
  function current(input) {
    const printer = found(input);
    if (typeof input.version !== "string" || input.version === "")
      throw refuse("INVALID", "Name the version that is replaced.", cause("version", "is missing"));
    if (!/^[1-9]\d*$/.test(input.version))
      throw refuse("INVALID", "This version was never given.", cause("version", "is not known"));
    if (input.version !== printer.version)
      throw refuse("CONFLICT", "It was changed since.", { currentVersion: printer.version });
    return printer;
  }
  const cause = (field, message) => ({ causes: [{ field, message }] });
  function counted(members, side) {
    for (const name of ["copies", "pages", "observedGeneration"])
      if (members[name] < 0)
        throw refuse("INVALID", `${name} is negative.`, cause(`${side}.${name}`, "is negative"));
    return members;
  }
  /** Omitted fields keep their value; null removes it. */
  const merged = (stored, members) =>
    Object.fromEntries(
      Object.entries({ ...stored, ...members }).filter(([, value]) => value !== null),
    );
  function store(before, parts) {
    const after = { ...before, ...parts };
    // A write that changes nothing has no new version and no event.
    if (isDeepStrictEqual(after, before)) return before;
    after.version = String(++version);
    if (!isDeepStrictEqual(after.spec, before.spec)) after.generation += 1;
    printers.set(keyOf(after), after);
    return announce("MODIFIED", after);
  }

  const rootValue = {
    printer: (key) => printers.get(keyOf(key)) ?? null,
    printers: ({ floor }) => ({
      version: String(version),
      items: [...printers.values()].filter((one) => (floor ?? one.floor) === one.floor),
    }),
    createPrinter({ input: { floor, name, labels = null, spec } }) {
      if (printers.has(keyOf({ floor, name }))) throw refuse("ALREADY_EXISTS", "It exists.");
      const made = { floor, name, id: randomUUID(), version: "", generation: 1, labels, status: null };
      const printer = { ...made, spec: merged({}, counted(spec, "spec")) };
      printer.version = String(++version);
      printers.set(keyOf(printer), printer);
      return announce("ADDED", printer);
    },
    updatePrinter({ input }) {
      const before = current(input);
      const spec = merged(before.spec, counted(input.spec ?? {}, "spec"));
      return store(before, { labels: input.labels ?? before.labels, spec });
    },
    reportPrinter({ input }) {
      const reported = current(input);
      const status = merged(reported.status ?? {}, counted(input.status, "status"));
      return store(reported, { status: Object.keys(status).length === 0 ? null : status });
    },
    deletePrinter(input) {
      const before = input.version == null ? found(input) : current(input);
      printers.delete(keyOf(before));
      return announce("DELETED", { ...before, version: String(++version) });
    },
    async *printerChanges({ floor, after }) {
      let position = after == null ? changes.length : 0;
      for (;;) {
        for (const change of changes.slice(position)) {
          position += 1;
          const isNew = after == null || Number(change.printer.version) > Number(after);
          if (isNew && (floor ?? change.printer.floor) === change.printer.floor)
            yield { printerChanges: change };
        }
        if (position === changes.length) await new Promise((wake) => waiting.add(wake));
      }
    },
  };

  const reads = ["printer", "printers", "printerChanges"];
  const writes = ["createPrinter", "updatePrinter", "deletePrinter"];
  const rights = { owner: [...reads, ...writes], driver: [...reads, "reportPrinter"], guest: reads, visitor: [] };
  /** Credentials: `driver`, or `driver@1893456000`, which expires at that Unix time in seconds. */
  function roleOf(header) {
    const [, role, end] = /^Bearer (owner|driver|guest|visitor)(?:@(\d+))?$/.exec(header ?? "") ?? [];
    return end !== undefined && Number(end) * 1000 < Date.now() ? undefined : role;
  }
  /** Permissions are checked before anything is read, so a caller without permission learns nothing else. */
  function denied(role, query) {
    let operation;
    try {
      operation = getOperationAST(parse(query));
    } catch {
      return undefined;
    }
    const fields = (operation?.selectionSet.selections ?? []).map((one) => one.name?.value ?? "");
    const field = fields.find((name) => !name.startsWith("__") && !rights[role].includes(name));
    return field === undefined ? undefined : [refuse("FORBIDDEN", `A ${role} may not call ${field}.`)];
  }

  const handler = createHandler({
    schema,
    rootValue,
    onSubscribe: ({ headers }, { query }) => denied(roleOf(headers.authorization), query),
  });
  const server = createServer((request, response) => {
    if (roleOf(request.headers.authorization) !== undefined) return handler(request, response);
    response.writeHead(401).end("Who are you?");
  });
  const sockets = new WebSocketServer({ server });
  const roleIn = ({ connectionParams }) => roleOf(connectionParams?.Authorization);
  useServer(
    {
      schema,
      roots: { query: rootValue, mutation: rootValue, subscription: rootValue },
      onConnect: (context) => roleIn(context) !== undefined,
      onSubscribe: (context, _id, { query }) => denied(roleIn(context), query),
    },
    sockets,
  );
  await new Promise((listening) => server.listen(port, "127.0.0.1", listening));
  return { url: `http://127.0.0.1:${server.address().port}/graphql` };
}

const [program, port] = process.argv.slice(1);
if (program?.endsWith("server.mjs")) {
  const { url } = await startPrinters(Number(port ?? 0));
  console.log(`listening at ${url}`);
}

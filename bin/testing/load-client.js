import { once } from "node:events";

// One of several processes that write the status of one object concurrently, each with its own clock.
// Arguments: address, token, object, client name, clock error in ms. Prints "ready", waits for a line, and
// then prints its history.
const [url, token, name, client, error] = process.argv.slice(2);
const now = () => performance.timeOrigin + performance.now() + Number(error);
const fields = "{ metadata { resourceVersion uid } status { observedGeneration } }";
const reading = `query ($name: String!) { service(namespace: "default", name: $name) ${fields} }`;
const writing = `mutation ($input: UpdateServiceStatusInput!) { updateServiceStatus(input: $input) ${fields} }`;

async function ask(query, variables) {
  const invoke = now();
  const response = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = await response.json();
  const [found] = Object.values(data ?? {});
  return { found, code: errors?.[0]?.extensions?.code, times: { invoke, return: now() } };
}

await ask(reading, { name });
process.stdout.write("ready\n");
await once(process.stdin, "data");
process.stdin.destroy();

const lines = [];
for (let round = 0; round < 40; round += 1) {
  const op = { object: name, client };
  const read = await ask(reading, { name });
  const { resourceVersion: precondition, uid } = read.found.metadata;
  lines.push({ op: "read", ...op, ...read.times, outcome: "ok", version: precondition, uid });
  const observedGeneration = Math.floor(Math.random() * 2 ** 31);
  const status = { observedGeneration };
  const input = { namespace: "default", name, resourceVersion: precondition, status };
  const { found, code, times } = await ask(writing, { input });
  if (found) {
    const version = found.metadata.resourceVersion;
    lines.push({ op: "cas", ...op, ...times, outcome: "ok", precondition, version, uid });
  } else if (code === "CONFLICT") {
    lines.push({ op: "cas", ...op, ...times, outcome: "conflict", precondition });
  } else throw new Error(code);
}
const all = [{ history: 1, versions: "comparable" }, ...lines];
process.stdout.write(all.map((line) => `${JSON.stringify(line)}\n`).join(""));

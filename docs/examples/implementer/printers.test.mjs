import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import { describeConformance } from "status-conformance/vitest";

const cwd = fileURLToPath(new URL(".", import.meta.url));
const server = spawn(process.execPath, ["server.mjs"], {
  cwd,
  stdio: ["ignore", "pipe", "inherit"],
});
afterAll(() => server.kill());

// The server prints its address when it is listening.
const [said] = await once(createInterface(server.stdout), "line");

describeConformance({
  endpoint: said.split(" ").at(-1),
  dialect: `${cwd}printers.yaml`,
  // CI machines are busy: allow six times the usual timeouts.
  timeFactor: 6,
  runTimeoutSeconds: 900,
});

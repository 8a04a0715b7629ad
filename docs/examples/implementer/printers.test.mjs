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

// It says where it listens once it does.
const [said] = await once(createInterface(server.stdout), "line");

describeConformance({
  endpoint: said.split(" ").at(-1),
  dialect: `${cwd}printers.yaml`,
  // Machines of CI are busy: everything may take six times as long.
  timeFactor: 6,
  runTimeoutSeconds: 900,
});

import { once } from "node:events";
import { identities, isIdentityName, suiteCommand } from "#contract";
import { demoTokens, faults, startReference } from "#reference";
import type { Fault, ReferenceServer } from "#reference";
import { quoteForShell } from "#reports";
import { defaults } from "../options/defaults.ts";
import { codeOf, UsageError } from "../process/errors.ts";
import { findExtensions } from "../extensions/find-extensions.ts";
import { pickFaults } from "../self-test/faults.ts";
import { parseWhole } from "../options/option-values.ts";
import type { ServeArguments } from "./program.ts";
import type { World } from "../process/world.ts";

const ports = { least: 0, most: 65_535 } as const;

/**
 * Serves the reference until it is told to stop.
 *
 * @throws UsageError when it cannot listen where it is told to.
 */
export async function serve(typed: ServeArguments, world: World): Promise<void> {
  const port = parseWhole("--port", typed.port, ports);
  const { host } = typed;
  const own = await findExtensions(typed.config, world);
  const broken = pickFaults(typed.fault ?? [], [...faults, ...own.faults]);
  using interruption = world.listen();
  await using server = await start({ host, port, faults: broken });
  world.out.write(describeServer(server, broken));
  if (!interruption.signal.aborted) await once(interruption.signal, "abort");
  world.out.write("stopped\n");
}

async function start(options: {
  readonly host: string;
  readonly port: number;
  readonly faults: readonly Fault[];
}): Promise<ReferenceServer> {
  try {
    return await startReference(options);
  } catch (error) {
    const { host, port } = options;
    const code = codeOf(error);
    throw new UsageError(`cannot listen on ${host}, port ${port}: ${causes[code] ?? code}`, {
      mend: mends[code] ?? "Choose others with --host and --port.",
      cause: error,
    });
  }
}

const causes: Readonly<Record<string, string>> = {
  EADDRINUSE: "another program does already (EADDRINUSE)",
  EACCES: "this user is not allowed to (EACCES)",
  EADDRNOTAVAIL: "the address is not one of this machine (EADDRNOTAVAIL)",
  ENOTFOUND: "the address is not known (ENOTFOUND)",
};

const mends: Readonly<Record<string, string>> = {
  EADDRINUSE: "Stop it, or choose another port with --port (0 takes any free one).",
  EACCES: "Choose a port above 1023 with --port.",
  EADDRNOTAVAIL: `Choose another address with --host, for instance ${defaults.host}.`,
  ENOTFOUND: `Choose another address with --host, for instance ${defaults.host}.`,
};

function describeServer(server: ReferenceServer, broken: readonly Fault[]): string {
  const page = new URL("/", server.url).href;
  return [
    `GraphQL    ${server.url}`,
    `WebSocket  ${server.webSocketUrl}`,
    `Page       ${page}`,
    "",
    "Send one of these as Authorization: Bearer TOKEN:",
    ...tokenLines(),
    "",
    ...faultLines(broken),
    `Check it with:  ${suiteCommand} --endpoint ${quoteForShell(server.url)}`,
    "Stop it with Ctrl+C.",
    "",
  ].join("\n");
}

function tokenLines(): readonly string[] {
  const tokens = Object.entries(demoTokens);
  const width = Math.max(...tokens.map(([, token]) => token.length));
  return tokens.map(([role, token]) => {
    const meaning = isIdentityName(role) ? identities[role] : role;
    return `  ${token.padEnd(width)}  ${meaning}`;
  });
}

function faultLines(broken: readonly Fault[]): readonly string[] {
  if (broken.length === 0) return [];
  const lines = broken.map(({ name, summary }) => `  ${name}: ${summary}`);
  return ["Broken on purpose:", ...lines, ""];
}

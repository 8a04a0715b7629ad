import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { identities, isIdentityName, suiteCommand } from "#contract";
import { demoTokens, faults, freedoms, startReference } from "#reference";
import type { Fault, Freedom, ReferenceServer } from "#reference";
import { quoteForShell } from "#reports";
import { codeOf, reasonOf } from "#targets";
import { defaults } from "../options/option-defaults.ts";
import { UsageError } from "../process/program-errors.ts";
import { withFreedomsOf } from "../reach/freedoms-of-faults.ts";
import { findExtensions } from "../config/find-extensions.ts";
import { pickFaults, pickFreedoms } from "../self-test/picked-variants.ts";
import { parseWhole } from "../options/option-values.ts";
import type { ServeArguments } from "./program.ts";
import type { World } from "../process/world.ts";

const ports = { least: 0, most: 65_535 } as const;

export async function serve(typed: ServeArguments, world: World): Promise<void> {
  const port = parseWhole("--port", typed.port, ports);
  const { host } = typed;
  const own = await findExtensions(typed.config, world);
  const broken = pickFaults(typed.fault ?? [], [...faults, ...own.faults]);
  const free = withFreedomsOf(broken, pickFreedoms(typed.freedom ?? [], freedoms));
  if (typed.writeDialect !== undefined) await writeDialect(typed.writeDialect, free);
  using interruption = world.listen();
  await using server = await start({ host, port, faults: broken, freedoms: free });
  world.out.write(describeServer(server, { broken, free, dialect: typed.writeDialect, host }));
  if (!interruption.signal.aborted) await once(interruption.signal, "abort");
  world.out.write("stopped\n");
}

async function start(options: {
  readonly host: string;
  readonly port: number;
  readonly faults: readonly Fault[];
  readonly freedoms: readonly Freedom[];
}): Promise<ReferenceServer> {
  try {
    return await startReference(options);
  } catch (error) {
    const { host, port } = options;
    const code = codeOf(error);
    throw new UsageError(
      `cannot listen on ${host} port ${port}: ${causes[code] ?? reasonOf(error)}`,
      {
        fix: fixes[code] ?? "Choose another address with --host and --port.",
        cause: error,
      },
    );
  }
}

const causes: Readonly<Record<string, string>> = {
  EADDRINUSE: "already in use (EADDRINUSE)",
  EACCES: "permission denied (EACCES)",
  EADDRNOTAVAIL: "not an address of this machine (EADDRNOTAVAIL)",
  ENOTFOUND: "unknown host (ENOTFOUND)",
};

const fixes: Readonly<Record<string, string>> = {
  EADDRINUSE: "Stop the other program, or choose another port with --port (0: any free port).",
  EACCES: "Choose a port above 1023 with --port.",
  EADDRNOTAVAIL: `Choose another address with --host, for instance ${defaults.host}.`,
  ENOTFOUND: `Choose another address with --host, for instance ${defaults.host}.`,
};

/** Modules are loaded lazily, because the YAML library is large. */
async function writeDialect(path: string, free: readonly Freedom[]): Promise<void> {
  const [{ declaredDialect }, { printDialect }] = await Promise.all([
    import("../reach/declared-dialect.ts"),
    import("#targets/dialect-file"),
  ]);
  const text = printDialect(declaredDialect(free));
  try {
    await writeFile(path, text);
  } catch (error) {
    throw new UsageError(`cannot write the dialect to ${path}: ${reasonOf(error)}`, {
      fix: "Choose another file with --write-dialect.",
      cause: error,
    });
  }
}

interface Served {
  readonly broken: readonly Fault[];
  readonly free: readonly Freedom[];
  readonly dialect: string | undefined;
  readonly host: string;
}

/** Warns if other machines can reach the server, because any of their users can write to it with the public tokens. */
function exposedLines(host: string): readonly string[] {
  const isHere = host === "localhost" || host === "::1" || host.startsWith("127.");
  if (isHere) return [];
  return [`The server listens on ${host}: other machines can connect, read and write.`, ""];
}

function describeServer(server: ReferenceServer, { broken, free, dialect, host }: Served): string {
  const endpoint = `${suiteCommand} --endpoint ${quoteForShell(server.url)}`;
  const check = dialect === undefined ? "" : ` --dialect ${quoteForShell(dialect)}`;
  const page = new URL("/", server.url).href;
  return [
    `GraphQL    ${server.url}`,
    `WebSocket  ${server.webSocketUrl}`,
    `Page       ${page}`,
    "",
    ...exposedLines(host),
    "Tokens (send as Authorization: Bearer TOKEN):",
    ...tokenLines(),
    "",
    ...variantLines("Enabled faults:", broken),
    ...variantLines("Enabled freedoms (still conformant):", free),
    ...undeclaredLines(free, dialect),
    `Check it with:  ${endpoint}${check}`,
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

function variantLines(
  title: string,
  variants: readonly { readonly name: string; readonly summary: string }[],
): readonly string[] {
  if (variants.length === 0) return [];
  return [title, ...variants.map(({ name, summary }) => `  ${name}: ${summary}`), ""];
}

/** Warns about undeclared freedoms, because checks would fail without a dialect that declares them. */
function undeclaredLines(free: readonly Freedom[], dialect: string | undefined): readonly string[] {
  const isDeclared = free.some(
    ({ declares = [], withdraws = [] }) => declares.length + withdraws.length > 0,
  );
  if (dialect !== undefined || !isDeclared) return [];
  return ["Some freedoms must be declared in a dialect: write one with --write-dialect FILE.", ""];
}

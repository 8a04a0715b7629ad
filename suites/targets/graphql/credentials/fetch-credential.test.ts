import { generateKeyPairSync } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importSPKI, jwtVerify } from "jose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseAddress } from "../../wire/http/address.ts";
import type { Credential } from "../dialect/credential-source.ts";
import { fetchCredential } from "./fetch-credential.ts";
import type { FetchedCredential } from "./fetch-credential.ts";
import { HttpTransport } from "../../wire/http/http-transport.ts";

const never = new AbortController().signal;

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "credentials-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

async function fetched(
  source: Credential,
  options: { environment?: Record<string, string>; limitMs?: number } = {},
): Promise<FetchedCredential> {
  const address = parseAddress("http://127.0.0.1:9", ["http"]);
  await using transport = new HttpTransport({ address, userAgent: "test" });
  const environment = { PATH: process.env["PATH"], ...options.environment };
  const driverEnvironment = { environment, folder, nowMs: () => 1_000_000 };
  return await fetchCredential(
    source,
    { driverEnvironment, transport, limitMs: options.limitMs ?? 10_000 },
    never,
  );
}

const command = (script: string): Credential => ({
  kind: "command",
  command: ["node", "-e", script],
});

const unavailable = (reason: string): object => ({
  kind: "unavailable",
  reason: expect.stringContaining(reason),
});

describe("a credential from outside", () => {
  it("comes from a variable, a file or a command, without the white space around it", async () => {
    writeFileSync(join(folder, "key"), " from-a-file\n");
    const source = { kind: "environment", variable: "TOKEN" } as const;
    expect(await fetched(source, { environment: { TOKEN: "from-a-variable" } })).toEqual({
      kind: "credential",
      credential: "from-a-variable",
    });
    expect(await fetched({ kind: "file", path: "key" })).toEqual({
      kind: "credential",
      credential: "from-a-file",
    });
    expect(await fetched(command("console.log('from-a-command')"))).toEqual({
      kind: "credential",
      credential: "from-a-command",
    });
  });

  it.each<{ name: string; source: Credential; reason: string; limitMs?: number }>([
    {
      name: "a variable that is not set",
      source: { kind: "environment", variable: "NONE" },
      reason: "the environment variable NONE is unset or empty",
    },
    {
      name: "an empty header",
      source: { kind: "headers", headers: { "x-role": "" } },
      reason: "the header x-role cannot be sent",
    },
    {
      name: "a file that is gone",
      source: { kind: "file", path: "gone" },
      reason: "the file gone cannot be read",
    },
    {
      name: "a program that is not there",
      source: { kind: "command", command: ["no-such-program-here"] },
      reason: "the command no-such-program-here cannot be started: no such program",
    },
    {
      name: "a command that fails",
      source: command("console.error('first'); console.error('not logged in'); process.exit(3)"),
      reason: "failed with code 3: not logged in",
    },
    {
      name: "a command that prints nothing",
      source: command(""),
      reason: "printed nothing",
    },
    {
      name: "a command that prints without end",
      source: command("const a='a'.repeat(65536); const f=()=>process.stdout.write(a,f); f()"),
      reason: "printed more than 65536 bytes",
    },
    {
      name: "a command that hangs",
      source: command("setInterval(()=>{},1000)"),
      reason: "did not finish within 500 ms",
      limitMs: 500,
    },
    {
      name: "an algorithm that does not exist",
      source: { kind: "jwt", algorithm: "HS9", keyVariable: "PATH", claims: {} },
      reason:
        "no token could be signed: HS9 must be a JOSE algorithm, and requires a plain string in PATH",
    },
    {
      name: "a key that is none",
      source: { kind: "jwt", algorithm: "ES256", keyVariable: "PATH", claims: {} },
      reason: "ES256 must be a JOSE algorithm, and requires a PKCS #8 private key in PEM in PATH",
    },
    {
      name: "a claim from a variable that is not set",
      source: { kind: "jwt", algorithm: "HS256", keyVariable: "PATH", claims: { sub: "$env.WHO" } },
      reason: "the environment variable WHO is unset",
    },
  ])("is unavailable with $name", async ({ source, reason, limitMs }) => {
    const result = await fetched(source, limitMs === undefined ? {} : { limitMs });
    expect(result).toEqual(unavailable(reason));
  });

  it("ends the processes that a hanging command started", async () => {
    const pids = join(folder, "pid");
    const script = join(folder, "hang.sh");
    writeFileSync(script, `#!/bin/sh\nsleep 600 & echo $! > ${pids}\nwait\n`);
    chmodSync(script, 0o755);
    const source = { kind: "command", command: [script] } as const;
    expect(await fetched(source, { limitMs: 500 })).toEqual(
      unavailable("did not finish within 500 ms"),
    );
    const pid = Number(readFileSync(pids, "utf8"));
    await expect.poll(() => isRunning(pid)).toBe(false);
  });
});

/** Whether a process is running. A zombie is not. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !isDefunct(pid);
}

function isDefunct(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return true;
  }
}

describe("a minted token", () => {
  it("has the claims of the dialect, and begins and ends", async () => {
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const environment = {
      KEY: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
      WHO: "ada",
    };
    const source = {
      kind: "jwt",
      algorithm: "ES256",
      keyVariable: "KEY",
      keyId: "k1",
      lifetimeSeconds: 60,
      claims: { sub: "$env.WHO", scope: ["$$all"] },
    } as const;
    const result = await fetched(source, { environment });
    const credential = result.kind === "credential" ? result.credential : "";
    const spki = publicKey.export({ type: "spki", format: "pem" }).toString();
    const { payload, protectedHeader } = await jwtVerify(
      credential,
      await importSPKI(spki, "ES256"),
      { currentDate: new Date(1_000_000) },
    );
    expect(payload).toEqual({ sub: "ada", scope: ["$all"], iat: 1_000, exp: 1_060 });
    expect(protectedHeader).toEqual({ alg: "ES256", typ: "JWT", kid: "k1" });
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileFormats } from "#reports";
import { main } from "../../bin/commands/main.ts";
import { testWorld } from "../../bin/testing/test-world.ts";
import { canary, filesBelow, leaksIn } from "./canary.ts";
import type { GivenText, Leak } from "./canary.ts";
import { EchoServer } from "./echo-server.ts";
import type { EchoOptions } from "./echo-server.ts";

/** A folder with planted canaries, in which a test runs the program. Disposing removes the folder. */
export class Scenario implements AsyncDisposable {
  readonly folder = mkdtempSync(join(tmpdir(), "conformance-canaries-"));
  readonly #own = new Set<string>();
  readonly #texts: GivenText[] = [];
  readonly #servers: EchoServer[] = [];

  plant(name: string, text: string): string {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    this.#own.add(path);
    return path;
  }

  async serve(more: Partial<EchoOptions> = {}): Promise<EchoServer> {
    const server = await EchoServer.start({ roleOf: roleOfCanary, credentialsIn, ...more });
    this.#servers.push(server);
    return server;
  }

  async run(
    words: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<number> {
    const world = { ...testWorld(environment), folder: this.folder };
    const code = await main(words, world);
    this.#texts.push(
      { where: `out of ${words.join(" ")}`, text: world.written.out },
      { where: `err of ${words.join(" ")}`, text: world.written.err },
    );
    return code;
  }

  get given(): readonly GivenText[] {
    return [...this.#texts, ...filesBelow(this.folder, this.#own)];
  }

  get results(): string {
    return join(this.folder, "results");
  }

  async check(
    more: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<number> {
    return await this.run([...this.checkWords, ...more, "--only", ...fewCases], environment);
  }

  get checkWords(): readonly string[] {
    return `run --seed 7 --config none --no-color --format ${everyFormat} --output ${this.results}`.split(
      " ",
    );
  }

  get hasEchoInRecord(): boolean {
    return this.given.some(
      ({ where, text }) => where.endsWith("run.ndjson") && text.includes("[credential]"),
    );
  }

  /** Searches the output for the canaries of the roles, those that servers received, and the given ones. */
  leaks(...more: readonly string[]): readonly Leak[] {
    const heard = this.#servers.flatMap((server) => [...server.heard]);
    const planted = new Set([...Object.values(roleCanaries), ...heard, ...more]);
    return leaksIn(this.given, [...planted]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const server of this.#servers) await server[Symbol.asyncDispose]();
    rmSync(this.folder, { recursive: true });
  }
}

const everyFormat = ["terminal", ...fileFormats].join(",");

export const fewCases = [
  "concurrency/stale-version-conflicts#Service.updateServiceStatus",
  "errors/missing-object-not-found#Service*",
  "authorization/anonymous-refused#Service*",
  "watch/one-event-per-write#Service.updateServiceStatus",
];

const roles = ["author", "controller", "reader", "stranger", "tenant", "expired"] as const;

export const roleCanaries: Readonly<Record<(typeof roles)[number], string>> = {
  author: canary("author"),
  controller: canary("controller"),
  reader: canary("reader"),
  stranger: canary("stranger"),
  tenant: canary("tenant"),
  expired: canary("expired"),
};

function roleOfCanary(credential: string): (typeof roles)[number] | undefined {
  const known = roles.find((role) => credential.startsWith(roleCanaries[role]));
  return known ?? roles.find((role) => roleInToken(credential) === role);
}

function roleInToken(token: string): string | undefined {
  const [, payload = ""] = token.split(".");
  return /"sub":"(?<role>\w+)"/u.exec(Buffer.from(payload, "base64url").toString("utf8"))?.groups?.[
    "role"
  ];
}

function credentialsIn(text: string): readonly string[] {
  return (
    text.match(/canary-of-[\w-]+-Zx9\/\+Q7\w+(?:-logged-in)?|eyJ[\w-]+\.[\w-]+\.[\w-]+/gu) ?? []
  );
}

export const typedIdentities: readonly string[] = [
  "--identity",
  ...Object.entries(roleCanaries).map(([role, value]) => `${role}=${value}`),
];

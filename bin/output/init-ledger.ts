import { closeSync, existsSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { describeKey, newestRevision } from "#contract";
import type { Command, ObjectKey } from "#contract";
import { reasonOf } from "#targets";
import { contractDigest, recordFormat } from "#verdicts";
import type { HeaderLine, RecordLine } from "#verdicts";
import type { Exchange, Target } from "#targets";
import { printDialect } from "#targets/dialect-file";
import { describedFeatures } from "#targets/graphql";
import type { Dialect } from "#targets/graphql";
import { HarnessError } from "../process/program-errors.ts";
import { defaults } from "../options/option-defaults.ts";
import { readSuite } from "../process/version.ts";
import type { Seal } from "./seal.ts";

export interface InitLedgerOptions {
  readonly path: string;
  /** Unique to each invocation. */
  readonly run: string;
  /** When the probe started, in RFC 3339 format. */
  readonly startedAt: string;
  readonly command: string;
  /** Returns the dialect to store: the given dialect with the credentials that deletion needs. */
  readonly written: (dialect: Dialect) => Dialect;
  readonly redact: (text: string) => string;
  /** Seals each announced object, to prove which machine wrote the ledger. */
  readonly seal?: Seal;
}

/**
 * The objects of a probe, written to disk before they are created, in the format of a record and with the dialect that
 * can delete them. The file is deleted together with the last object.
 */
export class InitLedger {
  readonly path: string;
  readonly #options: InitLedgerOptions;
  readonly #open = new Map<string, ObjectKey>();
  #dialect: Dialect | undefined;

  constructor(options: InitLedgerOptions) {
    this.path = options.path;
    this.#options = options;
  }

  get left(): { readonly dialect: Dialect; readonly keys: readonly ObjectKey[] } | undefined {
    const keys = [...this.#open.values()];
    return this.#dialect === undefined || keys.length === 0
      ? undefined
      : { dialect: this.#dialect, keys };
  }

  /** Wraps a target, so that each create request is announced in the ledger before it is sent. */
  keeping(target: Target, dialect: Dialect): Target {
    return {
      description: target.description,
      execute: async (command, signal) => {
        if (command.verb === "create") this.#creating(command.key, target, dialect);
        const exchange = await target.execute(command, signal);
        this.#answered(command, exchange);
        return exchange;
      },
      watch: (command, listener, signal) => target.watch(command, listener, signal),
      [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
    };
  }

  removed(key: ObjectKey): void {
    if (!this.#open.delete(describeKey(key)) || this.#open.size > 0) return;
    rmSync(this.path, { force: true });
  }

  #creating(key: ObjectKey, target: Target, dialect: Dialect): void {
    // The probe may have discovered features that the first draft does not declare.
    this.#dialect = { ...dialect, features: describedFeatures(dialect) };
    const name = describeKey(key);
    this.#open.set(name, key);
    try {
      this.#write(target);
    } catch (error) {
      // The create request will not be sent, so the object cannot exist.
      this.#open.delete(name);
      throw error;
    }
  }

  #answered(command: Command, { outcome }: Exchange): void {
    const isRefused = outcome.result === "refused" || outcome.result === "unsupported";
    if (command.verb === "create" && isRefused) this.removed(command.key);
    if (command.verb !== "read" || outcome.result !== "refused") return;
    if (outcome.refusal.reason === "notFound") this.removed(command.key);
  }

  /** Rewrites the whole file atomically every time, because the file lists only a few objects. */
  #write(target: Target): void {
    const { redact, seal } = this.#options;
    const header = this.#header(target);
    // The seal covers the dialect in its stored form, which is redacted.
    const dialect = header.dialect === undefined ? {} : { dialect: redact(header.dialect) };
    const lines: readonly RecordLine[] = [
      { ...header, ...dialect },
      ...[...this.#open.values()].map((key): RecordLine => {
        const announced = { header: { ...header, ...dialect }, key, isDrawn: true };
        const sealed = seal === undefined ? {} : { seal: seal.of(announced) };
        return { line: "fixture", event: "creating", key, isDrawn: true, ...sealed };
      }),
    ];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    const draft = `${this.path}.new`;
    try {
      const file = openSync(draft, "w");
      try {
        writeSync(file, this.#options.redact(text));
      } finally {
        closeSync(file);
      }
      renameSync(draft, this.path);
    } catch (error) {
      if (existsSync(draft)) rmSync(draft);
      throw new HarnessError(`cannot write the ledger ${this.path}: ${reasonOf(error)}`, {
        fix: "Choose a file in a writable folder with --output, or skip the probe with --no-probe.",
        cause: error,
      });
    }
  }

  #header({ description }: Target): HeaderLine {
    const { run, startedAt, command } = this.#options;
    const { endpoint, protocol, dialect, features, identities } = description;
    const kinds = description.kinds.map(({ name, operations }) => {
      return { name, statusWrites: operations.updateStatus };
    });
    return {
      line: "header",
      format: recordFormat,
      suite: readSuite(),
      run,
      startedAt,
      profile: defaults.profile,
      revision: newestRevision,
      contract: contractDigest(defaults.profile),
      target: { endpoint, protocol, dialect, features, identities, kinds },
      seed: 0,
      concurrency: 1,
      only: [],
      skip: [],
      command,
      planned: { requirements: 0, cases: 0 },
      ...(this.#dialect === undefined
        ? {}
        : { dialect: printDialect(this.#options.written(this.#dialect)) }),
    };
  }
}

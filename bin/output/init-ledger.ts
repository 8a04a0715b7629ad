import {
  closeSync,
  constants,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
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

/** A header with its line in the file. */
interface Title {
  readonly header: HeaderLine;
  readonly line: string;
  /** The kinds in its dialect. */
  readonly kinds: ReadonlySet<string>;
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
  /** The header of the file. Absent if there is no file. */
  #stored: string | undefined;

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
    // The probe may have discovered features that the first draft does not declare.
    const described = { ...dialect, features: describedFeatures(dialect) };
    let title: Title | undefined;
    return {
      description: target.description,
      execute: async (command, signal) => {
        let isNew = false;
        if (command.verb === "create") {
          title = this.#titleFor(command.key, title, { target, described });
          this.#dialect = described;
          isNew = this.#creating(command.key, title);
        }
        const exchange = await target.execute(command, signal);
        this.#answered(command, exchange, isNew);
        return exchange;
      },
      watch: (command, listener, signal) => target.watch(command, listener, signal),
      [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
    };
  }

  removed(key: ObjectKey): void {
    this.#end(key, "removed");
  }

  /** Announces an object. Returns whether it was not announced before: then a refused request created nothing. */
  #creating(key: ObjectKey, title: Title): boolean {
    const name = describeKey(key);
    const isNew = !this.#open.has(name);
    this.#open.set(name, key);
    try {
      if (isNew || title.line !== this.#stored) this.#announce(key, title);
    } catch (error) {
      // The create request will not be sent, so the object cannot exist.
      if (isNew) this.#open.delete(name);
      throw error;
    }
    return isNew;
  }

  #answered(command: Command, { outcome }: Exchange, isNew: boolean): void {
    const isRefused = outcome.result === "refused" || outcome.result === "unsupported";
    if (isNew && isRefused && command.verb === "create") this.#end(command.key, "not-created");
    if (command.verb !== "read" || outcome.result !== "refused") return;
    if (outcome.refusal.reason === "notFound") this.removed(command.key);
  }

  #end(key: ObjectKey, event: "not-created" | "removed"): void {
    if (!this.#open.delete(describeKey(key))) return;
    if (this.#open.size === 0) {
      rmSync(this.path, { force: true });
      this.#stored = undefined;
      return;
    }
    try {
      this.#append({ line: "fixture", event, key });
    } catch {
      // Without this line, cleanup finds that the object does not exist.
    }
  }

  /** Appends an object to the file. If the dialect or the target has changed, rewrites the file atomically instead. */
  #announce(key: ObjectKey, { header, line }: Title): void {
    if (line === this.#stored) {
      this.#append(this.#announcement(key, header));
      return;
    }
    const open = [...this.#open.values()].map((one) => this.#announcement(one, header));
    const text = [line, ...open.map((one) => this.#lineOf(one))].join("");
    const draft = `${this.path}.new`;
    this.#written(() => {
      try {
        writeFileSync(draft, text);
        renameSync(draft, this.path);
      } finally {
        rmSync(draft, { force: true });
      }
    });
    this.#stored = line;
  }

  #announcement(key: ObjectKey, header: HeaderLine): RecordLine {
    const { seal } = this.#options;
    const sealed = seal === undefined ? {} : { seal: seal.of({ header, key, isDrawn: true }) };
    return { line: "fixture", event: "creating", key, isDrawn: true, ...sealed };
  }

  #append(line: RecordLine): void {
    this.#written(() => {
      // Never creates the file: without its header, the line would be useless.
      const file = openSync(this.path, constants.O_APPEND | constants.O_WRONLY);
      try {
        writeSync(file, this.#lineOf(line));
      } finally {
        closeSync(file);
      }
    });
  }

  #written(write: () => void): void {
    try {
      write();
    } catch (error) {
      throw new HarnessError(`cannot write the ledger ${this.path}: ${reasonOf(error)}`, {
        fix: "Choose a file in a writable folder with --output, or skip the probe with --no-probe.",
        cause: error,
      });
    }
  }

  #lineOf(line: RecordLine): string {
    return `${this.#options.redact(JSON.stringify(line))}\n`;
  }

  /**
   * Returns the title, or a new one if its dialect lacks the kind of an object. It contains only kinds with objects:
   * printing the others before each test would take most of the time for a schema with many kinds.
   */
  #titleFor(
    key: ObjectKey,
    title: Title | undefined,
    { target, described }: { readonly target: Target; readonly described: Dialect },
  ): Title {
    const kinds = new Set([key, ...this.#open.values()].map(({ kind }) => kind));
    if (title !== undefined && [...kinds].every((kind) => title.kinds.has(kind))) return title;
    const ofKinds = { ...described, kinds: described.kinds.filter(({ name }) => kinds.has(name)) };
    // A dialect with a feature of which it has no kind could not be loaded again.
    const header = this.#header(target, { ...ofKinds, features: describedFeatures(ofKinds) });
    return { header, line: this.#lineOf(header), kinds };
  }

  #header({ description }: Target, described: Dialect): HeaderLine {
    const { run, startedAt, command, written, redact } = this.#options;
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
      // The seal covers the dialect in its stored form, which is redacted.
      dialect: redact(printDialect(written(described))),
    };
  }
}

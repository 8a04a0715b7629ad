import { checkHistory, checkRegister, HistoryBuilder, MergedVerdict } from "#checker";
import type { HistoryLine, HistoryVerdict, Register, VersionOrder } from "#checker";
import type { LogSink } from "../port/log-format.ts";

/** Judges what the reader of a history passes on. It is held in memory, some hundred bytes per operation. */
export class HistoryJudge implements LogSink {
  readonly #builder: HistoryBuilder;
  readonly #registers: Register[] = [];

  constructor(order: VersionOrder) {
    this.#builder = new HistoryBuilder(order);
  }

  /** A history has no clients beyond their names. */
  request(): void {}

  line(line: HistoryLine, from: number): void {
    this.#builder.add(line, from);
  }

  register(register: Register): void {
    this.#registers.push(register);
  }

  /** Registers whose values repeat are searched, which takes longer than checking versions. */
  verdict(): HistoryVerdict {
    const whole = new MergedVerdict();
    const versions = checkHistory(this.#builder.finish());
    whole.add(versions);
    for (const register of this.#registers) {
      const { anomalies, open: reason } = checkRegister(register);
      const { object, operations } = register;
      const open = reason === undefined ? [] : [{ object, reason }];
      whole.add({ operations: operations.length, anomalies, open });
    }
    return whole.finish({ events: versions.events, anomalies: [] });
  }
}

import { isJsonObject } from "#contract";
import { HookFailed, SetupFailed, WritesSpent } from "#harness";
import type { AnyCheck, Finding } from "#harness";
import { placeOf } from "./load-module.ts";

class CheckBroke extends Error {
  override readonly name: string;

  constructor(cause: unknown, folder: string) {
    const message = cause instanceof Error ? cause.message : String(cause);
    const place = placeOf(cause, folder);
    super(place === undefined ? message : `${message} (${place})`, { cause });
    this.name = cause instanceof Error ? cause.name : "Error";
  }
}

/**
 * Wraps a check of an extension. The wrapper enforces the timeout, converts observations to plain data, drops findings
 * about requirements that the check does not cover, and adds positions to errors, with file names relative to `folder`.
 */
export function guardedCheck(check: AnyCheck, folder: string): AnyCheck {
  return {
    ...check,
    drive: async (context) => {
      try {
        return asPlainData(await inTime(() => check.drive(context), context.signal));
      } catch (error) {
        if (isOfTheHarness(error)) throw error;
        throw new CheckBroke(error, folder);
      }
    },
    judge: (observations, context) => {
      try {
        return findingsOf(check, check.judge(observations, context));
      } catch (error) {
        throw new CheckBroke(error, folder);
      }
    },
  };
}

function isOfTheHarness(error: unknown): boolean {
  return (
    error instanceof SetupFailed || error instanceof WritesSpent || error instanceof HookFailed
  );
}

/** Rejects when the signal aborts, because extension code may ignore the signal. */
async function inTime<Value>(work: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
  const stop = new AbortController();
  const late = new Promise<never>((_, reject) => {
    const give = (): void => reject(new Error("drive timed out"));
    if (signal.aborted) give();
    signal.addEventListener("abort", give, { once: true, signal: stop.signal });
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    stop.abort();
  }
}

/** Converts observations as the record does, so that judging the record yields the same verdicts. */
function asPlainData(observations: unknown): unknown {
  let text: string | undefined;
  try {
    text = JSON.stringify(observations);
  } catch (cause) {
    throw new Error("drive did not return plain data", { cause });
  }
  if (text === undefined) throw new Error("drive returned nothing to judge");
  const value: unknown = JSON.parse(text);
  return value;
}

/**
 * Keeps the findings about requirements that the check covers. Incidental findings about other requirements are left to
 * the suite's own checks.
 */
function findingsOf({ covers }: AnyCheck, found: unknown): readonly Finding[] {
  if (!Array.isArray(found)) {
    throw new TypeError("judge did not return a list of findings; it must not be async");
  }
  return found.filter((finding: unknown): finding is Finding => {
    if (!isFinding(finding)) {
      throw new TypeError(
        "judge returned something other than a finding; create findings with claim",
      );
    }
    return covers.includes(finding.requirement);
  });
}

const texts: Readonly<Record<string, readonly string[]>> = {
  held: [],
  violated: ["expected", "actual"],
  undecided: ["reason"],
  errored: ["reason"],
};

function isFinding(value: unknown): value is Finding {
  if (!isJsonObject(value)) return false;
  const { result, requirement, evidence, instances } = value;
  if (typeof requirement !== "string" || typeof result !== "string") return false;
  const needed = Object.hasOwn(texts, result) ? texts[result] : undefined;
  return (
    needed !== undefined &&
    needed.every((name) => typeof value[name] === "string") &&
    (result !== "held" || typeof instances === "number") &&
    Array.isArray(evidence) &&
    evidence.every((exchange) => typeof exchange === "number")
  );
}

import { identities, isIdentityName } from "#contract";
import type { IdentityName } from "#contract";
import { UsageError } from "./errors.ts";
import { suggest } from "./nearest.ts";

/** The roles that present something. */
export type KnownIdentity = Exclude<IdentityName, "anonymous">;

/** Where the credential of one role comes from. */
export type IdentityWish =
  | { readonly identity: KnownIdentity; readonly from: "value"; readonly credential: string }
  | {
      readonly identity: KnownIdentity;
      readonly from: "environment";
      readonly variable: string;
      readonly credential: string;
    }
  | { readonly identity: IdentityName; readonly from: "none" };

const mendOfForm =
  "Write --identity NAME=VALUE, --identity NAME=env:VARIABLE or --identity NAME=none.";

/**
 * Reads the values of `--identity`. The last one counts where a role is named twice.
 *
 * @throws UsageError for an unknown role, a missing value, or a variable that is not set. No message
 * quotes a value: it may be a credential.
 */
export function parseIdentities(
  texts: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): readonly IdentityWish[] {
  const wishes = new Map<IdentityName, IdentityWish>();
  for (const text of texts) {
    const wish = parseIdentity(text, environment);
    wishes.set(wish.identity, wish);
  }
  return [...wishes.values()];
}

function parseIdentity(
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
): IdentityWish {
  const separator = text.indexOf("=");
  if (separator < 0) {
    throw new UsageError("--identity was given without a value", { mend: mendOfForm });
  }
  const identity = text.slice(0, separator);
  const value = text.slice(separator + 1);
  if (!isIdentityName(identity)) {
    const known = Object.keys(identities);
    const fallback = `The identities are ${known.join(", ")}.`;
    // A text that does not look like a name may be a credential given alone.
    const shown = /^[a-z]{1,16}$/iu.test(identity) ? ` "${identity}"` : "";
    throw new UsageError(`--identity names something unknown${shown}`, {
      mend: suggest(identity, known, fallback),
    });
  }
  if (value === "none") return { identity, from: "none" };
  if (identity === "anonymous") {
    throw new UsageError("--identity gives anonymous a credential, which is the absence of one", {
      mend: "Leave it out, or write --identity anonymous=none if the target cannot be asked without one.",
    });
  }
  if (value === "") {
    throw new UsageError(`--identity ${identity}= has no value`, { mend: mendOfForm });
  }
  return value.startsWith("env:")
    ? fromEnvironment(identity, value.slice("env:".length), environment)
    : { identity, from: "value", credential: value };
}

function fromEnvironment(
  identity: KnownIdentity,
  variable: string,
  environment: Readonly<Record<string, string | undefined>>,
): IdentityWish {
  const credential = environment[variable];
  if (credential === undefined || credential === "") {
    const state = credential === undefined ? "not set" : "empty";
    throw new UsageError(
      `--identity ${identity}=env:${variable} names an environment variable that is ${state}`,
      {
        mend: `Set ${variable === "" ? "a variable and name it after env:" : variable} to the credential of the identity ${identity}.`,
      },
    );
  }
  return { identity, from: "environment", variable, credential };
}

/** A wish as it may be typed again and printed: a credential itself is replaced by a variable to set. */
export function printIdentity(wish: IdentityWish): string {
  switch (wish.from) {
    case "none":
      return `${wish.identity}=none`;
    case "environment":
      return `${wish.identity}=env:${wish.variable}`;
    case "value":
      return `${wish.identity}=env:${wish.identity.toUpperCase()}_CREDENTIAL`;
  }
}

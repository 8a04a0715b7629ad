import type { CredentialPlaces } from "../../port/credential-places.ts";
import type { Secrets } from "../../port/secrets.ts";
import { TargetUnreachable } from "../../port/target.ts";
import { isSendable } from "./header-set.ts";

export interface ConstantHeader {
  readonly name: string;
  readonly value: string;
  /** Whether the header is part of the credential. A role without a credential then omits it. */
  readonly isSecret: boolean;
}

const variablePattern = /^\$env\.(?<variable>\w+)$/u;

/**
 * Returns the constant headers of an endpoint. A value from an environment variable is a secret.
 *
 * @throws TargetUnreachable when a variable is not set, or a value is not valid in a header.
 */
export function constantHeaders(
  { headers = {} }: CredentialPlaces,
  environment: Readonly<Record<string, string | undefined>>,
  secrets?: Secrets,
): readonly ConstantHeader[] {
  return Object.entries(headers).map(([name, text]) => {
    const variable = variablePattern.exec(text)?.groups?.["variable"];
    const value = variable === undefined ? literal(text) : (environment[variable] ?? "");
    if (variable !== undefined && value === "") {
      throw new TargetUnreachable(`the header ${name} needs a value`, {
        fix: `Set the environment variable ${variable}.`,
      });
    }
    if (!isSendable(value)) {
      throw new TargetUnreachable(
        `the value of the header ${name} contains characters that cannot be sent`,
        { fix: "Remove line breaks, surrounding spaces and non-ASCII characters." },
      );
    }
    if (variable !== undefined) secrets?.add(value);
    return { name, value, isSecret: variable !== undefined };
  });
}

export function headersFor(
  constants: readonly ConstantHeader[],
  credential: string | undefined,
): Readonly<Record<string, string>> {
  const sent = constants.filter(({ isSecret }) => !isSecret || credential !== undefined);
  return Object.fromEntries(sent.map(({ name, value }) => [name.toLowerCase(), value]));
}

/** `$$x` escapes the literal `$x`. */
function literal(text: string): string {
  return text.startsWith("$$") ? text.slice(1) : text;
}

import { pageProblem } from "#reference";
import { isLoopback } from "../../../bin/reach/confirm-writing.ts";
import { mixed, pick } from "./attack.ts";
import type { AttackFamily } from "./attack.ts";

const ownNames = ["localhost", "127.0.0.1", "[::1]", "0.0.0.0", "127.1", "2130706433", "0x7f.1"];

const joints = [".", "-", "@", "%2e", "\u3002", "#", "?", ":80", "\\", "/"];

interface AdmissionChecks {
  readonly pageProblem: typeof pageProblem;
  readonly isLoopback: typeof isLoopback;
}

/** Tests pages and addresses that appear to be local, because their names contain a local name. */
export const callerFamily = (part: AdmissionChecks): AttackFamily => ({
  name: "foreign host",
  proves: "no page of another site reaches a local server, and no other host counts as local",
  weight: 12,
  attempt: ({ random }) => {
    const name = `${mixed(random, [...ownNames, ...joints], 4)}.evil.example`;
    const headers =
      random.below(2) === 0 ? { host: name } : { host: "127.0.0.1:80", origin: `http://${name}` };
    const isStopped =
      part.pageProblem({ headers, socket: { localAddress: "127.0.0.1" } }) !== undefined;
    const address = `http://${pick(random, ownNames)}${pick(random, joints)}evil.example/`;
    const host = URL.canParse(address) ? new URL(address).hostname : "";
    const isHere = host.endsWith("evil.example") && part.isLoopback(host);
    return Promise.resolve([
      ...(isStopped || isOwn(headers) ? [] : [`${JSON.stringify(headers)} was admitted`]),
      ...(isHere ? [`${host} counts as local`] : []),
    ]);
  },
});

/** Attacks the admission of callers to local servers, and the confirmation before writes to another machine. */
export const callerAttacks: AttackFamily = callerFamily({ pageProblem, isLoopback });

function isOwn({ host, origin }: { readonly host: string; readonly origin?: string }): boolean {
  const address = origin ?? `http://${host}`;
  return URL.canParse(address) && !new URL(address).hostname.endsWith("evil.example");
}

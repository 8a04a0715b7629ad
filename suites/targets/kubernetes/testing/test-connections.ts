import { afterEach } from "vitest";
import type { TargetDescription } from "../../port/target.ts";
import { Settling } from "../driver/administered-effects.ts";
import { KubernetesTarget } from "../driver/driver.ts";
import { administeredRestKinds } from "../resources/administered-kinds.ts";
import { kubernetesFeatures, kubernetesSemantics } from "../resources/kubernetes-features.ts";
import { anonymousCaller, impersonatingCaller, tokenCaller } from "../resources/rest-request.ts";
import { RestTransport } from "../resources/rest-transport.ts";
import { serveAnswers } from "./api-server.ts";
import type { Answer, ServedAnswers } from "./api-server.ts";
import { widget } from "./widget.ts";

/** The connections of a test file. All are disposed after each test, newest first. */
export interface Connections {
  readonly connected: (answer: Answer, requestMs?: number) => Promise<ConnectedTarget>;
  readonly keep: (one: AsyncDisposable) => void;
}

/** Disposes the resources of each test after the test. Call this function at the top of a file. */
export function connections(): Connections {
  const open: AsyncDisposable[] = [];
  afterEach(async () => {
    for (const one of open.splice(0).toReversed()) await one[Symbol.asyncDispose]();
  });
  return {
    connected: async (answer, requestMs) => {
      const one = await connectTarget(answer, requestMs);
      open.push(one);
      return one;
    },
    keep: (one) => void open.push(one),
  };
}

interface ConnectedTarget extends AsyncDisposable {
  readonly server: ServedAnswers;
  readonly target: KubernetesTarget;
}

/**
 * Starts a server with the given responses, and a driver that knows the kind `Widget` and the kinds that the suite
 * administers.
 */
async function connectTarget(answer: Answer, requestMs = 2_000): Promise<ConnectedTarget> {
  const server = await serveAnswers(answer);
  const transport = new RestTransport({
    address: new URL(server.url),
    tls: {},
    userAgent: "suite/test",
    openMs: 2_000,
  });
  const administrator = tokenCaller("secret-token");
  const description: TargetDescription = {
    endpoint: server.url,
    protocol: "kubernetes",
    dialect: "kubernetes",
    kinds: [],
    features: kubernetesFeatures,
    prerequisites: [],
    semantics: kubernetesSemantics,
    identities: ["author"],
  };
  const target = new KubernetesTarget({
    description,
    kinds: new Map([widget, ...administeredRestKinds].map((kind) => [kind.name, kind])),
    callers: new Map([
      ["author", administrator],
      ["reader", impersonatingCaller(administrator, "reader")],
      ["anonymous", anonymousCaller],
    ]),
    administrator,
    transport,
    settling: new Settling({ transport, administrator, limitMs: requestMs }),
    requestMs,
  });
  return {
    server,
    target,
    [Symbol.asyncDispose]: async () => {
      await target[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

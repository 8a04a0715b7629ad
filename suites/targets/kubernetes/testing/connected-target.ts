import type { TargetDescription } from "../../port/target.ts";
import { administeredRestKinds } from "../resources/administered-kinds.ts";
import { anonymousCaller, impersonatingCaller, tokenCaller } from "../resources/caller.ts";
import { KubernetesTarget } from "../driver/driver.ts";
import { kubernetesFeatures, kubernetesSemantics } from "../resources/kubernetes-features.ts";
import { Settling } from "../driver/administered-effects.ts";
import { RestTransport } from "../resources/rest-transport.ts";
import { serveAnswers } from "./api-server.ts";
import type { Answer, ServedAnswers } from "./api-server.ts";
import { widget } from "./widget.ts";

export interface ConnectedTarget extends AsyncDisposable {
  readonly server: ServedAnswers;
  readonly target: KubernetesTarget;
}

/**
 * Starts a server with the given responses, and a driver that knows the kind `Widget` and the kinds that the suite
 * administers.
 */
export async function connectTarget(answer: Answer, requestMs = 2_000): Promise<ConnectedTarget> {
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

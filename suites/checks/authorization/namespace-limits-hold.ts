import type { UpdateStatusCommand } from "#contract";
import { defineCheck, sampleStatus, statusWrite, vacuous } from "#harness";
import type { Fixture } from "#harness";
import { judgeBeyondNamespace } from "./judge-beyond-namespace.ts";
import type { BeyondTrial } from "./judge-beyond.ts";

const requirement = "authorization.namespace-limits-hold";

export const namespaceLimitsHold = defineCheck<readonly BeyondTrial[]>({
  id: "authorization/namespace-limits-hold",
  title: "A controller limited to one namespace cannot write a status in another namespace",
  covers: [requirement],
  scope: "status-write",
  features: ["authorization.namespaces"],
  identities: ["tenant"],

  async drive(context) {
    if (context.kind.namespaces.length < 2) return [];
    const [home, away] = await Promise.all([
      context.fixture({ namespace: 0 }),
      context.fixture({ namespace: 1 }),
    ]);
    const write = ({ key, object }: Fixture): UpdateStatusCommand =>
      statusWrite(context, key, {
        resourceVersion: object.metadata.resourceVersion,
        status: sampleStatus(context, 0),
      });
    const [own, attempt] = await Promise.all([
      context.call({ ...write(home), identity: "tenant" }),
      context.call({ ...write(away), identity: "tenant" }),
    ]);
    return [{ own, attempt, control: await context.call(write(away)) }];
  },

  judge: (trials) =>
    trials.length === 0
      ? vacuous([requirement], "objects of the kind are in fewer than two namespaces")
      : trials.map(judgeBeyondNamespace),
});

import { describe, expect, it } from "vitest";
import type { Command, JsonObject } from "#contract";
import { answerJson } from "../testing/api-server.ts";
import { connections } from "../testing/test-connections.ts";
import { statusFailure, widgetKey } from "../testing/widget.ts";

const { connected } = connections();
const { signal } = new AbortController();

const binding: Command = {
  verb: "create",
  identity: "author",
  key: { kind: "RoleBinding", namespace: "usual", name: "b" },
  spec: { subjects: [], roleRef: { name: "r" } },
};

const bindings = "POST /apis/rbac.authorization.k8s.io/v1/namespaces/usual/rolebindings";

const created: JsonObject = {
  kind: "RoleBinding",
  metadata: { name: "b", namespace: "usual", uid: "u", resourceVersion: "1" },
};

const noNamespace = statusFailure(404, "NotFound", { kind: "namespaces", name: "usual" });

const { details: _details, ...withoutDetails } = noNamespace;

describe("an object that a run needs, in a new namespace", () => {
  it.each([
    ["names the namespace", noNamespace],
    ["gives no details", withoutDetails],
  ])("is created as soon as a server that %s knows it", async (_what, refusal) => {
    let early = 3;
    const { server, target } = await connected((_request, _body, reply) => {
      early -= 1;
      answerJson(reply, early < 0 ? 201 : 404, early < 0 ? created : refusal);
    }, 60_000);

    expect((await target.execute(binding, signal)).outcome.result).toBe("object");
    expect(server.asked).toEqual([bindings, bindings, bindings, bindings]);
  });

  it("is rejected if the server does not recognize it within the timeout of a request", async () => {
    const { server, target } = await connected((_request, _body, reply) => {
      answerJson(reply, 404, noNamespace);
    }, 4_000);

    expect((await target.execute(binding, signal)).outcome).toMatchObject({
      result: "refused",
      refusal: { reason: "notFound" },
    });
    expect(server.asked.length).toBeGreaterThan(1);
  });

  it.each([
    ["of a kind that is not served", binding, { kind: "", name: "" }],
    ["of a kind under test", { ...binding, key: widgetKey }, { kind: "namespaces", name: "usual" }],
  ])("is not waited for where the creation is %s", async (_what, command, details) => {
    const { server, target } = await connected((_request, _body, reply) => {
      answerJson(reply, 404, statusFailure(404, "NotFound", details));
    }, 60_000);

    expect((await target.execute(command, signal)).outcome.result).toBe("refused");
    expect(server.asked).toHaveLength(1);
  });
});

describe("a namespace that a run no longer needs", () => {
  const key = { kind: "Namespace", name: "usual" };
  const remove: Command = { verb: "delete", identity: "author", key };
  const terminating: JsonObject = {
    kind: "Namespace",
    metadata: { name: "usual", uid: "u", resourceVersion: "1" },
    status: { phase: "Terminating", conditions: [{ type: "NamespaceContentRemaining" }] },
  };

  it("is deleted once it is gone", async () => {
    let reads = 3;
    const { target } = await connected(({ method }, _body, reply) => {
      if (method === "GET") reads -= 1;
      const isGone = reads < 0;
      answerJson(reply, isGone ? 404 : 200, isGone ? statusFailure(404, "NotFound") : terminating);
    }, 60_000);

    expect((await target.execute(remove, signal)).outcome.result).toBe("object");
    expect(reads).toBe(-1);
  });

  it("may still exist if its deletion takes longer than the timeout of a request", async () => {
    const { target } = await connected((_request, _body, reply) => {
      answerJson(reply, 200, terminating);
    }, 300);

    expect((await target.execute(remove, signal)).outcome).toMatchObject({
      result: "unknown",
      detail: "its deletion was accepted, but it still exists",
    });
  });
});

import { contractSemantics, resourceVersion, uid } from "#contract";
import type { Command, ObjectKey, Outcome, RefusalReason, ResourceMetadata } from "#contract";
import type { KindDescription, Prerequisite, Target, TargetDescription } from "#targets";

export interface ScriptedTarget extends Target {
  readonly commands: readonly Command[];
}

export const scriptedKind: KindDescription = {
  name: "Service",
  scope: "namespaced",
  namespaces: ["default"],
  operations: {
    create: ["create"],
    read: ["read"],
    list: [],
    update: [],
    updateStatus: ["report"],
    patchStatus: [],
    delete: ["delete"],
    watch: [],
  },
  statusModes: { report: "partial" },
  samples: { specs: [{}], statuses: [{}], counter: "count", invalidStatuses: [] },
  isRuntime: false,
};

export function scriptedTarget(
  answer: (command: Command) => Outcome,
  prerequisites: readonly Prerequisite[] = [],
): ScriptedTarget {
  const commands: Command[] = [];
  return {
    commands,
    description: { ...description, prerequisites },
    execute: (command) => {
      commands.push(command);
      return Promise.resolve({ outcome: answer(command) });
    },
    watch: (_, listener) => {
      listener.ended({ end: "unsupported", detail: "no watches here" });
      return Promise.resolve({
        request: { url: "", operation: "" },
        [Symbol.asyncDispose]: () => Promise.resolve(),
      });
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

export function accepted(
  { kind, name }: ObjectKey,
  metadata: Partial<ResourceMetadata> = {},
): Outcome {
  const version = resourceVersion("7");
  const whole = { name, uid: uid("u1"), resourceVersion: version, ...metadata };
  return { result: "object", object: { kind, metadata: whole } };
}

export function refused(reason: RefusalReason): Outcome {
  return { result: "refused", refusal: { reason, message: reason, causes: [] } };
}

const description: TargetDescription = {
  endpoint: "http://127.0.0.1/graphql",
  protocol: "graphql",
  dialect: "scripted",
  kinds: [],
  features: [],
  prerequisites: [],
  semantics: contractSemantics,
  identities: ["author", "controller"],
};

import type { JsonObject } from "#contract";
import type { RestKind } from "../resources/rest-kind.ts";

export const widget: RestKind = {
  name: "Widget",
  literal: "Widgetr1",
  plural: "widgetsr1",
  group: "conformance.example.com",
  version: "v1",
  scope: "namespaced",
  namespaces: ["usual", "other"],
  hasStatus: true,
  samples: { specs: [], statuses: [], counter: "num", invalidStatuses: [] },
  isRuntime: true,
  body: "spec",
};

export const widgetKey = { kind: "Widget", namespace: "usual", name: "a" } as const;

export const widgetPath = "/apis/conformance.example.com/v1/namespaces/usual/widgetsr1/a" as const;

export function widgetBody(version: string, parts: JsonObject = {}): JsonObject {
  return {
    apiVersion: "conformance.example.com/v1",
    kind: "Widgetr1",
    metadata: { name: "a", namespace: "usual", uid: "u1", resourceVersion: version },
    ...parts,
  };
}

export function statusFailure(code: number, reason: string, details: JsonObject = {}): JsonObject {
  return {
    kind: "Status",
    apiVersion: "v1",
    status: "Failure",
    message: `because of ${reason}`,
    ...(reason === "" ? {} : { reason }),
    details,
    code,
  };
}

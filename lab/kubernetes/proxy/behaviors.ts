import { contentOf, isGranted, refusing, withContent } from "./api-reply.ts";
import type { ApiReply } from "./api-reply.ts";
import { formatOf, isCreation, isList, isStatusWrite } from "./api-request.ts";
import type { ApiRequest } from "./api-request.ts";
import { changingReplies } from "./proxy-fault.ts";
import type { Answer } from "./proxy-fault.ts";
import { withoutMetadata } from "./stored-object.ts";
import type { Behavior } from "./behavior.ts";

const fabric8 = "fabric8 kubernetes-server-mock";

export const behaviors: readonly Behavior[] = [
  {
    name: "creations-are-ok",
    summary: "The response to a creation has HTTP status 200.",
    metIn: `${fabric8} up to 5.12`,
    sources: [{ source: "kubernetes/api-conventions", at: "HTTP Status codes, success codes" }],
    breaks: [],
    begin: changingReplies((reply, request) =>
      isCreation(request) && isGranted(reply) ? { ...reply, status: 200 } : reply,
    ),
  },
  {
    name: "patches-are-accepted",
    summary: "The response to a successful patch has HTTP status 202.",
    metIn: fabric8,
    sources: [{ source: "kubernetes/api-conventions", at: "HTTP Status codes, success codes" }],
    breaks: [],
    begin: changingReplies((reply, request) =>
      request.method === "PATCH" && isGranted(reply) ? { ...reply, status: 202 } : reply,
    ),
  },
  {
    name: "deletions-are-empty",
    summary: "The response to a deletion has no body.",
    metIn: fabric8,
    sources: [{ source: "kubernetes/api-conventions", at: "Response Status Kind" }],
    breaks: [],
    begin: changingReplies((reply, { method }) =>
      method === "DELETE" && isGranted(reply) ? { ...reply, text: "" } : reply,
    ),
  },
  {
    name: "errors-are-empty",
    summary: "A refusal has an HTTP status and no body.",
    metIn: fabric8,
    sources: [{ source: "kubernetes/api-conventions", at: "Response Status Kind" }],
    breaks: [
      "apply.conflict-names-manager-and-field",
      "errors.invalid-names-field",
      "errors.ownership-conflict-distinguishable",
      "write.strict-validation-refuses-unknown-members",
      "kinds.missing-status-is-told-apart",
    ],
    begin: changingReplies((reply) =>
      // kube-apiserver returns an internal error for some invalid apply requests. This keeps the body of that error.
      isGranted(reply) || reply.status >= 500 ? reply : { ...reply, text: "" },
    ),
  },
  {
    name: "unknown-patches-unanswered",
    summary: "A patch of an unknown type gets no response.",
    metIn: `${fabric8} 5.4.0`,
    sources: [{ source: "kubernetes/api-conventions", at: "HTTP Status codes, error codes" }],
    breaks: [],
    undecides: "a write without a response may have been executed",
    requestMs: 2_500,
    begin: () => ({ answer: exceptFor(isApply, never) }),
  },
  {
    name: "watches-over-sockets",
    summary: "A watch without an upgrade to a WebSocket is refused with HTTP status 400.",
    metIn: `${fabric8} 7.8.0`,
    sources: [{ source: "kubernetes/api-conventions", at: "Verbs on Resources, WATCH" }],
    breaks: ["watch.list-then-watch", "watch.resumes-after-version", "kinds.served-once-defined"],
    undecides: "no watch is served over HTTP",
    begin: () => ({
      watchAnswer: refusing(400, "BadRequest", '"Connection" header must be "Upgrade"'),
    }),
  },
  {
    name: "lists-without-versions",
    summary: "A list has no resource version.",
    metIn: "tilt-apiserver 0.10.0",
    sources: [{ source: "kubernetes/api-conventions", at: "Lists, metadata" }],
    breaks: ["watch.list-then-watch"],
    undecides: "no watch can start from a list",
    begin: changingReplies((reply, request) =>
      isList(request) && isGranted(reply)
        ? withContent(reply, withoutMetadata(contentOf(reply), "resourceVersion"))
        : reply,
    ),
  },
  {
    name: "not-implemented-is-an-error",
    summary:
      "Replacements of a status, which are not implemented, are rejected with HTTP status 500.",
    metIn: "kmock 0.8",
    sources: [{ source: "kubernetes/api-conventions", at: "HTTP Status codes, error codes" }],
    breaks: [
      "write.stores-submitted-status",
      "apply.other-writes-never-conflict",
      "isolation.spec-in-status-write-is-ignored",
      "isolation.metadata-in-status-write-is-ignored",
      "isolation.stored-spec-not-validated-again",
      "kinds.served-once-defined",
      "kinds.status-outlives-its-separation",
      "allocation.decision-is-guarded",
      "deletion.status-writes-go-on",
    ],
    undecides: "a status cannot be replaced, which checks need to set up objects",
    begin: () => ({
      answer: exceptFor(
        (request) => isStatusWrite(request) && formatOf(request) === "put",
        () => Promise.resolve(refusing(500, "InternalError", "not implemented")),
      ),
    }),
  },
];

function isApply(request: ApiRequest): boolean {
  return formatOf(request) === "apply";
}

function never(): Promise<ApiReply> {
  return new Promise<ApiReply>(() => {});
}

function exceptFor(isOne: (request: ApiRequest) => boolean, answer: Answer): Answer {
  return (request, server) => (isOne(request) ? answer(request, server) : server.send(request));
}

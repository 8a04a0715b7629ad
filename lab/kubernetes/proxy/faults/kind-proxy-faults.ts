import { refusing, withObjects } from "../api-reply.ts";
import {
  bodyOf,
  formatOf,
  isCreation,
  isRead,
  isStatusWrite,
  readingOf,
  withBody,
} from "../api-request.ts";
import { changingReplies, changingRequests } from "../proxy-fault.ts";
import type { ProxyFault } from "../proxy-fault.ts";
import { without } from "../stored-object.ts";

export const kindProxyFaults: readonly ProxyFault[] = [
  {
    name: "new-kind-refuses-statuses",
    summary: "The status of a new kind is not served at first.",
    breaks: ["kinds.served-once-defined"],
    hasOwnKinds: true,
    begin: () => {
      const tried = new Set<string>();
      return {
        answer: (request, server) => {
          const { plural = "" } = request.resource ?? {};
          const isEarly =
            plural.startsWith("trial") && isStatusWrite(request) && !tried.has(plural);
          if (!isEarly) return server.send(request);
          tried.add(plural);
          const message = "the server could not find the requested resource";
          return Promise.resolve(refusing(404, "NotFound", message));
        },
      };
    },
  },
  {
    name: "plain-status-dropped",
    summary: "A kind without a status subresource drops the status from creations and updates.",
    breaks: ["kinds.plain-status-is-stored"],
    begin: changingRequests((request) => {
      const isPlain = request.resource?.plural.startsWith("gadgets") === true;
      const isWrite = isCreation(request) || formatOf(request) === "put";
      return isPlain && isWrite ? withBody(request, without(bodyOf(request), "status")) : request;
    }),
  },
  {
    name: "plain-status-not-validated",
    summary: "A kind without a status subresource accepts any status and drops invalid fields.",
    breaks: ["kinds.plain-status-is-validated"],
    begin: changingReplies((reply, request, server) => {
      const isPlain = request.resource?.plural.startsWith("gadgets") === true;
      if (!isPlain || reply.status !== 422) return reply;
      return server.send(
        isCreation(request)
          ? withBody(request, without(bodyOf(request), "status"))
          : readingOf(request),
      );
    }),
  },
  {
    name: "separation-empties-status",
    summary: "The statuses of existing objects are lost when their kind gets a status subresource.",
    breaks: ["kinds.status-outlives-its-separation"],
    hasOwnKinds: true,
    begin: changingReplies((reply, request) => {
      const isOfTrial = request.resource?.plural.startsWith("trialc") === true;
      // After the third trial kind gets its status subresource, the check only reads stored statuses. Changing reads is
      // therefore enough.
      return isOfTrial && isRead(request)
        ? withObjects(reply, (object) => without(object, "status"))
        : reply;
    }),
  },
];

import { contentOf, isGranted, refusing } from "../api-reply.ts";
import {
  bodyOf,
  formatOf,
  isStatusWrite,
  isTrial,
  mergingInto,
  readingOf,
  withBody,
  withQuery,
} from "../api-request.ts";
import { answering, changingObjects, changingReplies, changingRequests } from "../proxy-fault.ts";
import type { ProxyFault } from "../proxy-fault.ts";
import { partOf, statusManagers, withMetadata, without } from "../stored-object.ts";
import { isJsonList, isJsonObject } from "#contract";

export const applyProxyFaults: readonly ProxyFault[] = [
  {
    name: "apply-keeps-omitted",
    summary: "An apply of the status keeps what its manager omits.",
    breaks: ["apply.removes-omitted-fields"],
    begin: answering(async (request, server) => {
      if (!isStatusWrite(request) || formatOf(request) !== "apply") return server.send(request);
      const body = bodyOf(request);
      const stored = contentOf(await server.send(readingOf(request)));
      const status = { ...partOf(stored, "status"), ...partOf(body, "status") };
      return server.send(withBody(withQuery(request, { force: "true" }), { ...body, status }));
    }),
  },
  {
    name: "apply-takes-fields",
    summary: "Every apply of the status is forced.",
    breaks: ["apply.conflict-without-force", "apply.other-writes-take-fields"],
    begin: changingRequests((request) =>
      isStatusWrite(request) && formatOf(request) === "apply"
        ? withQuery(request, { force: "true" })
        : request,
    ),
  },
  {
    name: "apply-removes-foreign",
    summary: "An apply of the status removes whatever it omits, whoever owns it.",
    breaks: ["apply.keeps-shared-fields"],
    begin: answering(async (request, server) => {
      const isApply = isStatusWrite(request) && formatOf(request) === "apply";
      if (!isApply || isTrial(request)) return server.send(request);
      const stored = partOf(contentOf(await server.send(readingOf(request))), "status");
      const reply = await server.send(request);
      const applied = partOf(bodyOf(request), "status");
      const omitted = Object.keys(stored).filter((member) => !(member in applied));
      if (!isGranted(reply) || omitted.length === 0) return reply;
      const status = Object.fromEntries(omitted.map((member) => [member, null]));
      return server.send(mergingInto(request, { status }, "status"));
    }),
  },
  {
    name: "conditions-are-atomic",
    summary: "Applied conditions replace those of all managers.",
    breaks: ["apply.conditions-merge-by-type"],
    begin: changingReplies((reply, request, server) => {
      const { conditions } = partOf(bodyOf(request), "status");
      const isApply = isStatusWrite(request) && formatOf(request) === "apply";
      const isHit = isApply && isGranted(reply) && !isTrial(request);
      if (!isHit || conditions === undefined) return reply;
      return server.send(mergingInto(request, { status: { conditions } }, "status"));
    }),
  },
  {
    name: "force-is-ignored",
    summary: "A forced apply of the status conflicts like any other.",
    breaks: ["apply.force-takes-fields"],
    begin: changingRequests((request) =>
      isStatusWrite(request) && formatOf(request) === "apply"
        ? withQuery(request, { force: undefined })
        : request,
    ),
  },
  {
    name: "ownership-is-binding",
    summary:
      "A status write other than apply is rejected if another manager has written the status.",
    breaks: ["apply.other-writes-never-conflict", "allocation.ownership-is-advisory"],
    begin: answering(async (request, server) => {
      if (!isStatusWrite(request) || formatOf(request) === "apply") return server.send(request);
      const manager = request.query["fieldManager"];
      const stored = contentOf(await server.send(readingOf(request)));
      const isOwned = statusManagers(stored).some(
        (entry) =>
          entry["manager"] !== manager && (manager !== undefined || entry["operation"] === "Apply"),
      );
      return isOwned
        ? refusing(409, "Conflict", "the fields belong to another manager")
        : server.send(request);
    }),
  },
  {
    name: "ownership-without-side",
    summary: "The managed fields do not distinguish the status from the object.",
    breaks: ["apply.ownership-is-per-side"],
    begin: changingObjects((object) => {
      const { managedFields } = partOf(object, "metadata");
      if (!isJsonList(managedFields)) return object;
      const entries = managedFields.map((entry) =>
        isJsonObject(entry) ? without(entry, "subresource") : {},
      );
      return withMetadata(object, { managedFields: entries });
    }),
  },
  {
    name: "shared-values-conflict",
    summary: "An apply of the status conflicts with every other manager, whatever its values.",
    breaks: ["apply.equal-values-are-shared"],
    begin: answering(async (request, server) => {
      const isApply = isStatusWrite(request) && formatOf(request) === "apply";
      const { fieldManager, force } = request.query;
      if (!isApply || force === "true") return server.send(request);
      const stored = contentOf(await server.send(readingOf(request)));
      return statusManagers(stored).some(({ manager }) => manager !== fieldManager)
        ? refusing(409, "Conflict", "the fields belong to another manager")
        : server.send(request);
    }),
  },
  {
    name: "ownership-conflict-names-nobody",
    summary: "A conflict of field ownership names neither field nor manager.",
    breaks: ["apply.conflict-names-manager-and-field", "errors.ownership-conflict-distinguishable"],
    begin: changingReplies((reply, request) =>
      reply.status === 409 && formatOf(request) === "apply"
        ? refusing(409, "Conflict", "Apply failed with a conflict")
        : reply,
    ),
  },
];

import { bodyOf, isSpecWrite, isStatusWrite, readingOf, withBody } from "../api-request.ts";
import { answering, changingObjects } from "../proxy-fault.ts";
import type { ProxyFault } from "../proxy-fault.ts";
import { shiftingGenerations } from "../shifted-generations.ts";
import { generationOf, partOf, withMetadata } from "../stored-object.ts";
import { contentOf } from "../api-reply.ts";

export const generationProxyFaults: readonly ProxyFault[] = [
  {
    name: "generation-counts-other-writes",
    summary: "A write by the author that does not change the spec increments the generation.",
    breaks: ["generation.ignores-metadata-writes", "generation.ignores-no-op-writes"],
    begin: shiftingGenerations(({ request, before, after }) =>
      isSpecWrite(request) && generationOf(before) === generationOf(after) ? 1 : 0,
    ),
  },
  {
    name: "generation-counts-status-writes",
    summary: "A status write increments the generation.",
    breaks: ["generation.ignores-status-writes"],
    begin: shiftingGenerations(({ request }) => (isStatusWrite(request) ? 1 : 0)),
  },
  {
    name: "generation-stands-still",
    summary: "The generation of every object stays 1.",
    breaks: ["generation.counts-spec-changes", "generation.counts-plain-status"],
    begin: changingObjects((object) => withMetadata(object, { generation: 1 })),
  },
  {
    name: "generation-starts-at-zero",
    summary: "A new object has generation 0.",
    breaks: ["generation.starts-at-one"],
    begin: changingObjects((object) =>
      withMetadata(object, { generation: generationOf(object) - 1 }),
    ),
  },
  {
    name: "generation-taken-from-body",
    summary: "A write with a higher generation sets the generation.",
    breaks: ["generation.not-writable"],
    begin: shiftingGenerations(({ request, after }) =>
      Math.max(0, generationOf(bodyOf(request)) - generationOf(after)),
    ),
  },
  {
    name: "observed-generation-filled-in",
    summary: "A status write stores the current generation as the observed one.",
    breaks: ["generation.observed-stored-as-sent"],
    begin: answering(async (request, server) => {
      const body = bodyOf(request);
      const status = partOf(body, "status");
      if (!isStatusWrite(request) || !("observedGeneration" in status)) return server.send(request);
      const stored = contentOf(await server.send(readingOf(request)));
      const observedGeneration = generationOf(stored);
      return server.send(withBody(request, { ...body, status: { ...status, observedGeneration } }));
    }),
  },
];

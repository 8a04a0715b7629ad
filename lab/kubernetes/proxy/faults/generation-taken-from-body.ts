import { bodyOf } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";
import { shiftingGenerations } from "../shifted-generations.ts";
import { generationOf } from "../stored-object.ts";

/** Whoever writes the object writes its metadata. */
export const generationTakenFromBody = defineProxyFault({
  name: "generation-taken-from-body",
  summary: "A write that carries a higher generation sets it.",
  breaks: ["generation.not-writable"],
  begin: shiftingGenerations(({ request, after }) =>
    Math.max(0, generationOf(bodyOf(request)) - generationOf(after)),
  ),
});

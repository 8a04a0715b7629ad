import type { Outcome, SocketClosing, WatchEnd } from "#contract";
import type { Secrets } from "../../port/secrets.ts";
import type { WireReply } from "../../port/target.ts";
import { classifyRefusal, isNamedRefusal } from "../replies/classify.ts";
import type { RefusalSigns, RefusalWords } from "../replies/classify.ts";
import { asHidden } from "../replies/hidden-parts.ts";
import type { OperationVerb } from "../dialect/dialect-operations.ts";
import { readReply } from "../replies/outcome.ts";
import type { ReplyReader } from "../replies/outcome.ts";
import { withoutAliases } from "../schema/aliases.ts";
import type { StreamEnd } from "../../wire/streams/stream-end.ts";
import type { SocketResult } from "../../wire/streams/socket-transport.ts";
import { asWireData, redactText, storedBody } from "../../wire/http/wire-data.ts";
import type { WireData } from "../../wire/http/wire-data.ts";

export interface SocketReading {
  readonly outcome: Outcome;
  readonly reply?: WireReply;
}

/** Classifies the result of a command. Pure, and never throws. */
export function readSocketResult(
  reader: ReplyReader,
  result: SocketResult,
  secrets: Secrets | undefined,
): SocketReading {
  switch (result.kind) {
    case "result":
      return readingOf(
        reader,
        withoutAliases(socketData(result.payload, secrets), reader.document),
      );
    case "lost":
      return { outcome: { result: "unknown", cause: result.cause, detail: result.detail } };
    case "ended":
      return readEnded(reader, result.end, secrets);
  }
}

/** Classifies the end of a watch. Pure, and never throws. */
export function readStreamEnd(
  words: RefusalWords,
  end: StreamEnd,
  secrets: Secrets | undefined,
): WatchEnd {
  switch (end.kind) {
    case "closed":
      return { end: "closed" };
    case "completed":
      return { end: "completed" };
    case "errors": {
      const data = socketData(end.errors, secrets);
      const errors = data.kind === "json" && Array.isArray(data.value) ? data.value : [];
      const signs = {
        verb: "watch",
        errors,
        ...(end.http === undefined ? {} : { http: end.http }),
        fallbackMessage: "an error without a message",
      } as const;
      // The document of a watch is valid in the schema of the dialect.
      return { end: "refused", refusal: asHidden(classifyRefusal(words, signs)) };
    }
    case "rejected":
    case "lost": {
      const signs = brokenSigns("watch", end, secrets);
      const isRefusal = end.kind === "rejected" || isNamedRefusal(words, signs);
      if (isRefusal) return { end: "refused", refusal: classifyRefusal(words, signs) };
      return { end: "lost", detail: signs.fallbackMessage, ...closingOf(end, signs) };
    }
    case "unintelligible":
      return { end: "unintelligible", detail: redactText(end.detail, secrets) };
  }
}

function closingOf(
  end: Extract<StreamEnd, { readonly kind: "rejected" | "lost" }>,
  { closeCode: code, closeReason: reason }: RefusalSigns,
): { readonly closing?: SocketClosing } {
  if (end.kind === "rejected" || code === undefined) return {};
  const early = end.isEarly === true ? { isEarly: true as const } : {};
  return { closing: { code, ...(reason === undefined ? {} : { reason }), ...early } };
}

export function socketData(payload: unknown, secrets: Secrets | undefined): WireData {
  return asWireData(payload, secrets, () => "a message that is nested too deeply to be recorded");
}

function readEnded(
  reader: ReplyReader,
  end: StreamEnd,
  secrets: Secrets | undefined,
): SocketReading {
  switch (end.kind) {
    case "closed":
      return { outcome: { result: "unknown", cause: "aborted", detail: "aborted by the caller" } };
    case "completed":
      return { outcome: { result: "unintelligible", detail: "completed without a result" } };
    case "errors":
      return readingOf(reader, socketData({ errors: end.errors }, secrets));
    case "rejected":
    case "lost": {
      const signs = brokenSigns(reader.verb, end, secrets);
      const isRefusal = end.kind === "rejected" || isNamedRefusal(reader.words, signs);
      const refusal = classifyRefusal(reader.words, signs);
      if (isRefusal) return { outcome: { result: "refused", refusal } };
      const detail = signs.fallbackMessage;
      return { outcome: { result: "unknown", cause: "connection", detail } };
    }
    case "unintelligible": {
      const detail = redactText(end.detail, secrets);
      return { outcome: { result: "unintelligible", detail } };
    }
  }
}

function readingOf(reader: ReplyReader, data: WireData): SocketReading {
  return { outcome: readReply(reader, { data }), reply: { body: storedBody(data) } };
}

function brokenSigns(
  verb: OperationVerb,
  end: Extract<StreamEnd, { readonly kind: "rejected" | "lost" }>,
  secrets: Secrets | undefined,
): RefusalSigns {
  if (end.kind === "rejected") {
    const fallbackMessage = `the server rejected the connection with HTTP ${end.http}`;
    return { verb, errors: [], http: end.http, fallbackMessage };
  }
  return {
    verb,
    errors: [],
    ...(end.closeCode === undefined ? {} : { closeCode: end.closeCode }),
    ...(end.closeReason === undefined ? {} : { closeReason: redactText(end.closeReason, secrets) }),
    fallbackMessage: redactText(end.detail, secrets),
  };
}

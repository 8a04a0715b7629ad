import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { WireData } from "./wire-data.ts";

export interface NamedRequest {
  readonly document: string;
  readonly operationName?: string;
}

/**
 * Whether an endpoint demands named operations, as some gateways do for their metrics. Learned from the first rejection
 * that states so. All other endpoints receive anonymous operations.
 */
export class OperationNames {
  #areDemanded = false;

  get areDemanded(): boolean {
    return this.#areDemanded;
  }

  /** Returns the request with the name of its operation, if the endpoint demands names. */
  named<Request extends NamedRequest>(request: Request): Request {
    if (!this.#areDemanded) return request;
    const { document } = request;
    const { keyword, name } = anonymous.exec(document)?.groups ?? {};
    if (name !== undefined) return { ...request, operationName: name };
    if (keyword === undefined && !document.trimStart().startsWith("{")) return request;
    const rest = keyword === undefined ? document : document.trimStart().slice(keyword.length);
    const named = `${keyword ?? "query"} ${usualName}${rest}`;
    return { ...request, document: named, operationName: usualName };
  }

  /**
   * Notes the response to an anonymous operation. Returns whether it rejects the operation because it has no name. A
   * mutation whose response has data, even null, may have been executed, and must not be sent again.
   */
  learnFrom(data: WireData, { document }: NamedRequest): boolean {
    if (data.kind !== "json" || !demandsName(data.value)) return false;
    if ("data" in data.value && isMutation(document)) return false;
    this.#areDemanded = true;
    return true;
  }
}

const usualName = "Conformance";

const anonymous = /^\s*(?<keyword>query|mutation|subscription)\b(?:\s+(?<name>[_A-Za-z]\w*))?/u;

const demand = /\boperation[ _-]?name\b|\b(?:anonymous|unnamed) (?:graphql )?(?:operation|quer)/iu;

function isMutation(document: string): boolean {
  return anonymous.exec(document)?.groups?.["keyword"] === "mutation";
}

function demandsName(body: JsonValue): body is JsonObject {
  if (!isJsonObject(body)) return false;
  const { data, errors } = body;
  if ((data !== undefined && data !== null) || !Array.isArray(errors)) return false;
  return errors.some((error: unknown) => {
    const message = isJsonObject(error) ? error["message"] : undefined;
    return typeof message === "string" && demand.test(message);
  });
}

import { errors } from "undici";
import { isJsonObject } from "#contract";
import type { IdentityName, JsonValue } from "#contract";
import { TargetUnreachable } from "../../port/target.ts";
import { parseAddress } from "../../wire/http/address.ts";
import { describeFailure, ProxyFailure } from "../../wire/http/failures.ts";
import type { HttpReply, HttpResult } from "../../wire/http/http-transport.ts";
import { titleOfPage } from "../../wire/http/page-title.ts";

/** Who asked for the schema, and where. */
export interface SchemaRequest {
  readonly shown: string;
  readonly identity: IdentityName;
  /** The role whose credential is missing, and the reason. Set if `anonymous` reads the schema instead. */
  readonly missing?: string;
  readonly limitMs: number;
  /** The forward proxy in between, without its credential. Absent for direct connections. */
  readonly proxy?: string;
}

/** Explains why there was no response to an introspection query. */
export function lossOf(
  lost: Extract<HttpResult, { readonly kind: "lost" }>,
  request: SchemaRequest,
): TargetUnreachable {
  if (lost.cause === "timeout") {
    const { shown, limitMs, proxy } = request;
    const through = proxy === undefined ? "" : ` through the proxy ${proxy}`;
    return new TargetUnreachable(
      `${shown} did not respond to the introspection query within ${limitMs} ms${through}`,
      {
        fix:
          proxy === undefined
            ? "Check that the server at this address is running, or allow more time with --timeout SECONDS."
            : "Check that the proxy and the server are running, list the host in NO_PROXY if no proxy is needed, or allow more time with --timeout SECONDS.",
        cause: lost.error,
        isTimeout: true,
      },
    );
  }
  if (lost.cause === "aborted") {
    return new TargetUnreachable(`connecting to ${request.shown} was aborted`, {
      fix: "Start the run again.",
      cause: lost.error,
    });
  }
  const isForeign = lost.error instanceof errors.HTTPParserError;
  const { problem, fix } = isForeign
    ? { problem: "the port does not speak HTTP", fix: "Correct the port, or use https://." }
    : readConnectionFailure(lost.error, request.shown.startsWith("https:"));
  return new TargetUnreachable(`${request.shown}: ${problem} (${lost.detail})`, {
    fix,
    cause: lost.error,
  });
}

interface Diagnosis {
  readonly problem: string;
  readonly fix: string;
}

function readConnectionFailure(error: unknown, isSecure: boolean): Diagnosis {
  if (error instanceof ProxyFailure) {
    return {
      problem: "there is no connection",
      fix: "Correct the environment variable HTTPS_PROXY, HTTP_PROXY or ALL_PROXY, or list the host in NO_PROXY.",
    };
  }
  const { code } = describeFailure(error);
  if (code === "ECONNREFUSED") {
    return {
      problem: "nothing is listening on this port",
      fix: "Start the server, or correct the port.",
    };
  }
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return { problem: "unknown host", fix: "Correct the host name." };
  }
  if (code === "ERR_SSL_WRONG_VERSION_NUMBER" || code === "ERR_SSL_PACKET_LENGTH_TOO_LONG") {
    return { problem: "the port does not speak TLS", fix: "Use http:// for this port." };
  }
  if (code === "ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL") {
    return {
      problem: "the server does not speak HTTP/1.1",
      fix:
        "Enable HTTP/1.1 in addition to HTTP/2, or put a proxy that offers HTTP/1.1 in front of " +
        "it.",
    };
  }
  return readTlsFailure(code) ?? readBrokenConnection(isSecure);
}

function readTlsFailure(code = ""): Diagnosis | undefined {
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    return {
      problem: "the certificate of the server is for another host",
      fix: "Use an address with a host name of the certificate, or a certificate for this host.",
    };
  }
  if (code.startsWith("ERR_OSSL")) {
    return {
      problem: "the client certificate cannot be used",
      fix: "Pass the private key that belongs to the certificate, without a passphrase.",
    };
  }
  if (code === "CERT_HAS_EXPIRED") {
    return {
      problem: "the certificate of the server has expired",
      fix: "Renew the certificate, or correct the clock of this machine.",
    };
  }
  if (!/CERT|SIGNATURE|ISSUER|^ERR_(?:TLS|SSL)|EPROTO/u.test(code)) return undefined;
  return {
    problem: "the TLS connection failed",
    fix: "Use a certificate for this host from a trusted authority, or pass yours with --certificate-authority FILE.",
  };
}

function readBrokenConnection(isSecure: boolean): Diagnosis {
  return {
    problem: "the connection failed",
    fix: isSecure
      ? "Check the address. If the server requires a client certificate, pass it with --client-certificate and --client-key."
      : "Check the address. If the port uses TLS, the address must start with https://.",
  };
}

/** Explains a response without a schema. */
export function refusalOf(
  reply: HttpReply,
  body: JsonValue | undefined,
  request: SchemaRequest,
): TargetUnreachable {
  const isRejected = reply.status === 401 || reply.status === 403 || readErrors(body) !== undefined;
  const { problem, fix } =
    readStatus(reply, body, request) ?? readErrors(body) ?? readForeignBody(reply);
  return new TargetUnreachable(`${request.shown} ${problem}`, {
    fix,
    ...(isRejected ? { rejection: body === undefined ? "" : JSON.stringify(body) } : {}),
  });
}

function readStatus(
  reply: HttpReply,
  body: JsonValue | undefined,
  request: SchemaRequest,
): Diagnosis | undefined {
  const { status } = reply;
  const message = messageIn(body);
  const quoted = message === undefined ? "" : `: ${message}`;
  if ((status === 401 || status === 403) && request.identity === "anonymous") {
    const why = request.missing === undefined ? "" : `; ${request.missing}`;
    return {
      problem: `rejected a request without a credential (HTTP ${status})${quoted}`,
      fix: `Pass the credential of a role with permission to read the schema${why}.`,
    };
  }
  if (status === 401 || status === 403) {
    return {
      problem: `rejected the credential of ${request.identity} (HTTP ${status})${quoted}`,
      fix: `Pass a credential for ${request.identity} with permission to read the schema.`,
    };
  }
  return readRedirect(reply) ?? readGatewayStatus(reply, quoted);
}

function readRedirect(reply: HttpReply): Diagnosis | undefined {
  const { status } = reply;
  if (status < 300 || status >= 400) return undefined;
  return {
    problem: `redirects to ${shownLocation(reply)} (HTTP ${status}), but redirects are not followed`,
    fix:
      "Pass the target of the redirect as the address, if you trust its server with your credentials. " +
      "If it is a login page, pass a credential with which it is skipped.",
  };
}

/** Explains a status that a gateway returns instead of the endpoint. */
function readGatewayStatus(
  { status, retryAfterSeconds }: HttpReply,
  quoted: string,
): Diagnosis | undefined {
  switch (status) {
    case 404:
    case 405:
      return {
        problem: `does not serve GraphQL at this path (HTTP ${status})`,
        fix: "Correct the path. It is usually /graphql.",
      };
    case 407:
      return {
        problem: `is behind a proxy that requires a credential (HTTP ${status})${quoted}`,
        fix: "Set HTTPS_PROXY or HTTP_PROXY with the user name and password of the proxy, or use an address that is not behind it.",
      };
    case 421:
      return {
        problem: `is not a host of this server (HTTP ${status})${quoted}`,
        fix: "Use the host name that the server expects.",
      };
    case 429: {
      const pause =
        retryAfterSeconds === undefined ? "" : ` and requires a pause of ${retryAfterSeconds} s`;
      return {
        problem: `limits the rate of requests${pause} (HTTP ${status})${quoted}`,
        fix: "Run again later, when the limit permits more requests.",
      };
    }
    case 502:
    case 503:
    case 504:
      return {
        problem: `is unavailable (HTTP ${status})${quoted}`,
        fix: "Start the server behind this address, or run again when it responds.",
      };
    default:
      return undefined;
  }
}

function shownLocation(reply: HttpReply): string {
  if (reply.location === undefined) return "an unknown location";
  if (reply.location.startsWith("/")) return reply.location.replace(/[?#].*$/u, "");
  try {
    return parseAddress(reply.location, ["http", "https"]).shown;
  } catch {
    return "a location that is not a URL";
  }
}

function readErrors(body: JsonValue | undefined): Diagnosis | undefined {
  const message = messageIn(body);
  if (message === undefined) return undefined;
  return {
    problem: `rejected the introspection query: ${message}`,
    fix:
      "Allow introspection while the suite runs, because it reads the types of variables from the schema. Or specify " +
      "a file with a copy of the schema in the dialect, under endpoint.schema.",
  };
}

function messageIn(body: JsonValue | undefined): string | undefined {
  const list = isJsonObject(body) ? body["errors"] : undefined;
  const first = Array.isArray(list) ? list.find(isJsonObject) : undefined;
  if (first === undefined) return undefined;
  return typeof first["message"] === "string" ? first["message"].slice(0, 200) : "no message";
}

function readForeignBody({ contentType, data, status }: HttpReply): Diagnosis {
  const type = contentType.split(";")[0]?.trim() ?? "";
  const what = type === "" ? "a response without a content type" : type;
  if (!type.includes("html"))
    return foreign(`something that is not GraphQL (HTTP ${status}, ${what})`);
  const page = data.kind === "text" ? data.value : "";
  const title = titleOfPage(page);
  const named = title === "" ? "" : `: ${JSON.stringify(title)}`;
  const { problem, fix } = foreign(`a page that is not GraphQL (HTTP ${status}, ${what})${named}`);
  const isLogin = /<input\b[^<>]*\btype\s*=\s*["']?password\b/iu.test(page);
  return {
    problem,
    fix: isLogin
      ? "Pass a credential with which the login page is skipped, often a cookie, or an address that is not behind it."
      : fix,
  };
}

function foreign(what: string): Diagnosis {
  return {
    problem: `returned ${what}`,
    fix: "Check that the address belongs to a GraphQL endpoint. The path is usually /graphql.",
  };
}

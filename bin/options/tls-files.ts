import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { reasonOf } from "#targets";
import type { TlsOptions } from "#targets/graphql";
import { UsageError } from "../process/program-errors.ts";

export interface TlsArguments {
  readonly certificateAuthority?: string;
  readonly clientCertificate?: string;
  readonly clientKey?: string;
  readonly insecure?: boolean;
}

/** The files are read when connecting. */
export interface TlsRequest {
  /** Path of the CA certificates. Defaults to the certificate authorities of Node.js. */
  readonly authorityFile?: string;
  readonly client?: { readonly certificateFile: string; readonly keyFile: string };
  readonly isUnverified?: true;
}

/** Printed to standard error if the identity of the endpoint is not verified. */
export const insecureWarning =
  "WARNING: --insecure: the server's certificate is not verified. A man in the middle can read all credentials and forge all verdicts.\n";

export function tlsRequestOf(typed: TlsArguments): TlsRequest | undefined {
  const { certificateAuthority, clientCertificate, clientKey, insecure } = typed;
  if ((clientCertificate === undefined) !== (clientKey === undefined)) {
    const names = ["--client-certificate", "--client-key"] as const;
    const [given, missing] = clientCertificate === undefined ? names.toReversed() : names;
    throw new UsageError(`${given} requires ${missing}`, {
      fix: "A client certificate needs its private key: pass both or neither.",
    });
  }
  if (certificateAuthority !== undefined && insecure === true) {
    throw new UsageError("--certificate-authority and --insecure are mutually exclusive", {
      fix: "Remove --insecure: with the CA certificate, the endpoint can be verified.",
    });
  }
  const request: TlsRequest = {
    ...(certificateAuthority === undefined ? {} : { authorityFile: certificateAuthority }),
    ...(clientCertificate === undefined || clientKey === undefined
      ? {}
      : { client: { certificateFile: clientCertificate, keyFile: clientKey } }),
    ...(insecure === true ? { isUnverified: true } : {}),
  };
  return Object.keys(request).length === 0 ? undefined : request;
}

export function tlsWords({ authorityFile, client, isUnverified }: TlsRequest): readonly string[] {
  return [
    ...(authorityFile === undefined ? [] : ["--certificate-authority", authorityFile]),
    ...(client === undefined
      ? []
      : ["--client-certificate", client.certificateFile, "--client-key", client.keyFile]),
    ...(isUnverified === true ? ["--insecure"] : []),
  ];
}

export function readTlsFiles({ authorityFile, client, isUnverified }: TlsRequest): TlsOptions {
  return {
    ...(authorityFile === undefined
      ? {}
      : { authorities: readPem(certificateIn("--certificate-authority"), authorityFile) }),
    ...(client === undefined
      ? {}
      : {
          client: {
            certificate: readPem(certificateIn("--client-certificate"), client.certificateFile),
            key: readPem({ option: "--client-key", content: "private key" }, client.keyFile),
          },
        }),
    ...(isUnverified === true ? { isUnverified } : {}),
  };
}

interface PemOption {
  readonly option: string;
  readonly content: "certificate" | "private key";
}

function certificateIn(option: string): PemOption {
  return { option, content: "certificate" };
}

function readPem({ option, content }: PemOption, path: string): string {
  let text: string;
  try {
    text = readFileSync(resolve(path), "utf8");
  } catch (error) {
    throw new UsageError(`cannot read ${path}, given with ${option}: ${reasonOf(error)}`, {
      fix: "Specify a readable file.",
      cause: error,
    });
  }
  if (!text.includes("-----BEGIN ")) {
    throw new UsageError(`${path}, given with ${option}, is not in PEM format`, {
      fix: "PEM starts with -----BEGIN; convert other formats with openssl.",
    });
  }
  if (text.includes(`${content.toUpperCase()}-----`)) return text;
  throw new UsageError(`${path}, given with ${option}, contains no ${content}`, {
    fix: `Specify a file with a ${content} in PEM format.`,
  });
}

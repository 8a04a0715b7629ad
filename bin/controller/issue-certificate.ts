// Required by `@peculiar/x509`.
import "reflect-metadata";
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from "@peculiar/x509";
import type { JsonGeneralName } from "@peculiar/x509";

export interface IssuedCertificate {
  /** Certificate of the CA. The key of the CA is discarded. */
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
}

interface CertificateRequest {
  readonly authority: string;
  readonly subject: string;
  readonly usage: "clientAuth" | "serverAuth";
  readonly names?: readonly JsonGeneralName[];
}

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

const dayMs = 24 * 3_600_000;

/** Allows for clock skew, and exceeds the duration of any run. */
const validity = { beforeMs: dayMs, afterMs: 30 * dayMs } as const;

export function makeServerCertificate(now: Date): Promise<IssuedCertificate> {
  const request = {
    authority: "controller proxy of status-conformance",
    subject: "127.0.0.1",
    usage: "serverAuth",
    names: [
      { type: "ip", value: "127.0.0.1" },
      { type: "dns", value: "localhost" },
    ],
  } as const;
  return issueCertificate(request, now);
}

/**
 * Issues a certificate from a new CA. Node.js can create keys but not certificates. Some clients reject a CA
 * certificate as a server certificate, so the server certificate is separate from the CA certificate, and both carry
 * all extensions that strict clients require.
 */
export async function issueCertificate(
  { authority: issuer, subject, usage, names = [] }: CertificateRequest,
  now: Date,
): Promise<IssuedCertificate> {
  const notBefore = new Date(now.getTime() - validity.beforeMs);
  const notAfter = new Date(now.getTime() + validity.afterMs);
  const [authorityKeys, keys] = await Promise.all([newKeys(), newKeys()]);
  const common = { notBefore, notAfter, signingAlgorithm: algorithm };
  const name = `CN=${issuer}`;
  const authority = await X509CertificateGenerator.createSelfSigned({
    ...common,
    name,
    keys: authorityKeys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(authorityKeys.publicKey),
    ],
  });
  const certificate = await X509CertificateGenerator.create({
    ...common,
    subject: `CN=${subject}`,
    issuer: name,
    publicKey: keys.publicKey,
    signingKey: authorityKeys.privateKey,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage[usage]]),
      ...(names.length === 0 ? [] : [new SubjectAlternativeNameExtension([...names])]),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(authorityKeys.publicKey),
    ],
  });
  const key = await crypto.subtle.exportKey("pkcs8", keys.privateKey);
  return {
    authority: `${authority.toString("pem")}\n`,
    certificate: `${certificate.toString("pem")}\n`,
    key: `${PemConverter.encode(key, PemConverter.PrivateKeyTag)}\n`,
  };
}

function newKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
}

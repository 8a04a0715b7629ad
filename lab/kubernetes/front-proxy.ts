import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
// Required by `@peculiar/x509`.
import "reflect-metadata";
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  X509CertificateGenerator,
} from "@peculiar/x509";

/** Certificates with which an API server presents its callers to the API servers behind it. */
export interface FrontProxy extends AsyncDisposable {
  /** Flags of the API server in front. */
  readonly flags: Readonly<Record<string, string>>;
}

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

const dayMs = 24 * 3_600_000;

const client = "front-proxy-client";

/** Issues the certificates in a temporary folder. Disposing removes it. */
export async function makeFrontProxy(now: Date): Promise<FrontProxy> {
  const folder = await mkdtemp(join(tmpdir(), "status-conformance-front-proxy-"));
  const { authority, certificate, key } = await issue(now);
  const paths = {
    authority: join(folder, "authority.crt"),
    certificate: join(folder, "client.crt"),
    key: join(folder, "client.key"),
  };
  await writeFile(paths.authority, authority);
  await writeFile(paths.certificate, certificate);
  await writeFile(paths.key, key, { mode: 0o600 });
  return {
    flags: {
      [`${headers}-client-ca-file`]: paths.authority,
      [`${headers}-allowed-names`]: client,
      [`${headers}-username-headers`]: "X-Remote-User",
      [`${headers}-group-headers`]: "X-Remote-Group",
      [`${headers}-extra-headers-prefix`]: "X-Remote-Extra-",
      "proxy-client-cert-file": paths.certificate,
      "proxy-client-key-file": paths.key,
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** How the flags about headers of such requests begin. */
const headers = "requestheader";

/** All PEM. */
interface Issued {
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
}

async function issue(now: Date): Promise<Issued> {
  const authorityKeys = await newKeys();
  const keys = await newKeys();
  const issuer = "CN=front-proxy";
  const common = {
    notBefore: new Date(now.getTime() - dayMs),
    notAfter: new Date(now.getTime() + dayMs),
    signingAlgorithm: algorithm,
  };
  const authority = await X509CertificateGenerator.createSelfSigned({
    ...common,
    name: issuer,
    keys: authorityKeys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
    ],
  });
  const certificate = await X509CertificateGenerator.create({
    ...common,
    subject: `CN=${client}`,
    issuer,
    publicKey: keys.publicKey,
    signingKey: authorityKeys.privateKey,
    extensions: [
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth]),
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

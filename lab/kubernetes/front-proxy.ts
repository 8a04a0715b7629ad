import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { issueCertificate } from "../../bin/controller/certificates.ts";

/** Certificates for an API server that forwards the identity of its callers to the API servers behind it. */
export interface FrontProxy extends AsyncDisposable {
  /** Flags for the API server in front. */
  readonly flags: Readonly<Record<string, string>>;
}

const client = "front-proxy-client";

/** Issues the certificates in a temporary folder. Disposing removes the folder. */
export async function makeFrontProxy(now: Date): Promise<FrontProxy> {
  const folder = await mkdtemp(join(tmpdir(), "status-conformance-front-proxy-"));
  const { authority, certificate, key } = await issueCertificate(
    { authority: "front-proxy", subject: client, usage: "clientAuth" },
    now,
  );
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

/** Prefix of the flags for the headers of proxied requests. */
const headers = "requestheader";

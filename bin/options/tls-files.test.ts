import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readTlsFiles, tlsRequestOf, tlsWords } from "./tls-files.ts";
import { folderForEachTest } from "../testing/temporary-folder.ts";

const folder = folderForEachTest();

describe("the options about TLS", () => {
  it("are read, and typed again", () => {
    const path = join(folder.path, "a.pem");
    const pem = "-----BEGIN CERTIFICATE-----\n-----BEGIN EC PRIVATE KEY-----\n";
    writeFileSync(path, pem);
    const request = tlsRequestOf({
      certificateAuthority: path,
      clientCertificate: path,
      clientKey: path,
    });
    expect(request && readTlsFiles(request)).toEqual({
      authorities: pem,
      client: { certificate: pem, key: pem },
    });
    expect(request && tlsWords(request)).toEqual([
      "--certificate-authority",
      path,
      "--client-certificate",
      path,
      "--client-key",
      path,
    ]);
    expect(tlsRequestOf({})).toBeUndefined();
    expect(tlsWords({ isUnverified: true })).toEqual(["--insecure"]);
  });

  it.each([
    { typed: { clientCertificate: "a" }, message: "requires --client-key" },
    { typed: { clientKey: "a" }, message: "requires --client-certificate" },
    { typed: { certificateAuthority: "a", insecure: true }, message: "are mutually exclusive" },
  ])("are rejected where they make no sense: $message", ({ typed, message }) => {
    expect(() => tlsRequestOf(typed)).toThrow(message);
  });

  it("name files in PEM", () => {
    const path = join(folder.path, "a.der");
    expect(() => readTlsFiles({ authorityFile: path })).toThrow(
      "given with --certificate-authority",
    );
    writeFileSync(path, "0");
    expect(() => readTlsFiles({ authorityFile: path })).toThrow("is not in PEM");
  });

  it("name files with a certificate or a private key", () => {
    const [certificateFile, keyFile] = [join(folder.path, "a.pem"), join(folder.path, "a.key")];
    writeFileSync(certificateFile, "-----BEGIN CERTIFICATE-----\n");
    writeFileSync(keyFile, "-----BEGIN PRIVATE KEY-----\n");
    const swapped = { certificateFile: keyFile, keyFile: certificateFile };

    expect(() => readTlsFiles({ authorityFile: keyFile })).toThrow("contains no certificate");
    expect(() => readTlsFiles({ client: swapped })).toThrow(
      "given with --client-certificate, contains no certificate",
    );
    expect(() => readTlsFiles({ client: { certificateFile, keyFile: certificateFile } })).toThrow(
      "given with --client-key, contains no private key",
    );
  });
});

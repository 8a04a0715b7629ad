import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readTlsFiles, tlsRequestOf, tlsWords } from "./tls-files.ts";
import { folderForEachTest } from "../testing/temporary-folder.ts";

const folder = folderForEachTest();

describe("the options about TLS", () => {
  it("are read, and typed again", () => {
    const path = join(folder.path, "a.pem");
    writeFileSync(path, "-----BEGIN CERTIFICATE-----\n");
    const request = tlsRequestOf({
      certificateAuthority: path,
      clientCertificate: path,
      clientKey: path,
    });
    const pem = "-----BEGIN CERTIFICATE-----\n";
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
});

import http from "node:http";
import type { AddressInfo } from "node:net";
import { Sha256 } from "@aws-crypto/sha256-js";
import { SignatureV4 } from "@smithy/signature-v4";
import S3rver from "s3rver";
import type { Bucket } from "#src/platform/upload-settings.server.ts";

const KEYS = { keyId: "S3RVER", secret: "S3RVER" }; // the only account that s3rver has

/**
 * Starts a server that speaks S3 on a folder, with one empty bucket. s3rver checks no signature of version 4, so AWS's own signer
 * does before it: what is signed otherwise gets a 403.
 */
export async function startBucket(directory: string): Promise<{ bucket: Bucket; close: () => Promise<void> }> {
  const s3 = new S3rver({ directory, silent: true, configureBuckets: [{ name: "ronda", configs: [] }] });
  await s3.configureBuckets();
  const answer = s3.callback();
  const server = http.createServer((req, res) => {
    void isSigned(req).then((signed) => (signed ? answer(req, res) : res.writeHead(403).end("SignatureDoesNotMatch")));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () =>
    new Promise<void>((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  return { bucket: { endpoint, name: "ronda", region: "us-east-1", ...KEYS }, close };
}

/** Whether a request carries the signature that AWS's signer makes of it with our keys. */
async function isSigned(req: http.IncomingMessage): Promise<boolean> {
  const { authorization = "", host = "" } = req.headers;
  const date = String(req.headers["x-amz-date"]);
  const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(";") ?? [];
  const url = new URL(req.url ?? "", `http://${host}`);
  const signer = new SignatureV4({
    service: "s3",
    region: "us-east-1",
    credentials: { accessKeyId: KEYS.keyId, secretAccessKey: KEYS.secret },
    sha256: Sha256,
    uriEscapePath: false,
  });
  const signed = await signer.sign(
    {
      method: req.method ?? "",
      protocol: "http:",
      hostname: url.hostname,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: Object.fromEntries(names.map((name) => [name, String(req.headers[name])])),
    },
    { signingDate: new Date(date.replace(/(....)(..)(..)T(..)(..)(..)Z/, "$1-$2-$3T$4:$5:$6Z")) },
  );
  return signed.headers["authorization"] === authorization.replaceAll(/, ?/g, ", ");
}

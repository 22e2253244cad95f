import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { compressAnswer } from "#src/platform/compress-answer.server.ts";

const TEXT = "one for the road ".repeat(200);
const ask = (encoding: string, method = "GET") =>
  new Request("http://ronda.test/", { method, headers: { "accept-encoding": encoding } });
const answer = (headers: Record<string, string> = { "content-type": "application/json" }, text = TEXT) =>
  new Response(text, { status: 200, headers });
const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

test.each([
  ["gzip, deflate, br", "br", brotliDecompressSync],
  ["gzip", "gzip", gunzipSync],
] as const)("who accepts %s gets %s", async (accepted, encoding, read) => {
  const compressed = await compressAnswer(ask(accepted), answer());
  expect(compressed.headers.get("content-encoding")).toBe(encoding);
  expect(compressed.headers.get("vary")).toContain("accept-encoding");
  const body = await bytes(compressed);
  expect(body.length).toBeLessThan(TEXT.length / 4);
  expect(read(body).toString()).toBe(TEXT);
});

test.each([
  ["nobody asked for it", ask("identity"), answer()],
  ["it answers a form", ask("br", "POST"), answer()],
  ["it is a picture", ask("br"), answer({ "content-type": "image/avif" })],
  ["it is compressed already", ask("br"), answer({ "content-type": "text/html", "content-encoding": "gzip" })],
  ["it is short", ask("br"), answer(undefined, "ok")],
])("an answer stays as it is when %s", async (_, request, response) => {
  const before = response.clone();
  const after = await compressAnswer(request, response);
  expect(after.headers.get("content-encoding")).toBe(before.headers.get("content-encoding"));
  expect((await bytes(after)).equals(await bytes(before))).toBe(true);
});

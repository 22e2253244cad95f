import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { WAYS } from "./decode-ways.ts";

/** A picture to search, or first of all the decoder's own code. */
export type DecodeTask = { wasm: ArrayBuffer } | { pixels: ArrayBuffer; width: number; height: number; turn: number };
export type DecodeAnswer = { ready: true } | { failed: true } | { text: string | null; ms: number };

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's has none
const answer = (message: DecodeAnswer) => (self as unknown as Worker).postMessage(message);

async function answerTo(data: DecodeTask): Promise<DecodeAnswer> {
  if ("wasm" in data) {
    await prepareZXingModule({ overrides: { wasmBinary: data.wasm }, fireImmediately: true });
    return { ready: true };
  }
  const began = performance.now();
  const { pixels, width, height, turn } = data;
  const image = { data: new Uint8ClampedArray(pixels), width, height, colorSpace: "srgb" } as ImageData;
  const [found] = await readBarcodes(image, WAYS[turn % WAYS.length]).catch(() => []);
  return { text: found?.isValid ? found.text : null, ms: performance.now() - began };
}

// a rejection in a worker reaches nobody, and whoever asked would wait forever
addEventListener("message", ({ data }: MessageEvent<DecodeTask>) => {
  answerTo(data).then(answer, () => answer({ failed: true }));
});

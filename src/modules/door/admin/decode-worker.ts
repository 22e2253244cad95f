import { prepareZXingModule, readBarcodes, type ReaderOptions } from "zxing-wasm/reader";

/** A picture to search, or first of all the decoder's own code. */
export type DecodeTask = { wasm: ArrayBuffer } | { pixels: ArrayBuffer; width: number; height: number; turn: number };
export type DecodeAnswer = { ready: true } | { text: string | null; ms: number };

const COMMON: ReaderOptions = { formats: ["QRCode"], maxNumberOfSymbols: 1, tryRotate: false, tryInvert: false };

/** What is tried in turn, one way a frame: what one misses, the next frame's may find. */
const WAYS: readonly ReaderOptions[] = [
  { ...COMMON, tryHarder: true, tryDownscale: true, binarizer: "LocalAverage" },
  { ...COMMON, tryHarder: true, tryDownscale: false, binarizer: "GlobalHistogram" },
];

const answer = (message: DecodeAnswer) => (self as unknown as Worker).postMessage(message);

self.onmessage = async ({ data }: MessageEvent<DecodeTask>) => {
  if ("wasm" in data) {
    await prepareZXingModule({ overrides: { wasmBinary: data.wasm }, fireImmediately: true });
    return answer({ ready: true });
  }
  const began = performance.now();
  const { pixels, width, height, turn } = data;
  const image = { data: new Uint8ClampedArray(pixels), width, height, colorSpace: "srgb" } as ImageData;
  const [found] = await readBarcodes(image, WAYS[turn % WAYS.length] ?? COMMON).catch(() => []);
  answer({ text: found?.isValid ? found.text : null, ms: performance.now() - began });
};

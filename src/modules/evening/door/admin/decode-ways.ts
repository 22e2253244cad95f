import type { ReaderOptions } from "zxing-wasm/reader";

const COMMON: ReaderOptions = { formats: ["QRCode"], maxNumberOfSymbols: 1, tryRotate: false, tryInvert: false };

/** What is tried in turn, one way a frame: what one misses, the next frame's may find. */
export const WAYS: readonly ReaderOptions[] = [
  { ...COMMON, tryHarder: true, tryDownscale: true, binarizer: "LocalAverage" },
  { ...COMMON, tryHarder: true, tryDownscale: false, binarizer: "GlobalHistogram" },
];

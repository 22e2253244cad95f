import wasmUrl from "zxing-wasm/reader/zxing_reader.wasm?url";
// oxlint-disable-next-line import/default -- the bundler makes it
import workerUrl from "./decode-worker.ts?worker&url";
import type { DecodeAnswer, DecodeTask } from "./decode-worker.ts";

/** Searches the current picture of a video for a QR code; null when there is none that can be read. */
export type Decoder = {
  name: "browser" | "library";
  read: (video: HTMLVideoElement) => Promise<string | null>;
  /** what the last search took in its worker, in milliseconds */
  tookMs: () => number;
};

type NativeDetector = { detect: (source: CanvasImageSource) => Promise<{ rawValue: string }[]> };
type NativeDetectorClass = {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats(): Promise<string[]>;
};

/** The longer side of a picture that is searched, in pixels: enough for a code that fills a third of it. */
const LONGEST = 960;

async function nativeDecoder(): Promise<Decoder | null> {
  const Detector = (globalThis as { BarcodeDetector?: NativeDetectorClass }).BarcodeDetector;
  const formats = await Detector?.getSupportedFormats().catch((): string[] => []);
  if (!Detector || !formats?.includes("qr_code")) return null;
  const detector = new Detector({ formats: ["qr_code"] });
  return {
    name: "browser",
    tookMs: () => 0,
    read: async (video) => (await detector.detect(video))[0]?.rawValue ?? null,
  };
}

let running: Worker | undefined;

/**
 * The library's decoder in a worker. The worker is made of a blob and is handed its code: what it fetched itself would not come
 * from this page's offline copy, because its own address lies outside of that.
 */
async function libraryDecoder(): Promise<Decoder> {
  const [script, wasm] = await code();
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  // each try makes its own, and one that hangs isn't asked again
  running?.terminate();
  const worker = new Worker(url);
  running = worker;
  URL.revokeObjectURL(url);
  const ask = (task: DecodeTask, moved: ArrayBuffer[] = []) =>
    new Promise<DecodeAnswer>((resolve, reject) => {
      // one of two comes: the other mustn't go on listening, picture after picture
      const heard = new AbortController();
      const fail = () => {
        heard.abort();
        reject(new Error("the decoder failed"));
      };
      const take = ({ data }: MessageEvent<DecodeAnswer>) => {
        if ("failed" in data) return fail();
        heard.abort();
        resolve(data);
      };
      worker.addEventListener("message", take, { signal: heard.signal });
      worker.addEventListener("error", fail, { signal: heard.signal });
      worker.postMessage(task, moved);
    });
  await ask({ wasm });
  const canvas = document.createElement("canvas");
  const brush = canvas.getContext("2d", { willReadFrequently: true });
  let [turn, took] = [0, 0];
  return {
    name: "library",
    tookMs: () => took,
    async read(video) {
      const { videoWidth, videoHeight } = video;
      const scale = Math.min(1, LONGEST / Math.max(videoWidth, videoHeight));
      const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)];
      if (!brush || width === 0 || height === 0) return null;
      if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
      brush.drawImage(video, 0, 0, width, height);
      const pixels = brush.getImageData(0, 0, width, height).data.buffer;
      const answer = await ask({ pixels, width, height, turn: turn++ }, [pixels]);
      if (!("text" in answer)) return null;
      took = answer.ms;
      return answer.text;
    },
  };
}

const bytesAt = async (url: string): Promise<ArrayBuffer> => {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return answer.arrayBuffer();
};

let coming: Promise<[ArrayBuffer, ArrayBuffer]> | undefined;

/** The worker's code and the library's, fetched once. */
function code(): Promise<[ArrayBuffer, ArrayBuffer]> {
  if (coming) return coming;
  coming = Promise.all([bytesAt(workerUrl), bytesAt(wasmUrl)]);
  coming.catch(() => (coming = undefined));
  return coming;
}

/** The browser's own decoder where it has one, else the library's. Fails without a connection until it was loaded once. */
export const openDecoder = async (): Promise<Decoder> => (await nativeDecoder()) ?? libraryDecoder();

/** Loads ahead what reading needs, so that it is there without a connection, also where the camera isn't allowed yet. */
export async function prepareDecoder(): Promise<void> {
  if (!(await nativeDecoder())) await code();
}

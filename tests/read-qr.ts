import { readFileSync } from "node:fs";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

/** What the scanner's decoder reads in a picture of a QR code; undefined where it finds none. */
export async function readQr(picture: Buffer): Promise<string | undefined> {
  const wasmBinary = readFileSync("node_modules/zxing-wasm/dist/reader/zxing_reader.wasm");
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasmBinary).buffer }, fireImmediately: true });
  const [found] = await readBarcodes(new Uint8Array(picture), { formats: ["QRCode"] });
  return found?.text;
}

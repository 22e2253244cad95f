import fs from "node:fs";
import qrcode from "qrcode";
import sharp from "sharp";

/** How a code is held: degrees it is turned, how bright the light is (1 is day), blur in pixels, and its share of the picture. */
export type Held = { angle?: number; light?: number; blur?: number; share?: number };

const FRAME = { width: 640, height: 480 };

/** A phone that shows a ticket's code, as the door's camera sees it: a JPEG picture. Without a text, the street alone. */
export async function ticketFrame(
  text: string | null,
  { angle = 0, light = 1, blur = 0, share = 0.6 }: Held = {},
): Promise<Buffer> {
  const { width, height } = FRAME;
  const street = { create: { width, height, channels: 3 as const, background: { r: 42, g: 24, b: 38 } } };
  const side = Math.round(height * share);
  const layers: { input: Buffer; gravity: string }[] = [];
  if (text !== null) {
    const code = await qrcode.toBuffer(text, { margin: 3, width: side, errorCorrectionLevel: "M" });
    const turned = await sharp(code)
      .rotate(angle, { background: { r: 30, g: 18, b: 26, alpha: 1 } })
      .png()
      .toBuffer();
    layers.push({ input: turned, gravity: "centre" });
  }
  const composed = await sharp(street).composite(layers).png().toBuffer();
  let picture = sharp(composed);
  if (blur > 0) picture = picture.blur(blur);
  // dim, with the grey veil of a cheap camera
  if (light < 1) picture = picture.linear(light, 12);
  return picture.jpeg({ quality: 80 }).toBuffer();
}

/** Writes a video for Chromium's fake camera, which plays it over and over: each frame for as many pictures as it says. */
export function writeVideo(file: string, frames: readonly { picture: Buffer; times: number }[]): void {
  fs.writeFileSync(
    file,
    Buffer.concat(frames.flatMap(({ picture, times }) => Array.from({ length: times }, () => picture))),
  );
}

/** What makes a browser use such a video as its camera. */
export const cameraArgs = (file: string): string[] => [
  "--use-fake-ui-for-media-stream",
  "--use-fake-device-for-media-stream",
  `--use-file-for-fake-video-capture=${file}`,
];

/** In a page of such a browser: refuses the camera, as a visitor may, until `localStorage.camera` is set. */
export function refuseCamera(): void {
  if (localStorage.getItem("camera") === null)
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("refused", "NotAllowedError"));
}

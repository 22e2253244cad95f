import { type KeptPicture, type PictureError, readAnswer } from "./picture-answer.ts";

const MOST_BYTES = 10 * 1024 * 1024;

/**
 * Sends a picture to the page that takes it. `onProgress` is told how much of it has left, from 0 to 1; at 1 the server is still
 * making its sizes. Refusals are answered in words, also when nobody answers.
 */
export function sendPicture(
  file: File,
  to: string,
  onProgress: (share: number) => void,
): Promise<KeptPicture | { fieldError: PictureError }> {
  if (file.size > MOST_BYTES) return Promise.resolve({ fieldError: "picture_too_large" });
  const body = new FormData();
  // don't send the original file name, it may be private
  body.set("picture", file, "picture");
  return new Promise((resolve) => {
    // not fetch, which can't say how far an upload is
    const request = new XMLHttpRequest();
    const lost = () => resolve({ fieldError: "failed" });
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener("load", () => resolve(readAnswer(parsed(request.responseText))));
    request.addEventListener("error", lost);
    request.addEventListener("abort", lost);
    request.open("POST", to);
    request.send(body);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // a proxy's page
  }
}

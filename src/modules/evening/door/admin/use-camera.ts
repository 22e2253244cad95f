import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type Decoder, openDecoder } from "./decoder.ts";

// TypeScript's library doesn't know it
type Torch = { torch?: boolean };

/** Why there is no picture, or that there is one. */
export type CameraState = "starting" | "running" | "denied" | "none" | "busy" | "insecure" | "no_decoder";

const REASONS: Readonly<Record<string, CameraState>> = {
  NotAllowedError: "denied",
  SecurityError: "denied",
  NotFoundError: "none",
  OverconstrainedError: "none",
  NotReadableError: "busy",
  AbortError: "busy",
};

/** When a picture was taken from the camera (the page's clock), when its text was here, and how long it was searched. Milliseconds. */
export type Picture = { at: number; readMs: number; decodeMs: number };

/** Between two pictures that are searched: a slow phone also has to draw. */
const REST_MS = 40;

/**
 * The camera at the back and what it reads: one picture at a time, always the newest. `read` is called after each; the next picture
 * isn't searched before what it has begun is done, which would only take longer.
 */
export function useCamera(
  isWanted: boolean,
  read: (text: string | null, picture: Picture) => Promise<void> | undefined,
) {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>("starting");
  const [tries, setTries] = useState(0);
  const [torch, setTorch] = useState<boolean | null>(null);
  const track = useRef<MediaStreamTrack>(null);
  const onRead = useEffectEvent(read);

  // the camera is the machine's: taken and given back
  useEffect(() => {
    if (!isWanted) return;
    let gone = false;
    let stream: MediaStream | undefined;
    const stop = () => {
      for (const one of stream?.getTracks() ?? []) one.stop();
    };
    const start = async () => {
      const element = video.current;
      if (!navigator.mediaDevices || !element) return setState("insecure");
      setState("starting");
      let decoder: Decoder;
      try {
        const constraints = { facingMode: { ideal: "environment" }, width: { ideal: 1280 }, height: { ideal: 720 } };
        stream = await navigator.mediaDevices.getUserMedia({ video: constraints, audio: false });
      } catch (error) {
        return gone || setState(REASONS[(error as Error).name] ?? "none");
      }
      if (gone) return stop();
      const [first] = stream.getVideoTracks();
      track.current = first ?? null;
      first?.addEventListener("ended", () => !gone && setState("busy"));
      setTorch((first?.getCapabilities?.() as Torch | undefined)?.torch ? false : null);
      element.srcObject = stream;
      await element.play().catch(() => {});
      setState("running");
      try {
        decoder = await openDecoder();
      } catch {
        return gone || setState("no_decoder");
      }
      document.documentElement.dataset["decoder"] = decoder.name;
      for (;;) {
        await nextPicture(element);
        if (gone) return;
        // a picture that can't be searched is followed by the next
        const at = performance.now();
        const text = await decoder.read(element).catch(() => null);
        await onRead(text, { at, readMs: performance.now() - at, decodeMs: decoder.tookMs() });
      }
    };
    void start();
    return () => {
      gone = true;
      stop();
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each try takes the camera anew
  }, [isWanted, tries]);

  return {
    video,
    state,
    retry: () => setTries((n) => n + 1),
    /** null where the camera has no light */
    torch,
    async light(on: boolean) {
      await track.current?.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] }).catch(() => {});
      setTorch(on);
    },
  };
}

const nextPicture = (video: HTMLVideoElement): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(() => {
      if ("requestVideoFrameCallback" in video) {
        const timer = setTimeout(resolve, 500);
        video.requestVideoFrameCallback(() => {
          clearTimeout(timer);
          resolve();
        });
      } else setTimeout(resolve, REST_MS);
    }, REST_MS);
  });

/** Keeps the screen on while the page is in sight. */
export function useScreenOn(): void {
  // the lock ends whenever the page is hidden
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    const take = async () => {
      if (document.visibilityState !== "visible") return;
      lock = await navigator.wakeLock?.request("screen").catch(() => undefined);
    };
    void take();
    document.addEventListener("visibilitychange", take);
    return () => {
      document.removeEventListener("visibilitychange", take);
      void lock?.release();
    };
  }, []);
}

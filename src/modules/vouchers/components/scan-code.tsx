import { ScanQrCode } from "#src/ui/lucide/icons.ts";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useText } from "#src/locales/use-text.ts";
import { Button } from "#src/ui/button.tsx";
import { Notice } from "#src/ui/notice.tsx";

// not in TypeScript's library: only some browsers have it
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type DetectorClass = new (options: { formats: string[] }) => Detector;

const detectorClass = () => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
const noChanges = () => () => {};

/** Reads a ticket's QR code with the camera, where the browser can; elsewhere the code is typed, and there is no button. */
export function ScanCode({ onCode }: { onCode: (text: string) => void }) {
  const { t } = useText();
  const canScan = useSyncExternalStore(
    noChanges,
    () => detectorClass() !== undefined,
    () => false,
  );
  const [isOpen, setOpen] = useState(false);
  const [isRefused, setRefused] = useState(false);
  if (!canScan) return null;
  return (
    <div className="grid gap-3">
      {isRefused && <Notice tone="warning">{t("vouchers.noCamera")}</Notice>}
      {isOpen && (
        <Viewfinder
          onCode={(text) => {
            setOpen(false);
            onCode(text);
          }}
          onRefused={() => {
            setOpen(false);
            setRefused(true);
          }}
        />
      )}
      <Button kind="secondary" wide onClick={() => setOpen(!isOpen)}>
        <ScanQrCode aria-hidden size={22} />
        {t(isOpen ? "vouchers.stopScan" : "vouchers.scan")}
      </Button>
    </div>
  );
}

const EVERY_MS = 200;

function Viewfinder({ onCode, onRefused }: { onCode: (text: string) => void; onRefused: () => void }) {
  const { t } = useText();
  const video = useRef<HTMLVideoElement>(null);
  const handlers = useRef({ onCode, onRefused });
  // the camera is a thing outside React: it is on while this is shown
  useEffect(() => {
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setInterval> | undefined;
    let isOver = false;
    const open = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      if (isOver || !video.current) return close();
      video.current.srcObject = stream;
      await video.current.play();
      const detector = new (detectorClass()!)({ formats: ["qr_code"] });
      timer = setInterval(() => {
        if (!video.current) return;
        detector.detect(video.current).then(
          ([found]) => {
            if (found && !isOver) handlers.current.onCode(found.rawValue);
          },
          () => {}, // a frame that can't be read: the next one may be
        );
      }, EVERY_MS);
    };
    const close = () => {
      clearInterval(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    open().catch(() => handlers.current.onRefused());
    return () => {
      isOver = true;
      close();
    };
  }, []);
  return (
    <video
      ref={video}
      muted
      playsInline
      aria-label={t("vouchers.camera")}
      className="aspect-square w-full rounded-md bg-[#000] object-cover"
    />
  );
}

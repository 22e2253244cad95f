import { ScanQrCode } from "#src/ui/lucide/icons.ts";
import { useState } from "react";
import { useText } from "#src/locales/use-text.ts";
import { type CameraState, useCamera } from "#src/modules/evening/door/admin/use-camera.ts";
import { Button } from "#src/ui/button.tsx";
import { Notice } from "#src/ui/notice.tsx";

/** Reads a ticket's QR code with the camera, as the door does; where there is no picture it says why, and the code is typed. */
export function ScanCode({ onCode }: { onCode: (text: string) => void }) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  const read = (text: string) => {
    setOpen(false);
    onCode(text);
  };
  return (
    <div className="grid gap-3 not-hydrated:invisible unscripted:hidden">
      {isOpen && <Viewfinder onCode={read} />}
      <Button kind="secondary" wide onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
        <ScanQrCode aria-hidden size={22} />
        {t(isOpen ? "vouchers.stopScan" : "vouchers.scan")}
      </Button>
    </div>
  );
}

const FAILED: readonly CameraState[] = ["denied", "none", "busy", "insecure", "no_decoder"];

/** The camera's picture while this is shown. */
function Viewfinder({ onCode }: { onCode: (text: string) => void }) {
  const { t } = useText();
  const { video, state, retry } = useCamera(true, async (text) => {
    if (text !== null) onCode(text);
  });
  const isFailed = FAILED.includes(state);
  return (
    <>
      {isFailed && (
        <Notice tone="warning" live>
          {t(`vouchers.camera.${state as "denied"}`)}{" "}
          <button type="button" onClick={retry} className="min-h-11 font-bold underline">
            {t("vouchers.cameraAgain")}
          </button>
        </Notice>
      )}
      <video
        ref={video}
        muted
        playsInline
        aria-label={t("vouchers.camera")}
        className={isFailed ? "hidden" : "aspect-square w-full rounded-md bg-[#000] object-cover"}
      />
    </>
  );
}

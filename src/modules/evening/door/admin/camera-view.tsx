import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { Camera, Keyboard, List, RefreshCw } from "#src/ui/lucide/icons.ts";
import type { useCamera } from "./use-camera.ts";

type CameraViewProps = {
  camera: ReturnType<typeof useCamera>;
  /** whether the phone decides alone */
  isAlone: boolean;
  hint: string;
  onType: () => void;
  onList: () => void;
};

/** The camera's picture with its frame; where there is none, why, and the other ways on. */
export function CameraView({ camera, isAlone, hint, onType, onList }: CameraViewProps) {
  const { video, state, retry } = camera;
  const hasPicture = state === "running" || state === "no_decoder";
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a camera's picture */}
      <video
        ref={video}
        muted
        playsInline
        aria-hidden
        className={hasPicture ? "absolute inset-0 size-full object-cover" : "hidden"}
      />
      {hasPicture && <Frame isAlone={isAlone} />}
      {!hasPicture && state !== "starting" && (
        <NoPicture state={state} onRetry={retry} onType={onType} onList={onList} />
      )}
      {(hasPicture || state === "starting") && (
        <p className="pointer-events-none absolute inset-x-0 bottom-5.5 flex justify-center px-4">
          <span className="rounded-[20px] bg-[#0b0609c7] px-3.75 py-2.25 text-center font-medium">
            {state === "no_decoder" ? <NoDecoder /> : hint}
          </span>
        </p>
      )}
    </>
  );
}

function NoDecoder() {
  const { t } = useText();
  return t("door-scanner.camera.no_decoder");
}

/** Shades what lies outside, and marks the corners: amber while the phone is alone. */
const Frame = ({ isAlone }: { isAlone: boolean }) => (
  <svg viewBox="0 0 390 590" aria-hidden className="absolute inset-0 size-full">
    <path
      fillRule="evenodd"
      fill="#08040780"
      d="M-4000-4000h8390v8590h-8390z M69 188a24 24 0 0 1 24-24h204a24 24 0 0 1 24 24v254a24 24 0 0 1-24 24h-204a24 24 0 0 1-24-24z"
    />
    <g fill="none" stroke={isAlone ? "#ffb000" : "#ffffff"} strokeWidth="5" strokeLinecap="round">
      <path d="M70 230v-40a26 26 0 0 1 26-26h40M254 164h40a26 26 0 0 1 26 26v40M320 400v40a26 26 0 0 1-26 26h-40M136 466h-40a26 26 0 0 1-26-26v-40" />
    </g>
  </svg>
);

type NoPictureProps = { state: string; onRetry: () => void; onType: () => void; onList: () => void };

function NoPicture({ state, onRetry, onType, onList }: NoPictureProps) {
  const { t } = useText();
  const button =
    "flex min-h-13 items-center justify-center gap-2.5 rounded-[14px] border-2 border-[#ffffff] px-4 text-base font-semibold";
  return (
    <div className="absolute inset-0 flex flex-col items-center justify-center gap-3 overflow-y-auto p-6 text-center">
      <Camera aria-hidden size={40} className="shrink-0 text-[#cdbfc7]" />
      <h2 className="heading text-xl font-bold!">{t(`door-scanner.camera.${state}` as MessageId)}</h2>
      <p className="max-w-80 text-balance text-[#e6dbe1]">{t(`door-scanner.camera.${state}.text` as MessageId)}</p>
      <div className="mt-2 grid w-full max-w-80 gap-2.5">
        <button type="button" onClick={onList} className={`${button} bg-[#ffffff] text-[#0b0609]`}>
          <List aria-hidden size={20} />
          {t("door-scanner.list")}
        </button>
        <button type="button" onClick={onType} className={button}>
          <Keyboard aria-hidden size={20} />
          {t("door-scanner.type")}
        </button>
        <button type="button" onClick={onRetry} className={button}>
          <RefreshCw aria-hidden size={20} />
          {t("door-scanner.camera.retry")}
        </button>
      </div>
    </div>
  );
}

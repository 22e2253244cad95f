import { ImageUp } from "#src/ui/lucide/icons.ts";
import { useId, useRef, useState } from "react";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { type PictureError, PICTURE_KINDS, readAnswer } from "#src/ui/admin/picture-answer.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";

const MOST_BYTES = 10 * 1024 * 1024;

type PictureUploadProps = {
  id: string;
  label: string;
  /** The page that takes the pictures (`UPLOADS` of access.ts), without language. */
  to: string;
  multiple?: boolean;
  disabled?: boolean;
  /** Called when a picture has been stored. */
  onKept: (src: string) => void;
};

/** A button that uploads pictures as soon as they are chosen, and shows why any was refused. */
export function PictureUpload({ id, label, to, multiple = false, disabled = false, onKept }: PictureUploadProps) {
  const { t, locale } = useText();
  const [waiting, setWaiting] = useState(0);
  const [refused, setRefused] = useState<{ name: string; fieldError: PictureError }[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const send = async (files: readonly File[]) => {
    setRefused([]);
    setWaiting(files.length);
    for (const file of files) {
      const answer = await sendPicture(file, localizedPath(to, locale));
      if ("src" in answer) onKept(answer.src);
      else setRefused((so) => [...so, { name: file.name, fieldError: answer.fieldError }]);
      setWaiting((so) => so - 1);
    }
  };
  return (
    <div className="grid justify-items-start gap-1.5">
      <input
        ref={input}
        type="file"
        accept={PICTURE_KINDS}
        multiple={multiple}
        disabled={disabled}
        tabIndex={-1}
        aria-label={label}
        className="sr-only"
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // allow choosing the same file again after a refusal
          event.currentTarget.value = "";
          void send(files);
        }}
      />
      <AdminButton
        id={id}
        icon={<ImageUp aria-hidden size={15} />}
        busy={waiting > 0}
        disabled={disabled}
        aria-describedby={hintId}
        onClick={() => input.current?.click()}
      >
        {waiting > 0 ? t("editing.sending", { count: waiting }) : label}
      </AdminButton>
      <p id={hintId} className="text-fine text-text-3">
        {t("editing.pictureHelp")}
      </p>
      <ul role="alert" className="grid gap-1 empty:hidden">
        {refused.map(({ name, fieldError }) => (
          <li key={name} className="font-medium break-all text-low-text">
            <bdi className="text-text">{name}</bdi> {t(`editing.picture.${fieldError}`)}
          </li>
        ))}
      </ul>
    </div>
  );
}

async function sendPicture(file: File, to: string): Promise<{ src: string } | { fieldError: PictureError }> {
  if (file.size > MOST_BYTES) return { fieldError: "picture_too_large" };
  const body = new FormData();
  // don't send the original file name, it may be private
  body.set("picture", file, "picture");
  try {
    const answer = await fetch(to, { method: "POST", body });
    return readAnswer(await answer.json());
  } catch {
    return { fieldError: "failed" };
  }
}

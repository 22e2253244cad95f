import { ImageUp } from "#src/ui/lucide/icons.ts";
import { type DragEvent, useEffect, useId, useRef, useState } from "react";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { type KeptPicture, type PictureError, PICTURE_KINDS } from "#src/ui/admin/picture-answer.ts";
import { PictureChoice } from "#src/ui/admin/picture-choice.tsx";
import { ProgressBar } from "#src/ui/admin/progress-bar.tsx";
import { sendPicture } from "#src/ui/admin/send-picture.ts";
import { classNames } from "#src/ui/class-names.ts";

type PictureUploadProps = {
  id: string;
  label: string;
  /** The page that takes the pictures (`UPLOADS` of access.ts), without language. */
  to: string;
  multiple?: boolean;
  disabled?: boolean;
  /** The page that lists pictures to choose from (JSON), without language; only uploads without it. */
  from?: string;
  /** Called when one has been chosen; by default as when it has been stored. */
  onChosen?: (picture: KeptPicture) => void;
  /** Called when a picture has been stored. */
  onKept: (src: string, picture: KeptPicture) => void;
};

/** A file on its way: what has left of it, from 0 to 1; null while it waits for those before it. */
type Sending = { key: number; name: string; share: number | null };
let lastKey = 0;

/** A button that uploads pictures as soon as they are chosen, beside one that takes those that are there, one after the other, and shows how far each is or why it was refused. */
export function PictureUpload({
  id,
  label,
  to,
  multiple = false,
  disabled = false,
  from,
  onChosen,
  onKept,
}: PictureUploadProps) {
  const { t, locale } = useText();
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const [refused, setRefused] = useState<{ key: number; name: string; fieldError: PictureError }[]>([]);
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // an upload ends renders later, when its page may have read or saved something else
  const latest = useRef(onKept);
  useEffect(() => void (latest.current = onKept), [onKept]);
  const hintId = useId();
  const send = async (files: readonly File[]) => {
    const queue = files.map((file) => ({ file, key: ++lastKey }));
    setRefused([]);
    setSending((so) => [...so, ...queue.map(({ file, key }) => ({ key, name: file.name, share: null }))]);
    for (const { file, key } of queue) {
      const tell = (share: number) => setSending((so) => so.map((one) => (one.key === key ? { ...one, share } : one)));
      tell(0);
      const answer = await sendPicture(file, localizedPath(to, locale), tell);
      if ("src" in answer) latest.current(answer.src, answer);
      else setRefused((so) => [...so, { key, name: file.name, fieldError: answer.fieldError }]);
      setSending((so) => so.filter((one) => one.key !== key));
    }
  };
  const drop = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      void send([...event.dataTransfer.files]);
    },
  };
  const [isChoosing, setChoosing] = useState(false);
  const isBusy = sending.length > 0;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping files is a short cut for the button in it
    <div
      {...(multiple && !disabled ? drop : {})}
      className={classNames(
        "grid justify-items-start gap-1.5",
        isOver && "rounded-md outline-2 outline-offset-4 outline-agave outline-dashed",
      )}
    >
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
      <div className="flex flex-wrap gap-2">
        <AdminButton
          id={id}
          icon={<ImageUp aria-hidden size={15} />}
          busy={isBusy}
          disabled={disabled}
          aria-describedby={hintId}
          onClick={() => input.current?.click()}
        >
          {isBusy ? t("editing.sending", { count: sending.length }) : label}
        </AdminButton>
        {from && (
          <AdminButton kind="quiet" disabled={disabled} onClick={() => setChoosing(true)}>
            {t("editing.choose")}
          </AdminButton>
        )}
      </div>
      {from && (
        <PictureChoice
          open={isChoosing}
          from={from}
          onChoose={(picture) => {
            setChoosing(false);
            if (onChosen) onChosen(picture);
            else onKept(picture.src, picture);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
      <p id={hintId} className="text-fine text-text-3">
        {t(multiple ? "editing.picturesHelp" : "editing.pictureHelp")}
      </p>
      {isBusy && (
        <ul className="grid w-full max-w-md gap-1.5">
          {sending.map((one) => (
            <Progress key={one.key} name={one.name} share={one.share} />
          ))}
        </ul>
      )}
      <ul role="alert" className="grid gap-1 empty:hidden">
        {refused.map(({ key, name, fieldError }) => (
          <li key={key} className="font-medium break-all text-low-text">
            <bdi className="text-text">{name}</bdi> {t(`editing.picture.${fieldError}`)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Progress({ name, share }: Pick<Sending, "name" | "share">) {
  const { t } = useText();
  const percent = Math.round((share ?? 0) * 100);
  return (
    <li className="grid gap-0.5">
      <span className="flex gap-2 text-fine text-text-2">
        <bdi className="mr-auto truncate">{name}</bdi>
        <span className="shrink-0 text-text-3">
          {share === null
            ? t("editing.waiting")
            : percent === 100
              ? t("editing.preparing")
              : t("editing.uploading", { percent })}
        </span>
      </span>
      <ProgressBar label={name} value={percent} max={100} />
    </li>
  );
}

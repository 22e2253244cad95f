import { ArrowRight } from "#src/ui/lucide/icons.ts";
import { useState } from "react";
import { useText } from "#src/locales/use-text.ts";
import { isReplaced } from "#src/modules/site/media/rules/uses.ts";
import type { OpenPicture } from "#src/modules/site/media/schema.ts";
import { ConfirmDialog } from "#src/ui/admin/confirm.tsx";
import { PictureUpload } from "#src/ui/admin/picture-upload.tsx";
import { Picture } from "#src/ui/picture.tsx";

type ReplacePictureProps = { picture: OpenPicture; busy: boolean; onReplace: (by: string) => void };

/** Uploads a picture that takes the place of this one in every use, once the number of places has been seen. */
export function ReplacePicture({ picture, busy, onReplace }: ReplacePictureProps) {
  const { t } = useText();
  const [by, setBy] = useState<string | null>(null);
  const count = picture.uses.filter(isReplaced).length;
  if (!picture.mayReplace) return <p className="text-text-2">{t("media-admin.replaceForbidden")}</p>;
  return (
    <div className="grid gap-2">
      <p className="text-text-2">{t("media-admin.replaceHelp", { count })}</p>
      <PictureUpload
        id="replace-upload"
        label={t("media-admin.replaceUpload")}
        to="/admin/media/pictures"
        onKept={(src) => setBy(src)}
      />
      <ConfirmDialog
        open={by !== null}
        title={t("media-admin.replaceTitle", { count })}
        confirmLabel={t("media-admin.replaceDo", { count })}
        cancelLabel={t("admin.cancel")}
        busy={busy}
        onConfirm={() => {
          onReplace((by ?? "").slice("/uploads/".length));
          setBy(null);
        }}
        onClose={() => setBy(null)}
      >
        <div className="mb-3 flex items-center gap-3">
          <Shown src={picture.src} label={t("media-admin.replaceOld")} />
          <ArrowRight aria-hidden size={18} className="shrink-0 text-text-3" />
          {by && <Shown src={by} label={t("media-admin.replaceNew")} />}
        </div>
        <p>{t("media-admin.replaceText")}</p>
      </ConfirmDialog>
    </div>
  );
}

function Shown({ src, label }: { src: string; label: string }) {
  const { t } = useText();
  return (
    <figure className="grid gap-0.5">
      <Picture
        src={src}
        alt=""
        missing={t("site.imageMissing")}
        sizes="9rem"
        className="aspect-4/3 w-32 rounded-md border border-border bg-surface-3 object-cover"
      />
      <figcaption className="text-fine text-text-3">{label}</figcaption>
    </figure>
  );
}

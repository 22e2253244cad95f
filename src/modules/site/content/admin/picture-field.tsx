import { Trash2 } from "#src/ui/lucide/icons.ts";
import { useText } from "#src/locales/use-text.ts";
import { IconAdminButton } from "#src/ui/admin/button.tsx";
import { FieldGroup } from "#src/ui/admin/field-group.tsx";
import { PictureUpload } from "#src/ui/admin/picture-upload.tsx";
import { Picture } from "#src/ui/picture.tsx";

type PictureFieldProps = {
  id: string;
  label: string;
  /** "" without a picture. */
  value: string;
  set: (src: string) => void;
  isChanged: boolean;
  error?: string | undefined;
  /** The text in place of a missing picture. */
  none: string;
  /** The page that takes uploads (`UPLOADS` of access.ts), without language. */
  to?: string;
};

/** A picture of the site's own: uploaded, chosen from the library, or taken away. */
export function PictureField({
  id,
  label,
  value,
  set,
  isChanged,
  error,
  none,
  to = "/admin/home-content/pictures",
}: PictureFieldProps) {
  const { t } = useText();
  const isOurs = /^\/(pictures|uploads)\//.test(value);
  return (
    <FieldGroup id={id} label={label} error={error} changed={isChanged}>
      <div className="flex flex-wrap items-start gap-3 rounded-lg border border-border p-2">
        {isOurs && (
          <Picture
            src={value}
            alt=""
            missing={t("site.imageMissing")}
            sizes="112px"
            className="aspect-4/3 w-28 shrink-0 rounded-md object-cover text-[0.6875rem]"
          />
        )}
        <div className="grid min-w-40 grow gap-1.5">
          <p className="break-all text-text-2">{value === "" ? none : value.slice(value.lastIndexOf("/") + 1)}</p>
          <PictureUpload
            id={`${id}-upload`}
            to={to}
            from="/admin/media/choice"
            label={t(value === "" ? "content-admin.addPicture" : "content-admin.replacePicture")}
            onKept={set}
          />
        </div>
        {value !== "" && (
          <IconAdminButton label={t("editing.remove", { name: label })} onClick={() => set("")}>
            <Trash2 aria-hidden size={15} />
          </IconAdminButton>
        )}
      </div>
    </FieldGroup>
  );
}

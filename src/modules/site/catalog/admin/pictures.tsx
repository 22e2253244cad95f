import { Trash2 } from "#src/ui/lucide/icons.ts";
import { useText } from "#src/locales/use-text.ts";
import { TO_TRANSLATE } from "#src/ui/admin/bilingual.tsx";
import { FieldGroup } from "#src/ui/admin/field-group.tsx";
import type { KeptPicture } from "#src/ui/admin/picture-answer.ts";
import { PictureUpload } from "#src/ui/admin/picture-upload.tsx";
import { SortableRows } from "#src/ui/admin/sortable-rows.tsx";
import type { Shot } from "#src/modules/site/catalog/rules/draft.ts";
import { classNames } from "#src/ui/class-names.ts";
import { AdminButton, IconAdminButton } from "#src/ui/admin/button.tsx";
import { AdminInput } from "#src/ui/admin/field.tsx";
import { Picture } from "#src/ui/picture.tsx";

type PicturesProps = {
  image: Shot | null;
  gallery: readonly Shot[];
  /** Takes an updater, so that concurrent uploads don't overwrite each other. */
  onChange: (
    change: (now: { image: Shot | null; gallery: Shot[] }) => { image?: Shot | null; gallery?: Shot[] },
  ) => void;
  errors: { image: string | undefined; gallery: string | undefined };
  changed: { image: boolean; gallery: boolean };
  disabled: boolean;
};

/** The page that takes a crawl's pictures. */
const UPLOAD = "/admin/pub-crawls/pictures";

const added = ({ src, alt, alt_es }: KeptPicture): Shot => ({ src, alt, alt_es });

/** The main picture and the ordered gallery, with their alt texts. */
export function Pictures({ image, gallery, onChange, errors, changed, disabled }: PicturesProps) {
  const { t } = useText();
  // a picture used twice has one alt text
  const describe = (shot: Shot) =>
    onChange((now) => ({
      image: now.image?.src === shot.src ? shot : now.image,
      gallery: now.gallery.map((one) => (one.src === shot.src ? shot : one)),
    }));
  const nameOf = (index: number) => t("catalog-admin.shot", { number: index + 1 });
  return (
    <div className="grid gap-4">
      <FieldGroup id="image" label={t("catalog-admin.field.image")} error={errors.image} changed={changed.image}>
        {image && (
          <div className="flex items-start gap-2">
            <ShotFields name="image" label={t("catalog-admin.field.image")} shot={image} onChange={describe} />
            <IconAdminButton
              label={t("editing.remove", { name: t("catalog-admin.field.image") })}
              disabled={disabled}
              onClick={() => onChange(() => ({ image: null }))}
            >
              <Trash2 aria-hidden size={15} />
            </IconAdminButton>
          </div>
        )}
        <PictureUpload
          id="image-upload"
          to={UPLOAD}
          from="/admin/media/choice"
          label={t(image ? "catalog-admin.replaceImage" : "catalog-admin.addImage")}
          disabled={disabled}
          onKept={(src, upload) =>
            onChange((now) => ({ image: now.gallery.find((one) => one.src === src) ?? added(upload) }))
          }
        />
      </FieldGroup>
      <FieldGroup
        id="gallery"
        label={t("catalog-admin.field.gallery")}
        error={errors.gallery}
        changed={changed.gallery}
        help={t("catalog-admin.galleryHelp")}
      >
        <SortableRows
          id="gallery"
          nameOf={nameOf}
          rows={gallery}
          onChange={(rows) => onChange(() => ({ gallery: rows }))}
          removal={{ focusOn: (index) => `gallery-${index}-alt`, whenEmpty: "gallery-upload" }}
          disabled={disabled}
        >
          {(shot, index) => (
            <ShotFields name="gallery" id={`gallery-${index}`} label={nameOf(index)} shot={shot} onChange={describe}>
              {shot.src !== image?.src && (
                <AdminButton
                  kind="quiet"
                  small
                  disabled={disabled}
                  aria-label={t("catalog-admin.makeMainOf", { name: nameOf(index) })}
                  onClick={() => onChange(() => ({ image: shot }))}
                  className="justify-self-start"
                >
                  {t("catalog-admin.makeMain")}
                </AdminButton>
              )}
            </ShotFields>
          )}
        </SortableRows>
        <PictureUpload
          id="gallery-upload"
          to={UPLOAD}
          from="/admin/media/choice"
          label={t("catalog-admin.addPictures")}
          multiple
          disabled={disabled}
          onKept={(src, upload) =>
            onChange((now) =>
              now.gallery.some((one) => one.src === src)
                ? {}
                : { gallery: [...now.gallery, now.image?.src === src ? now.image : added(upload)] },
            )
          }
        />
      </FieldGroup>
    </div>
  );
}

type ShotFieldsProps = {
  name: string;
  id?: string;
  label: string;
  shot: Shot;
  onChange: (shot: Shot) => void;
  children?: React.ReactNode;
};

/** A picture next to its alt text fields. */
export function ShotFields({ name, id = name, label, shot, onChange, children }: ShotFieldsProps) {
  const { t } = useText();
  const missing = shot.alt.trim() !== "" && shot.alt_es.trim() === "";
  return (
    <div className="flex min-w-0 grow items-start gap-2.5">
      <input type="hidden" name={name} value={shot.src} />
      <Picture
        src={shot.src}
        alt=""
        missing={t("site.imageMissing")}
        sizes="96px"
        className="aspect-4/3 w-24 shrink-0 rounded-md border border-border object-cover text-[0.6875rem]"
      />
      <div className="grid min-w-0 grow gap-1">
        <AdminInput
          id={`${id}-alt`}
          name={`${name}_alt`}
          lang="en"
          aria-label={t("catalog-admin.altOf", { name: label })}
          placeholder={t("catalog-admin.alt")}
          value={shot.alt}
          maxLength={200}
          onChange={(event) => onChange({ ...shot, alt: event.currentTarget.value })}
        />
        <AdminInput
          name={`${name}_alt_es`}
          lang="es"
          aria-label={t("editing.inSpanish", { label: t("catalog-admin.altOf", { name: label }) })}
          placeholder={missing ? t("editing.missing", { line: shot.alt }) : t("catalog-admin.altEs")}
          value={shot.alt_es}
          maxLength={200}
          onChange={(event) => onChange({ ...shot, alt_es: event.currentTarget.value })}
          className={classNames(missing && TO_TRANSLATE)}
        />
        {children}
      </div>
    </div>
  );
}

import { useText } from "#src/locales/use-text.ts";
import { type Focus, focusAt, focusMoved } from "#src/modules/site/media/rules/focus.ts";
import type { ListedPicture } from "#src/modules/site/media/schema.ts";
import { FieldGroup } from "#src/ui/admin/field-group.tsx";
import { Picture } from "#src/ui/picture.tsx";

const CROPS = [
  ["wide", "aspect-[3/1] w-40"],
  ["square", "aspect-square w-14"],
  ["tall", "aspect-[3/4] w-14"],
] as const;

type FocusFieldProps = {
  picture: Pick<ListedPicture, "src" | "size">;
  alt: string;
  focus: Focus;
  changed: boolean;
  onChange: (focus: Focus) => void;
};

/** The whole picture with the point that stays in view, set by a click or by keys, and how it is cropped then. */
export function FocusField({ picture: { src, size }, alt, focus, changed, onChange }: FocusFieldProps) {
  const { t } = useText();
  const label = t("media-admin.focusAt", focus);
  return (
    <FieldGroup
      id="focus"
      label={t("media-admin.focus")}
      help={t("media-admin.focusHelp")}
      changed={changed}
      error={undefined}
    >
      <input type="hidden" name="focus_x" value={focus.x} />
      <input type="hidden" name="focus_y" value={focus.y} />
      <div className="grid justify-items-center rounded-md border border-border bg-surface-2">
        <button
          type="button"
          aria-label={`${t("media-admin.focus")}: ${label}`}
          onClick={(event) => {
            // pressed by a key: arrows move it
            if (event.detail === 0) return;
            const box = event.currentTarget.getBoundingClientRect();
            onChange(
              focusAt({
                x: ((event.clientX - box.left) / box.width) * 100,
                y: ((event.clientY - box.top) / box.height) * 100,
              }),
            );
          }}
          onKeyDown={(event) => {
            const moved = focusMoved(focus, event.key, event.shiftKey);
            if (!moved) return;
            event.preventDefault();
            onChange(moved);
          }}
          className="relative block cursor-crosshair"
        >
          <Picture
            src={src}
            alt={alt}
            missing={t("site.imageMissing")}
            sizes="30rem"
            priority
            {...(size ? { ratio: [size.width / 100, size.height / 100] as const } : {})}
            className="block h-auto max-h-80 w-auto max-w-full"
          />
          <span
            aria-hidden
            className="absolute size-7 -translate-1/2 rounded-full border-2 border-[#fff] shadow-[0_0_0_2px_#1d1016,inset_0_0_0_2px_#1d1016]"
            style={{ left: `${focus.x}%`, top: `${focus.y}%` }}
          />
        </button>
      </div>
      <p aria-live="polite" className="text-fine text-text-2">
        {label}
      </p>
      <ul aria-label={t("media-admin.crops")} className="flex flex-wrap items-end gap-3">
        {CROPS.map(([crop, className]) => (
          <li key={crop} className="grid gap-0.5 text-fine text-text-3">
            <Picture
              src={src}
              alt=""
              missing={t("site.imageMissing")}
              sizes="10rem"
              className={`${className} rounded-md bg-surface-3 object-cover`}
              style={{ objectPosition: `${focus.x}% ${focus.y}%` }}
            />
            {t(`media-admin.crop.${crop}`)}
          </li>
        ))}
      </ul>
    </FieldGroup>
  );
}

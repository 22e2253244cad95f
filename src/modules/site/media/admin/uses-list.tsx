import { Link } from "react-router";
import { inLocale, localizedPath } from "#src/kernel/localized.ts";
import { shortDate } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { sayField } from "#src/modules/base/audit/rules/say-entry.ts";
import { editorOf, type PictureUse, USE_WORDS } from "#src/modules/site/media/rules/uses.ts";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";

/** Where a picture is used, each with a link to where that is edited. */
export function UsesList({ uses }: { uses: readonly PictureUse[] }) {
  const { t, locale } = useText();
  const nameOf = ({ kind, id, label, label_es }: PictureUse): string => {
    if (kind === "home_version") return shortDate((label ?? "").slice(0, 10), locale, "");
    if (kind === "home_section" || kind === "home_draft" || kind === "setting") return sayField(id, t);
    return inLocale(locale, label ?? "", label_es) || label_es || "";
  };
  return (
    <ul className="grid gap-0.5">
      {uses.map((use) => (
        <li key={`${use.kind} ${use.id} ${use.site ?? ""}`} className="flex flex-wrap items-baseline gap-x-1.5">
          <span className="text-text-3">{t(USE_WORDS[use.kind])}</span>
          <Link to={localizedPath(editorOf(use), locale)} className={ADMIN_LINK}>
            {nameOf(use) || t("media-admin.undescribed")}
          </Link>
        </li>
      ))}
    </ul>
  );
}

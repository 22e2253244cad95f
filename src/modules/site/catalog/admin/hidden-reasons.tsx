import { EyeOff } from "#src/ui/lucide/icons.ts";
import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import type { Site } from "#src/kernel/site.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import type { Barred } from "#src/modules/site/catalog/rules/visible.ts";
import type { UnseenCrawl } from "#src/modules/site/catalog/schema.ts";
import { useMe } from "#src/modules/base/identity/admin/use-me.ts";
import { grants, type Permission } from "#src/modules/base/identity/rules/permissions.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { AdminNotice } from "#src/ui/admin/field.tsx";

const STATES: Record<Barred["why"], [MessageId, Tone]> = {
  deleted: ["catalog-admin.state.deleted", "failed"],
  hidden: ["catalog-admin.state.inactive", "none"],
  city: ["catalog-admin.state.cityOff", "none"],
  title: ["catalog-admin.state.byTitle", "waiting"],
  closed: ["catalog-admin.state.closed", "waiting"],
  no_nights: ["catalog-admin.state.noNights", "waiting"],
};

/** The names of some sites in a sentence. */
export function useSites(): (sites: readonly Site[]) => string {
  const { t, locale } = useText();
  return (sites) =>
    new Intl.ListFormat(locale === "es" ? "es-MX" : "en-US", { type: "conjunction" }).format(
      sites.map((site) => t(`catalog-admin.site.${site}`)),
    );
}

/** A crawl's state in a word or two: on sale, or why guests don't see it or can't book it. */
export function StateBadge({ barred }: { barred: Barred | null }) {
  const { t } = useText();
  const named = useSites();
  if (!barred) return <Badge tone="done">{t("catalog-admin.state.active")}</Badge>;
  const [state, tone] = STATES[barred.why];
  return (
    <Badge tone={tone}>
      {barred.why === "title" && barred.isElsewhere
        ? t("catalog-admin.state.byTitleOn", { sites: named(barred.sites) })
        : t(state)}
    </Badge>
  );
}

/** Why guests don't see a crawl or can't book it, as a sentence. */
export function useWhyUnseen(): (crawl: Pick<UnseenCrawl, "title" | "unseen">) => string {
  const { t } = useText();
  const named = useSites();
  return ({ title, unseen }) =>
    unseen.why === "title"
      ? t(unseen.isElsewhere ? "catalog-admin.unseen.titleThere" : "catalog-admin.unseen.title", {
          title,
          words: unseen.words,
          sites: named(unseen.sites),
        })
      : t(`catalog-admin.unseen.${unseen.why}`, { title });
}

type Way = { to: string; name: MessageId; needs: Permission };

const wayOf = ({ id, city_id, unseen }: UnseenCrawl): Way => {
  const crawl = `/admin/edit-pub-crawl/${id}`;
  const ways: Record<Barred["why"], Way> = {
    deleted: { to: "/admin/restore-pub-crawls", name: "catalog-admin.way.deleted", needs: "crawls.read" },
    hidden: { to: `${crawl}#is_active`, name: "catalog-admin.way.hidden", needs: "crawls.change" },
    city: { to: `/admin/cities/${city_id}`, name: "catalog-admin.way.city", needs: "crawls.read" },
    title: { to: `${crawl}#on_every_site`, name: "catalog-admin.way.title", needs: "crawls.change" },
    closed: { to: "/admin/opening", name: "catalog-admin.way.closed", needs: "settings.change" },
    no_nights: { to: "/admin/schedule/new?kind=series", name: "catalog-admin.way.noNights", needs: "schedule.change" },
  };
  return ways[unseen.why];
};

/** Named at most; the list of crawls has the others. */
const NAMED = 3;

/** Says of crawls that guests don't see or can't book why, each with the way out for whoever may take it. Nothing without one. */
export function UnseenNotice({ crawls, className }: { crawls: readonly UnseenCrawl[]; className?: string }) {
  const { t, locale } = useText();
  const me = useMe();
  const why = useWhyUnseen();
  if (crawls.length === 0) return null;
  const link = (to: string, name: MessageId) => (
    <Link to={localizedPath(to, locale)} className={ADMIN_LINK}>
      {t(name)}
    </Link>
  );
  return (
    <div className={className}>
      <AdminNotice icon={<EyeOff aria-hidden size={16} />}>
        <ul className="grid gap-1">
          {crawls.slice(0, NAMED).map((crawl) => {
            const { to, name, needs } = wayOf(crawl);
            return (
              <li key={crawl.id}>
                {why(crawl)} {grants(me, needs) && link(to, name)}
              </li>
            );
          })}
          {crawls.length > NAMED && (
            <li>
              {t("catalog-admin.unseen.more", { count: crawls.length - NAMED })}{" "}
              {grants(me, "crawls.read") && link("/admin/pub-crawls", "catalog-admin.way.list")}
            </li>
          )}
        </ul>
      </AdminNotice>
    </div>
  );
}

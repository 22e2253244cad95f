import { useMatches } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { grants, type Permission } from "#src/modules/base/identity/rules/permissions.ts";
import { useOwnAccount } from "#src/modules/site/content/components/use-own-account.ts";
import type { Account } from "#src/modules/site/content/rules/profile-menu.ts";
import { ButtonLink } from "#src/ui/button.tsx";
import { Flag } from "#src/ui/papel-picado.tsx";

/** Empty state of a crawl list: look elsewhere, or request one. `city` is a city's name. */
export function NoCrawls({ city }: { city: string | null }) {
  const { t, locale } = useText();
  return (
    <div className="grid justify-items-center gap-3 rounded-lg bg-surface px-6 py-14 text-center shadow-md">
      <Flag motif="calavera" className="mb-2 w-20 text-brand" />
      <h2 className="text-h3">{city ? t("catalog.none.city", { city }) : t("catalog.none.title")}</h2>
      <p className="max-w-[34rem] text-text-2">{t("catalog.none.text")}</p>
      <div className="mt-3 flex flex-wrap justify-center gap-3">
        {city && <ButtonLink to={localizedPath("/crawls", locale)}>{t("catalog.viewAll")}</ButtonLink>}
        <CreateCrawl kind={city ? "secondary" : "primary"} />
      </div>
    </div>
  );
}

/** Leads whoever may add a crawl to its form, others to the request for a group. */
export function CreateCrawl({ kind = "secondary" }: { kind?: "primary" | "secondary" }) {
  const { t, locale } = useText();
  const path = useReaderMay("crawls.change") ? "/admin/add-pub-crawl" : "/private-groups";
  return (
    <ButtonLink kind={kind} to={localizedPath(path, locale)}>
      {t("catalog.create")}
    </ButtonLink>
  );
}

/** Whether the page's reader, whom the layout around it knows or asks for, may do something. */
function useReaderMay(permission: Permission): boolean {
  const accounts = useMatches().map(
    ({ loaderData }) => (loaderData as { account?: Account | null } | null | undefined)?.account,
  );
  const account = useOwnAccount(accounts.find((one) => one !== undefined));
  return account ? grants(account, permission) : false;
}

/** Footer of a list, offering to request a missing crawl. */
export function AskForCrawl() {
  const { t } = useText();
  return (
    <section className="mt-12 flex flex-wrap items-center justify-between gap-x-10 gap-y-5 border-t-2 border-dashed border-border-strong pt-8">
      <div>
        <h2 className="mb-1.5 text-h3">{t("catalog.missing.title")}</h2>
        <p className="text-text-2">{t("catalog.missing.text")}</p>
      </div>
      <CreateCrawl />
    </section>
  );
}

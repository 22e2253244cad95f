import { ExternalLink, Mail, RotateCcw, Unlink } from "#src/ui/lucide/icons.ts";
import type { ReactNode } from "react";
import { type FetcherWithComponents, useFetcher } from "react-router";
import { dateIn, HOME_ZONE, shortDate, timeIn } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { AdminButton, adminButtonClass } from "#src/ui/admin/button.tsx";
import { CopyButton } from "#src/ui/admin/copy-button.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { useUndo } from "#src/ui/admin/use-undo.ts";
import type { FormAnswer } from "#src/ui/form/answer.ts";

/** The link of a partner's own page; `url` null for who may not agree to statements. */
export type PartnerLinkView = {
  partnerId: string;
  url: string | null;
  version: number;
  isRevoked: boolean;
  email: string;
  mailedAt: string | null;
  mayChange: boolean;
};

/** A partner's own page: to open, to hand out, to take back, and to make anew. Posts to an address of its own. */
export function PartnerLink({ link }: { link: PartnerLinkView }) {
  const { t, locale } = useText("affiliates-link-admin");
  const { partnerId, url, version, isRevoked, email, mailedAt, mayChange } = link;
  const action = localizedPath(`/admin/affiliates/${partnerId}/link`, locale);
  const fetcher = useFetcher<FormAnswer>();
  useUndo(fetcher, { action, label: t("affiliates-link-admin.restore") });
  const act = { fetcher, action };
  return (
    <Panel title={t("affiliates-link-admin.title")}>
      <div className="grid gap-3">
        <p className="text-text-2">{t(isRevoked ? "affiliates-link-admin.isRevoked" : "affiliates-link-admin.help")}</p>
        {url && !isRevoked && <Address url={url} />}
        {!url && mayChange && !isRevoked && <p className="text-text-2">{t("affiliates-link-admin.hidden")}</p>}
        <p className="text-fine text-text-2">
          {email === ""
            ? t(url ? "affiliates-link-admin.noEmail" : "affiliates-link-admin.noEmailYet")
            : t("affiliates-link-admin.goesTo", { email })}
          {mailedAt !== null &&
            ` ${t("affiliates-link-admin.mailed", {
              date: shortDate(dateIn(new Date(mailedAt), HOME_ZONE), locale),
              time: timeIn(new Date(mailedAt), HOME_ZONE, locale),
            })}`}
        </p>
        {mayChange && (
          <div className="flex flex-wrap items-start gap-2">
            {isRevoked ? (
              <Act {...act} intent="restore" values={{ version }}>
                <AdminButton type="submit">{t("affiliates-link-admin.restore")}</AdminButton>
              </Act>
            ) : (
              email !== "" && (
                <Act {...act} intent="email" values={{ seen: mailedAt ?? "" }}>
                  <AdminButton type="submit" icon={<Mail aria-hidden size={15} />} busy={fetcher.state !== "idle"}>
                    {t("affiliates-link-admin.email")}
                  </AdminButton>
                </Act>
              )
            )}
            <Asked label={t("affiliates-link-admin.renew")} text={t("affiliates-link-admin.renewHelp")}>
              <Act {...act} intent="renew" values={{ version }}>
                <AdminButton kind="danger" type="submit" icon={<RotateCcw aria-hidden size={15} />}>
                  {t(email === "" ? "affiliates-link-admin.renewNow" : "affiliates-link-admin.renewAndMail")}
                </AdminButton>
              </Act>
            </Asked>
            {!isRevoked && (
              <Asked label={t("affiliates-link-admin.revoke")} text={t("affiliates-link-admin.revokeHelp")}>
                <Act {...act} intent="revoke" values={{ version }}>
                  <AdminButton kind="danger" type="submit" icon={<Unlink aria-hidden size={15} />}>
                    {t("affiliates-link-admin.revokeNow")}
                  </AdminButton>
                </Act>
              </Asked>
            )}
          </div>
        )}
      </div>
    </Panel>
  );
}

function Address({ url }: { url: string }) {
  const { t } = useText();
  return (
    <>
      <p className="rounded-md bg-surface-2 px-2.5 py-1.5 font-mono text-fine break-all select-all">{url}</p>
      <p className="flex flex-wrap gap-2">
        <a href={url} target="_blank" rel="noreferrer" className={adminButtonClass({})}>
          <ExternalLink aria-hidden size={15} />
          {t("affiliates-link-admin.open")}
        </a>
        <CopyButton text={url}>{t("affiliates-link-admin.copy")}</CopyButton>
      </p>
    </>
  );
}

type ActProps = {
  fetcher: FetcherWithComponents<FormAnswer>;
  action: string;
  intent: string;
  values: Record<string, string | number>;
  children: ReactNode;
};

function Act({ fetcher, action, intent, values, children }: ActProps) {
  return (
    <fetcher.Form method="post" action={action}>
      <input type="hidden" name="intent" value={intent} />
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </fetcher.Form>
  );
}

/** What it does is said before the button can be pressed. */
function Asked({ label, text, children }: { label: string; text: string; children: ReactNode }) {
  return (
    <details className="open:w-full">
      <summary className={adminButtonClass({ kind: "quiet" })}>{label}</summary>
      <div className="mt-2 grid justify-items-start gap-2">
        <p>{text}</p>
        {children}
      </div>
    </details>
  );
}

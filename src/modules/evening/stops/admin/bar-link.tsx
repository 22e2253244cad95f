import { RotateCcw } from "#src/ui/lucide/icons.ts";
import { Form } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { AdminButton, adminButtonClass } from "#src/ui/admin/button.tsx";
import { CopyButton } from "#src/ui/admin/copy-button.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { SendButtons } from "#src/ui/admin/send-buttons.tsx";

type BarLinkProps = { url: string; version: number; qr: string; isActive: boolean };

/** A bar's secret link: to copy, to scan, and to make anew when it has got into wrong hands. */
export function BarLink({ url, version, qr, isActive }: BarLinkProps) {
  const { t } = useText("stops-admin");
  return (
    <Panel title={t("stops-admin.link")}>
      <div className="flex flex-wrap items-start gap-4">
        <span
          role="img"
          aria-label={t("stops-admin.qr")}
          className="size-40 shrink-0 rounded-md bg-[#fff] p-2.5"
          dangerouslySetInnerHTML={{ __html: qr }}
        />
        <div className="grid min-w-0 flex-[1_1_16rem] gap-2.5">
          <p className="text-text-2">{t(isActive ? "stops-admin.linkHelp" : "stops-admin.linkOff")}</p>
          <p className="rounded-md bg-surface-2 px-2.5 py-1.5 font-mono text-fine break-all select-all">{url}</p>
          <p className="flex flex-wrap gap-2">
            <CopyButton text={url}>{t("stops-admin.copy")}</CopyButton>
            <SendButtons
              subject={t("stops-admin.send.subject", { brand: t("common.brand") })}
              text={t("stops-admin.send.message", { url })}
              email={t("stops-admin.send.email")}
              share={t("stops-admin.send.share")}
            />
          </p>
          <details>
            <summary className={adminButtonClass({ kind: "quiet" })}>{t("stops-admin.renew")}</summary>
            <Form method="post" className="mt-2 grid justify-items-start gap-2">
              <input type="hidden" name="intent" value="renew" />
              <input type="hidden" name="seen" value={version} />
              <p>{t("stops-admin.renewHelp")}</p>
              <AdminButton kind="danger" type="submit" icon={<RotateCcw aria-hidden size={15} />}>
                {t("stops-admin.renewNow")}
              </AdminButton>
            </Form>
          </details>
        </div>
      </div>
    </Panel>
  );
}

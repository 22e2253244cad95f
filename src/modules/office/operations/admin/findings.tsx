import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { sayAge, sayShare } from "#src/modules/office/operations/rules/amounts.ts";
import { hasOwnTask } from "#src/modules/office/operations/rules/health.ts";
import { NIGHTLY_TEXTS } from "#src/modules/office/operations/rules/nightly.ts";
import type { Finding } from "#src/modules/office/operations/schema.ts";
import { Badge, Count } from "#src/ui/admin/badge.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { providerTitle } from "#src/modules/base/settings/rules/payment-companies.ts";

type FindingsProps = { findings: readonly Finding[]; /** whether the mail server takes nothing */ isMailAway: boolean };

/** What is wrong, worst first, each with what to do about it. */
export function Findings({ findings, isMailAway }: FindingsProps) {
  const { t } = useText();
  if (findings.length === 0) return <Notice tone="good">{t("operations.fine")}</Notice>;
  const title = (
    <span className="flex items-center gap-2">
      {t("operations.needs")}
      <Count hot>{findings.length}</Count>
    </span>
  );
  const worst = findings.toSorted((a, b) => Number(b.level === "alarm") - Number(a.level === "alarm"));
  return (
    <Panel title={title} padded={false}>
      <ul>
        {worst.map((finding) => (
          <OneFinding key={finding.check} {...finding} isMailAway={isMailAway} />
        ))}
      </ul>
    </Panel>
  );
}

function OneFinding({ check, level, value, provider, jobs, isMailAway }: Finding & Pick<FindingsProps, "isMailAway">) {
  const { t, locale } = useText();
  return (
    <li className="grid gap-1 border-t border-border px-3.5 py-2.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="font-semibold text-text">
          {value === null ? t("operations.found.backup_never") : t(`operations.found.${check}`, money(value))}
        </h3>
        <Badge tone={level === "alarm" ? "failed" : "waiting"}>{t(`operations.level.${level}`)}</Badge>
      </div>
      <p className="max-w-[44rem] text-fine text-text-2">
        {t(check === "mail_failed" && isMailAway ? "operations.todo.mail_failed_away" : `operations.todo.${check}`)}
      </p>
      {hasOwnTask(check) && check !== "mail_failed" && (
        <p className="text-fine">
          <Link to={localizedPath("/admin/payments", locale)}>{t("admin.page.payments")}</Link>
        </p>
      )}
    </li>
  );
  function money(amount: number) {
    return {
      count: amount,
      value: sayAge(check === "backup_age" || check === "ledger_age" ? amount * 3600 : amount, locale),
      share: sayShare(amount, locale),
      provider: providerTitle(provider ?? ""),
      jobs: (jobs ?? []).map(({ name }) => t(NIGHTLY_TEXTS[name])).join(", "),
    };
  }
}

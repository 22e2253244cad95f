import type { ReactNode } from "react";
import { useText } from "#src/locales/use-text.ts";
import { sayAge, sayShare, saySize } from "#src/modules/office/operations/rules/amounts.ts";
import type { Check, Finding, Health } from "#src/modules/office/operations/schema.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";
import { Moment } from "#src/ui/admin/moment.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { providerTitle } from "#src/modules/base/settings/rules/payment-companies.ts";

type Row = readonly [label: string, value: ReactNode];

/** The state of each part of the system, in figures. */
export function States({ health }: { health: Health }) {
  const { t, locale } = useText();
  const { jobs, emails, messages, providers, pool, disk, operations, findings } = health;
  const moment = (at: string | null, otherwise: string) => (at === null ? otherwise : <Moment at={at} />);
  const age = (seconds: number) => (seconds > 0 ? sayAge(seconds, locale) : t("operations.nobody"));
  const backup = operations.find(({ name }) => name === "backup");
  return (
    <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
      <State title={t("operations.jobs")} checks={["jobs_waiting", "jobs_dead"]} findings={findings}>
        {[
          [t("operations.jobs.ready"), jobs.ready],
          [t("operations.jobs.running"), jobs.running],
          [t("operations.jobs.dead"), jobs.dead],
          [t("operations.jobs.oldest"), age(jobs.oldest)],
        ]}
      </State>
      <State title={t("operations.mail")} checks={["mail_away", "mail_waiting", "mail_failed"]} findings={findings}>
        {[
          [
            t("operations.mail.server"),
            health.mailAway > 0
              ? t("operations.mail.away", { value: sayAge(health.mailAway, locale) })
              : t("operations.mail.answers"),
          ],
          [t("operations.mail.waiting"), emails.queued + emails.sending],
          [t("operations.mail.retry"), emails.retry],
          [t("operations.mail.failed"), emails.failed],
          [t("operations.mail.last"), moment(health.lastSent, t("operations.never"))],
        ]}
      </State>
      <State
        title={t("operations.providers")}
        checks={["messages_waiting", "messages_dead", "refunds_failed", "provider_failing"]}
        findings={findings}
      >
        {[
          ...providers.flatMap(({ name, lastMessage, failing }): Row[] => {
            const provider = providerTitle(name);
            const last = moment(lastMessage, t("operations.providers.none"));
            return [
              [t("operations.providers.last", { provider }), last],
              ...(failing === null
                ? []
                : [[t("operations.providers.failing", { provider }), sayShare(failing, locale)] as const]),
            ];
          }),
          [t("operations.providers.waiting"), messages.waiting],
          [t("operations.providers.dead"), messages.dead],
          [t("operations.providers.refunds"), health.refundsFailed],
        ]}
      </State>
      <State title={t("operations.database")} checks={["pool_waiting", "commits_stalled"]} findings={findings}>
        {[
          [t("operations.database.version"), `PostgreSQL ${health.postgres}`],
          [t("operations.database.size"), saySize(health.databaseBytes, locale)],
          [t("operations.database.pool"), t("operations.database.poolOf", { used: pool.used, total: pool.most })],
          [t("operations.database.waiting"), pool.waiting],
        ]}
      </State>
      <State title={t("operations.machine")} checks={["disk_used", "backup_age", "backup_failed"]} findings={findings}>
        {[
          [
            t("operations.machine.disk"),
            disk
              ? t("operations.machine.diskOf", { free: saySize(disk.free, locale), total: saySize(disk.total, locale) })
              : t("operations.unknown"),
          ],
          [t("operations.machine.backup"), moment(backup?.okAt ?? null, t("operations.never"))],
          [t("operations.machine.release"), health.release],
          [t("operations.machine.migration"), health.migration],
          [t("operations.machine.started"), moment(health.startedAt, "")],
        ]}
      </State>
    </div>
  );
}

type StateProps = {
  title: string;
  checks: readonly Check[];
  findings: readonly Finding[];
  children: readonly Row[];
};

const TONES: Record<"ok" | Finding["level"], Tone> = { ok: "done", warning: "waiting", alarm: "failed" };

function State({ title, checks, findings, children }: StateProps) {
  const { t } = useText();
  const levels = findings.filter(({ check }) => checks.includes(check)).map(({ level }) => level);
  const level = levels.includes("alarm") ? "alarm" : (levels[0] ?? "ok");
  // ends where the values below it do: in other panels there is a button with its own margin
  const badge = (
    <span className="mr-1 flex">
      <Badge tone={TONES[level]}>{t(`operations.level.${level}`)}</Badge>
    </span>
  );
  return (
    <Panel title={title} action={badge}>
      <dl className="grid">
        {children.map(([label, value]) => (
          <div key={label} className="flex items-baseline justify-between gap-4 border-t border-border py-1.5">
            <dt className="text-text-2">{label}</dt>
            <dd className="min-w-0 text-right wrap-break-word tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

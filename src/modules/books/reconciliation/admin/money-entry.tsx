import type { ReactNode } from "react";
import { useText } from "#src/locales/use-text.ts";
import { clockIn, dateIn, HOME_ZONE, shortDate } from "#src/kernel/local-time.ts";
import { formatMoney, type Money } from "#src/kernel/money.ts";
import { Badge } from "#src/ui/admin/badge.tsx";

export type Fact = readonly [label: string, value: ReactNode];

type MoneyEntryProps = {
  title: ReactNode;
  /** Urgency: `now` needs staff, `soon` proceeds automatically. */
  tone?: "now" | "soon" | "calm";
  state: string;
  facts: readonly Fact[];
  /** What it means, or the provider's message. */
  note?: ReactNode;
  children?: ReactNode;
};

const TONES = { now: "judge", soon: "waiting", calm: "done" } as const;

/** A list entry: title, state, figures and actions. */
export function MoneyEntry({ title, tone = "now", state, facts, note, children }: MoneyEntryProps) {
  return (
    <li className="grid gap-2 border-t border-border py-3 first:border-t-0 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1.5">
        <h3 className="font-mono text-admin font-semibold">{title}</h3>
        <Badge tone={TONES[tone]}>{state}</Badge>
      </div>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-6 gap-y-2">
        {facts.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-fine text-text-2">{label}</dt>
            <dd className="wrap-break-word tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {note && <p className="max-w-[44rem] text-fine wrap-break-word text-text-2">{note}</p>}
      {children && <div className="flex flex-wrap items-start gap-3">{children}</div>}
    </li>
  );
}

export function MoneyEntries({ children }: { children: ReactNode }) {
  return <ul className="grid min-w-0">{children}</ul>;
}

/** Formats money and instants for the page. */
export function useFigures() {
  const { t, locale } = useText();
  return {
    money: (one: Money | null) => (one ? formatMoney(one, locale) : t("reconciliation.nothing")),
    moment: (iso: string) => {
      const at = new Date(iso);
      return `${shortDate(dateIn(at, HOME_ZONE), locale)}, ${clockIn(at, HOME_ZONE)}`;
    },
  };
}

import { clockTime, shortDate } from "#src/kernel/local-time.ts";
import { formatPesos } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import type { DeskLine, OpenDesk } from "#src/modules/partners/desk/schema.ts";
import { classNames } from "#src/ui/class-names.ts";

/** What this desk sold, what its partner earned and holds at all desks together, and this desk's sales of the last day. */
export function OwnFigures({ desk, onSale }: { desk: OpenDesk; onSale: (id: string) => void }) {
  const { t, locale } = useText();
  const money = (amount: number) => formatPesos(amount, locale);
  const { cash, month, tonight } = desk;
  return (
    <aside className="grid grid-cols-1 content-start gap-6">
      <section className="grid grid-cols-1 gap-4 rounded-lg bg-surface p-4 inset-ring inset-ring-border">
        <Figures
          title={t("desk.own.title")}
          facts={[
            [t("desk.own.tonight"), t("desk.own.count", tonight)],
            [t("desk.own.month"), t("desk.own.count", month)],
          ]}
        />
        <Figures
          title={desk.partner}
          facts={[
            [t("desk.own.earned"), money(month.earned)],
            ...(cash.limit > 0 || cash.owed > 0
              ? [[t("desk.own.cash"), t("desk.own.ofLimit", { owed: money(cash.owed), limit: money(cash.limit) })]]
              : []),
          ]}
        />
      </section>
      <section>
        <h2 className="mb-2 text-h3">{t("desk.list.title")}</h2>
        {desk.sales.length === 0 && <p className="text-text-2">{t("desk.list.none")}</p>}
        <ul className="grid grid-cols-1 gap-2">
          {desk.sales.map((sale) => (
            <li key={sale.id}>
              <Line sale={sale} onSale={onSale} />
            </li>
          ))}
        </ul>
      </section>
    </aside>
  );
}

function Figures({ title, facts }: { title: string; facts: string[][] }) {
  return (
    <div>
      <h2 className="mb-2 text-h3 wrap-anywhere">{title}</h2>
      <dl className="grid gap-1.5">
        {facts.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-text-2">{name}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const TONES = { waiting: "text-marigold-text", paid: "text-high-text", ended: "text-text-3" } as const;

function Line({ sale, onSale }: { sale: DeskLine; onSale: (id: string) => void }) {
  const { t, locale } = useText();
  return (
    <button
      type="button"
      onClick={() => onSale(sale.id)}
      className="flex min-h-14 w-full items-center justify-between gap-3 rounded-md bg-surface px-3.5 py-2 text-left inset-ring inset-ring-border hover:bg-text/8"
    >
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere">
          {t("desk.asking.who", { name: sale.name, people: sale.people })}
        </span>
        <span className="text-small text-text-2">
          {shortDate(sale.date, locale)}, {clockTime(sale.start, locale)}{" "}
          <span className="font-mono whitespace-nowrap">{sale.reference}</span>
        </span>
      </span>
      <span className={classNames("shrink-0 text-small font-bold", TONES[sale.state])}>
        {t(`desk.state.${sale.state}`)}
      </span>
    </button>
  );
}

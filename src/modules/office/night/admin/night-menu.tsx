import type { ReactNode } from "react";
import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import type { Night } from "#src/modules/office/night/schema.ts";
import { adminButtonClass } from "#src/ui/admin/button.tsx";
import { Popover } from "#src/ui/admin/filter-bar.tsx";
import { Ban, ChevronDown, Download, FileText, Pencil, Printer, TriangleAlert } from "#src/ui/lucide/icons.ts";

const ITEM =
  "flex min-h-8 w-full items-center gap-2.5 rounded-md px-2 text-left font-medium text-text no-underline hover:bg-hover max-md:min-h-11";

/** What is done more seldom with a night: its list on paper and as a file, its data, its end. */
export function NightMenu({ night }: { night: Night }) {
  const { t, locale } = useText();
  const to = (path: string) => localizedPath(path, locale);
  return (
    <Popover
      end
      className={adminButtonClass({})}
      summary={
        <>
          {t("night.more")}
          <ChevronDown aria-hidden size={14} />
        </>
      }
    >
      <ul>
        <Item href={to(`/admin/nights/${night.id}/list.pdf`)} isFile icon={<FileText aria-hidden size={15} />}>
          {t("night.pdf")}
        </Item>
        <li>
          <button type="button" className={ITEM} onClick={() => print()}>
            <Printer aria-hidden size={15} />
            {t("night.print")}
          </button>
        </li>
        <Item href={to(`/admin/nights/${night.id}/list.csv`)} isFile icon={<Download aria-hidden size={15} />}>
          {t("night.csv")}
        </Item>
        {night.may.readBookings && (
          <Item href={to("/admin/door-alerts")} icon={<TriangleAlert aria-hidden size={15} />}>
            {t("night.review")}
          </Item>
        )}
        {night.may.readSchedule && (
          <Item href={to(`/admin/schedule/edit/${night.id}`)} icon={<Pencil aria-hidden size={15} />}>
            {t("night.edit")}
          </Item>
        )}
        {night.may.cancel && (night.phase.is === "before" || night.phase.is === "running") && (
          <Item href={to(`/admin/schedule/cancel/${night.id}`)} isEnd icon={<Ban aria-hidden size={15} />}>
            {t("night.cancel")}
          </Item>
        )}
      </ul>
    </Popover>
  );
}

type ItemProps = { href: string; icon: ReactNode; children: ReactNode; isFile?: boolean; isEnd?: boolean };

const Item = ({ href, icon, children, isFile = false, isEnd = false }: ItemProps) => (
  <li className={isEnd ? "mt-1 border-t border-border pt-1" : undefined}>
    <Link to={href} reloadDocument={isFile} className={isEnd ? `${ITEM} text-low-text!` : ITEM}>
      {icon}
      {children}
    </Link>
  </li>
);

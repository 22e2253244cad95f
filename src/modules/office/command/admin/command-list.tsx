import type { LucideIcon } from "#src/ui/lucide/icon.ts";
import {
  CalendarDays,
  CornerDownLeft,
  ExternalLink,
  Handshake,
  Plus,
  Route,
  Search,
  Ticket,
  UserRound,
} from "#src/ui/lucide/icons.ts";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useFetcher, useNavigate } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { hasWords, wordsOf } from "#src/modules/office/command/rules/words.ts";
import type { Found, Hit } from "#src/modules/office/command/schema.ts";
import { grants, type Permission, type Standing } from "#src/modules/base/identity/rules/permissions.ts";
import { classNames } from "#src/ui/class-names.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";

type CommandListProps = {
  /** The pages of the menu. */
  pages: readonly { href: string; name: string }[];
  me: Standing;
  onClose: () => void;
};

type Item = { href: string; title: string; detail: string; icon: LucideIcon; state: string };
type Group = { name: MessageId; items: Item[] };

const COMMANDS: readonly { path: string; name: MessageId; permission: Permission }[] = [
  { path: "/admin/bookings/new", name: "admin.newBooking", permission: "bookings.change" },
  { path: "/admin/schedule/new", name: "admin.command.newSeries", permission: "schedule.change" },
  { path: "/admin/add-pub-crawl", name: "admin.command.newCrawl", permission: "crawls.change" },
  { path: "/admin/cities/new", name: "admin.command.newCity", permission: "crawls.change" },
  { path: "/admin/coupons?edit=new", name: "admin.command.newCoupon", permission: "coupons.change" },
  { path: "/admin/price-rules?edit=new", name: "admin.command.newPriceRule", permission: "coupons.change" },
  { path: "/admin/affiliates/new", name: "admin.command.newPartner", permission: "affiliates.change" },
  { path: "/admin/instagram?edit=new", name: "admin.command.newPost", permission: "content.change" },
];

/** Pages that the menu leads to by way of another. */
const FURTHER: readonly { path: string; name: MessageId; permission: Permission }[] = [
  { path: "/admin/affiliates/statements", name: "admin.command.statements", permission: "affiliates.read" },
  { path: "/admin/affiliates/qr", name: "admin.command.qrCodes", permission: "affiliates.read" },
];

/** Debounce after the last keystroke. */
const PAUSE_MS = 120;
const ICONS: Record<Hit["kind"], LucideIcon> = {
  booking: Ticket,
  departure: CalendarDays,
  crawl: Route,
  customer: UserRound,
  partner: Handshake,
};

/** What the box is opened for: a text, and what it finds. */
export function CommandList({ pages, me, onClose }: CommandListProps) {
  const { t, locale } = useText();
  const navigate = useNavigate();
  const [input, setInput] = useState("");
  const [at, setAt] = useState(0);
  const id = useId();
  const { groups, similar, waiting } = useGroups(input, pages, me);
  const items = groups.flatMap((group) => group.items);
  const go = (item: Item | undefined) => {
    if (!item) return;
    onClose();
    void navigate(localizedPath(item.href, locale));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setAt((at + step + items.length) % Math.max(items.length, 1));
    else if (event.key === "Enter") go(items[at]);
    else return;
    event.preventDefault();
  };
  const current = items[at];
  return (
    <>
      <div className="flex items-center gap-2.5 border-b border-border px-4">
        <Search aria-hidden size={17} className="shrink-0 text-text-2" />
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a box that was opened to type in
          autoFocus
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={current ? `${id}-${at}` : undefined}
          aria-label={t("admin.command.title")}
          placeholder={t("admin.command.placeholder")}
          value={input}
          onChange={(event) => {
            setInput(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
          autoComplete="off"
          spellCheck={false}
          className="h-12 grow bg-transparent text-[1.0625rem] outline-none! placeholder:text-text-3"
        />
      </div>
      <p role="status" className="sr-only">
        {waiting
          ? t("common.loading")
          : [...(similar ? [t("admin.command.similar")] : []), t("admin.command.count", { count: items.length })].join(
              " ",
            )}
      </p>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t("admin.command.title")}
        className="min-h-0 grow overflow-y-auto p-1.5"
      >
        {similar && (
          <p aria-hidden className="px-3 pt-1.5 pb-1 text-text-2">
            {t("admin.command.similar")}
          </p>
        )}
        {groups.map(({ name, items: own }) => (
          <div key={name} role="group" aria-label={t(name)} className="mb-1">
            <p aria-hidden className="px-3 pt-1.5 pb-1 text-fine font-semibold text-text-3">
              {t(name)}
            </p>
            {own.map((item) => {
              const index = items.indexOf(item);
              return (
                <CommandItem
                  key={item.href + item.title}
                  id={`${id}-${index}`}
                  item={item}
                  current={index === at}
                  onPoint={() => setAt(index)}
                  onChoose={() => go(item)}
                />
              );
            })}
          </div>
        ))}
        {items.length === 0 && !waiting && (
          <p className="px-3 py-8 text-center text-text-2">{t("admin.command.nothing")}</p>
        )}
      </div>
    </>
  );
}

/** Results for the query: from this page at once, from the server a moment later. */
function useGroups(input: string, pages: CommandListProps["pages"], me: Standing) {
  const { t, locale } = useText();
  const fetcher = useFetcher<Found>();
  const { load } = fetcher;
  const commandsOnly = input.startsWith(">");
  const text = input.replace(/^>/, "");
  const words = wordsOf(text);
  const asks = words.length > 0 && !commandsOnly;
  // debounced
  useEffect(() => {
    if (!asks) return;
    const timer = setTimeout(
      () => void load(localizedPath(`/admin/command?q=${encodeURIComponent(text)}`, locale)),
      PAUSE_MS,
    );
    return () => clearTimeout(timer);
  }, [asks, text, locale, load]);
  const answer = asks ? fetcher.data : undefined;
  const hits = (list: readonly Hit[] = []): Item[] =>
    list.map(({ path, kind, title, detail, state }) => ({ href: path, icon: ICONS[kind], title, detail, state }));
  const called = (name: string) => hasWords(words, [name]);
  const own = (title: string, href: string, icon: LucideIcon): Item => ({ href, title, detail: "", icon, state: "" });
  const further = FURTHER.filter(({ permission }) => grants(me, permission)).map(({ path, name }) => ({
    href: path,
    name: t(name),
  }));
  const onPage: Group[] = [
    {
      name: "admin.command.do",
      items: COMMANDS.filter(({ permission, name }) => grants(me, permission) && called(t(name))).map(
        ({ path, name }) => own(t(name), path, Plus),
      ),
    },
    {
      name: "admin.command.goTo",
      items: commandsOnly
        ? []
        : [...pages, ...further]
            .filter(({ name }) => called(name))
            .map((page) => own(page.name, page.href, ExternalLink)),
    },
  ];
  // a page that is called so was meant, not something like it
  const found = answer?.similar && onPage.some(({ items }) => items.length > 0) ? undefined : answer;
  const all: Group[] = [
    { name: "admin.command.bookings", items: hits(found?.bookings) },
    { name: "admin.command.departures", items: hits(found?.departures) },
    { name: "admin.command.crawls", items: hits(found?.crawls) },
    { name: "admin.command.customers", items: hits(found?.customers) },
    { name: "admin.command.partners", items: hits(found?.partners) },
    ...onPage,
  ];
  const groups = all.filter(({ items }) => items.length > 0);
  return {
    groups,
    similar: groups.length > 0 && found?.similar === true,
    waiting: asks && (fetcher.state !== "idle" || !fetcher.data),
  };
}

type CommandItemProps = { id: string; item: Item; current: boolean; onPoint: () => void; onChoose: () => void };

const TONES: Record<string, Tone> = { confirmed: "done", pending: "waiting", cancelled: "failed" };

function CommandItem({ id, item, current, onPoint, onChoose }: CommandItemProps) {
  const { t } = useText();
  const row = useRef<HTMLDivElement>(null);
  // the arrows may move the selection out of view
  useEffect(() => {
    if (current) row.current?.scrollIntoView({ block: "nearest" });
  }, [current]);
  const { icon: Icon, title, detail, state } = item;
  const tone = TONES[state];
  return (
    // the keys of a combobox are heard by its input
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={current}
      onPointerMove={onPoint}
      onClick={onChoose}
      className={classNames(
        "flex min-h-9 cursor-pointer items-center gap-2.5 rounded-lg px-3 py-1.5 max-md:min-h-11",
        current && "bg-surface-2 shadow-[inset_3px_0_0_var(--c-agave)]",
      )}
    >
      <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-text-3" />
      <span className="flex min-w-0 grow flex-wrap items-baseline gap-x-2.5">
        <span className="font-medium">{title}</span>
        <span className="text-text-2">{detail}</span>
      </span>
      {tone && <Badge tone={tone}>{t(`admin.state.${state}` as MessageId)}</Badge>}
      {current && <CornerDownLeft aria-hidden size={14} className="shrink-0 text-text-3" />}
    </div>
  );
}

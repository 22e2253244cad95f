import { type CSSProperties, useEffect, useId, useRef } from "react";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { type Act, actsOf, GRAMMAR, type Result, stillToCome } from "#src/modules/evening/door/rules/result.ts";
import { ADMITTED_MS } from "#src/modules/evening/door/rules/scanner.ts";
import type { DoorList } from "#src/modules/evening/door/schema.ts";
import {
  Check,
  CalendarDays,
  RefreshCw,
  CircleAlert,
  CircleDollarSign,
  IdCard,
  MessageSquare,
  Phone,
  QrCode,
  ScanLine,
  Search,
  ShieldAlert,
  Smartphone,
  TicketX,
  Undo2,
  Users,
  X,
} from "#src/ui/lucide/icons.ts";
import type { LucideIcon } from "#src/ui/lucide/icon.ts";
import { sayLines, sayWho, sayWhy, wordOf } from "./result-words.ts";
import { ResultShape } from "./shape.tsx";

const LINE_ICONS: Readonly<Record<string, LucideIcon>> = {
  party: Users,
  note: MessageSquare,
  phone: Smartphone,
  warning: CircleAlert,
  calendar: CalendarDays,
  money: CircleDollarSign,
  ticket: TicketX,
  call: Phone,
  shield: ShieldAlert,
};

const ACT_ICONS: Readonly<Record<Act, LucideIcon>> = {
  next: ScanLine,
  leave: ScanLine,
  undo: Undo2,
  mistake: Undo2,
  let_all_in: Users,
  move: RefreshCw,
  switch: RefreshCw,
  pay: QrCode,
  find: Search,
};

type Departure = DoorList["departures"][number];
type ResultProps = {
  result: Result;
  here: Departure | undefined;
  now: number;
  /** when the list came, which may not have what was bought since */
  listAt: number | null;
  online: boolean;
  /** what happened to the last act, in words */
  trouble: string;
  isIdSeen: boolean;
  /** whether the list lies below, not the camera */
  isOverList: boolean;
  onAct: (act: Act) => void;
  onIdSeen: () => void;
};

/** A result over the whole screen, meant to be read at two metres. The same in both themes. */
export function ResultScreen(props: ResultProps) {
  const { result, here, now, listAt, online, trouble, isIdSeen, isOverList, onAct, onIdSeen } = props;
  const { t, locale } = useText();
  const { ground, ink, shape } = GRAMMAR[result.kind];
  const saying = { t, locale, here, now, listAt, online, brand: t("common.brand") };
  const first = useRef<HTMLButtonElement>(null);
  const acts = actsOf(result, here, { online, now });
  const [lead] = acts;
  // a screen reader hears the result, a keyboard acts on it; once it is painted, because focusing lays the page out
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => first.current?.focus({ preventScroll: true }));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- once a result, and when its first button is another
  }, [result.id, lead]);
  const more = result.kind === "admitted" && result.found ? stillToCome(result.found).length : 0;
  const why = sayWhy(result, saying);
  return (
    <section
      data-result={result.kind}
      data-reason={result.reason}
      aria-label={t(wordOf(result))}
      className="absolute inset-0 z-10 flex flex-col overflow-y-auto bg-(--ground) px-[max(1.125rem,calc(50%-15rem))] pt-3.5 text-(--ink) [--c-focus:var(--ink)]"
      style={{ "--ground": ground, "--ink": ink } as CSSProperties}
    >
      {result.kind === "admitted" && <Tears />}
      <div className="mx-auto mt-2.5 mb-3 size-[min(9.75rem,20dvh)] shrink-0 [@media(height<44rem)]:mt-1 [@media(height<44rem)]:size-[11dvh]">
        <ResultShape shape={shape} ground={ground} size="100%" />
      </div>
      <h2 className="heading mx-auto max-w-80 text-center text-[clamp(2.6rem,min(15.4vw,7.2dvh),3.75rem)]! leading-[0.98]! font-extrabold! tracking-[-0.025em]! uppercase [font-stretch:90%]">
        {t(wordOf(result))}
      </h2>
      <p className="mt-3 text-center text-xl leading-tight font-semibold wrap-anywhere">
        {sayWho(result, saying)}
        {why && <small className="mt-1 block text-[0.96875rem] font-medium">{why}</small>}
      </p>
      <Lines result={result} isIdSeen={isIdSeen} onIdSeen={onIdSeen} lines={sayLines(result, saying)} />
      {trouble && (
        <p role="alert" className="mt-3 text-center text-base font-semibold">
          {trouble}
        </p>
      )}
      {/* within reach also where the phone is too short for all of it, and then side by side */}
      <div className="sticky bottom-0 mt-auto grid gap-2.5 bg-(--ground) [@media(height<44rem)]:flex [@media(height<44rem)]:flex-wrap [&>button]:grow [&>button]:basis-2/5 [&>p]:basis-full pt-3 pb-[max(0.875rem,env(safe-area-inset-bottom))]">
        {result.kind === "admitted" && <Countdown key={result.id} isOverList={isOverList} />}
        {more > 0 && <ActButton act="let_all_in" onAct={onAct} label={t("door-scanner.act.let_all_in", { n: more })} />}
        {acts.map((act, at) => (
          <ActButton
            key={act}
            act={act}
            onAct={onAct}
            isFirst={at === 0}
            isWaiting={act === "move" && result.move === "asking"}
            focus={at === 0 ? first : undefined}
            label={t(labelOf(act, result), { n: result.found?.guest.people ?? 1 })}
          />
        ))}
      </div>
    </section>
  );
}

const labelOf = (act: Act, { kind, reason }: Result): MessageId =>
  reason === "unrecorded"
    ? "door-scanner.act.again"
    : act === "next" && kind === "admitted"
      ? "door-scanner.act.nextGuest"
      : act === "next" && kind === "wrong_night"
        ? "door-scanner.act.leaveIt"
        : (`door-scanner.act.${act}` as MessageId);

type ActButtonProps = {
  act: Act;
  label: string;
  onAct: (act: Act) => void;
  isFirst?: boolean;
  /** whether the server still decides */
  isWaiting?: boolean;
  focus?: React.Ref<HTMLButtonElement> | undefined;
};

function ActButton({ act, label, onAct, isFirst = false, isWaiting = false, focus }: ActButtonProps) {
  const Icon = ACT_ICONS[act];
  const look = isFirst ? "border-(--ink) bg-(--ink) text-(--ground)" : "border-current";
  return (
    <button
      type="button"
      ref={focus}
      aria-disabled={isWaiting || undefined}
      onClick={() => !isWaiting && onAct(act)}
      className={`flex min-h-13.5 w-full items-center justify-center gap-2.5 rounded-[14px] border-2 px-3 text-[1.0625rem] leading-tight font-semibold aria-disabled:opacity-60 ${look}`}
    >
      <Icon aria-hidden size={20} className="shrink-0" />
      {label}
    </button>
  );
}

type LinesProps = { result: Result; isIdSeen: boolean; onIdSeen: () => void; lines: ReturnType<typeof sayLines> };

function Lines({ result, isIdSeen, onIdSeen, lines }: LinesProps) {
  const { t } = useText();
  const row = "flex min-h-11 items-center gap-2.5 border-t border-current/25 text-[0.9375rem] first:border-t-0";
  const shade = result.kind === "already_in" ? "bg-[#1c10181a]" : "bg-[#0000002b]";
  if (lines.length === 0 && result.kind !== "admitted") return null;
  return (
    <ul className={`mt-3.5 rounded-[14px] px-3.5 py-1 ${shade}`}>
      {result.kind === "admitted" && (
        <li className={row}>
          <IdCard aria-hidden size={18} className="shrink-0" />
          <label className="flex grow cursor-pointer items-center justify-between py-2">
            {t("door-scanner.line.idSeen")}
            <input
              type="checkbox"
              checked={isIdSeen}
              disabled={isIdSeen}
              onChange={onIdSeen}
              className="peer sr-only"
            />
            <span className="grid size-6.5 place-items-center rounded-[7px] border-2 border-current peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2">
              {isIdSeen && <Check aria-hidden size={16} />}
            </span>
          </label>
        </li>
      )}
      {lines.map(({ icon, text, mark }) => {
        const Icon = LINE_ICONS[icon] ?? CircleAlert;
        return (
          <li key={text} className={row}>
            <Icon aria-hidden size={18} className="shrink-0" />
            <span className="min-w-0 grow wrap-anywhere">{text}</span>
            {mark && <b className="whitespace-nowrap">{mark}</b>}
          </li>
        );
      })}
    </ul>
  );
}

function Countdown({ isOverList }: { isOverList: boolean }) {
  const { t } = useText();
  return (
    <p className="flex items-center justify-center gap-2 text-sm font-medium">
      <span aria-hidden className="h-1 w-22.5 overflow-hidden rounded-full bg-[#ffffff4d]">
        <i
          className="block h-full origin-left animate-[door-wait_linear_both] bg-[#ffffff] motion-reduce:animate-none"
          style={{ animationDuration: `${ADMITTED_MS}ms` }}
        />
      </span>
      {t(isOverList ? "door-scanner.listBack" : "door-scanner.cameraBack", { seconds: ADMITTED_MS / 1000 })}
    </p>
  );
}

/** Paper cut in the color of the bar above: the bunting tears when somebody comes in. */
function Tears() {
  const id = useId();
  return (
    <svg aria-hidden className="absolute inset-x-0 -top-px h-4.25 w-full">
      <pattern id={id} width="90" height="17" patternUnits="userSpaceOnUse">
        <path d="M0 .6H90" stroke="#0b0609" strokeWidth="1.2" />
        {CUTS.map((cut, at) => (
          <path
            key={cut}
            transform={`translate(${at * 30})`}
            fillRule="evenodd"
            fill="#0b0609"
            d={`M1.5 1h27v12a2.7 2.7 0 0 1-5.4 0a2.7 2.7 0 0 1-5.4 0a2.7 2.7 0 0 1-5.4 0a2.7 2.7 0 0 1-5.4 0a2.7 2.7 0 0 1-5.4 0z${cut}M4.7 5.4l1.5 1.6-1.5 1.6-1.5-1.6zM25.3 5.4l1.5 1.6-1.5 1.6-1.5-1.6z`}
          />
        ))}
      </pattern>
      <rect width="100%" height="17" fill={`url(#${id})`} />
    </svg>
  );
}
const CUTS = [
  "M11.6 4.4h6.8l-1.5 5.2h-3.8z",
  "M15 3.8l1 2.2 2.6.2-2 1.7.7 2.5-2.3-1.4-2.3 1.4.7-2.5-2-1.7 2.6-.2z",
  "M15 9.6q-4.4-.4-5-4.6q2.6.8 3.7 2.4q.2-2.6 1.3-4.2q1.1 1.6 1.3 4.2q1.1-1.6 3.7-2.4q-.6 4.2-5 4.6z",
];

type CardProps = Pick<ResultProps, "result" | "here" | "now" | "listAt"> & { onOpen: () => void; onNext: () => void };

/** The same as a card over the running camera: the phone decides alone. A bad one waits for a tap. */
export function ResultCard({ result, here, now, listAt, onOpen, onNext }: CardProps) {
  const { t, locale } = useText();
  const { ground, ink, shape } = GRAMMAR[result.kind];
  const saying = { t, locale, here, now, listAt, brand: t("common.brand") };
  const isIn = result.kind === "admitted";
  const why = sayWhy(result, saying);
  return (
    <div
      data-result={result.kind}
      data-reason={result.reason}
      className="absolute inset-x-[max(0.875rem,calc(50%-15rem))] top-3.5 z-10 flex items-center gap-1 rounded-[14px] bg-(--ground) text-(--ink) [--c-focus:var(--ink)]"
      style={{ "--ground": ground, "--ink": ink } as CSSProperties}
    >
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-14.5 min-w-0 grow items-center gap-3.5 rounded-[14px] px-3.5 py-2.5 text-left"
      >
        <ResultShape shape={shape} ground={ground} size={isIn ? 38 : 56} />
        <span className="line-clamp-4 min-w-0 text-[0.9375rem] leading-tight wrap-anywhere">
          <b className={isIn ? "block" : "heading block text-2xl font-extrabold! uppercase"}>
            {isIn ? t("door-scanner.keptHere") : t(wordOf(result))}
          </b>
          {[sayWho(result, saying), why].filter(Boolean).join(isIn ? ", " : ". ")}
        </span>
      </button>
      {!isIn && (
        <button
          type="button"
          onClick={onNext}
          aria-label={t("door-scanner.act.next")}
          className="grid size-14 shrink-0 place-items-center rounded-[14px]"
        >
          <X aria-hidden size={26} />
        </button>
      )}
    </div>
  );
}

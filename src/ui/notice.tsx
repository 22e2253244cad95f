import { CircleAlert, CircleCheck, Info, TriangleAlert } from "#src/ui/lucide/icons.ts";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

export type NoticeTone = "info" | "good" | "warning" | "bad";

const TONES = {
  info: { ground: "bg-surface-2 inset-ring inset-ring-border", ink: "text-agave-text", Icon: Info },
  good: { ground: "bg-high-tint", ink: "text-high-text", Icon: CircleCheck },
  warning: { ground: "bg-marigold-tint", ink: "text-marigold-text", Icon: TriangleAlert },
  bad: { ground: "bg-low-tint", ink: "text-low-text", Icon: CircleAlert },
} as const;

type NoticeProps = {
  tone?: NoticeTone;
  title?: ReactNode;
  /** At the right: a button, a link, a countdown. */
  aside?: ReactNode;
  /** Announced as soon as it appears; for notices added after the page was shown. */
  live?: boolean;
  className?: string;
  children?: ReactNode;
};

/** An important sentence on a tinted background, with an icon for its kind. */
export function Notice({ tone = "info", title, aside, live = false, className, children }: NoticeProps) {
  const { ground, ink, Icon } = TONES[tone];
  return (
    <div
      role={live ? (tone === "bad" ? "alert" : "status") : undefined}
      className={classNames("flex items-start gap-3 rounded-md px-4 py-3 text-text", ground, className)}
    >
      <Icon aria-hidden size={22} className={classNames("mt-px shrink-0", ink)} />
      <div className="min-w-0 grow leading-snug">
        {title && <p className="font-bold">{title}</p>}
        {children}
      </div>
      {aside && <div className="ml-auto shrink-0 self-center">{aside}</div>}
    </div>
  );
}

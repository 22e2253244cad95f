import type { ComponentProps } from "react";
import { Link } from "react-router";
import { classNames } from "./class-names.ts";
import { Spinner } from "./spinner.tsx";

/** primary: the view's one main action. danger: gives something up for good. secondary: everything else. accent: campaign pages only. */
type ButtonKind = "primary" | "danger" | "secondary" | "accent";
type Look = { kind?: ButtonKind; small?: boolean; wide?: boolean };

const BASE =
  "inline-flex max-w-full shrink-0 items-center justify-center gap-2.5 rounded-md text-center font-text font-bold no-underline select-none";
const KINDS: Record<ButtonKind, string> = {
  primary: "bg-brand text-on-brand pressable",
  danger: "text-low-text inset-ring-2 inset-ring-low bg-surface hover:bg-low-tint active:bg-low-tint",
  secondary: "text-text inset-ring-2 inset-ring-border-strong hover:bg-text/8 active:bg-text/14",
  accent: "bg-marigold text-on-marigold pressable [--press:var(--c-marigold-dark)]",
};
/** A disabled button is flat but readable: its label says why. */
const DISABLED = "bg-surface-3 text-text-3";

/** The classes of a button, for the rare element that is neither `Button` nor `ButtonLink` (a summary, a label). */
export function buttonClass({
  kind = "primary",
  small = false,
  wide = false,
  disabled = false,
}: Look & { disabled?: boolean }) {
  const size = small ? "min-h-11 px-4.5 py-1.5 text-small" : "min-h-13 px-6.5 py-2 text-[1.0625rem] leading-tight";
  return classNames(BASE, size, disabled ? DISABLED : KINDS[kind], wide && "w-full");
}

/** A button; `busy` keeps its width, shows a spinner and sets aria-busy. */
export function Button({
  kind,
  small,
  wide,
  busy = false,
  className,
  type = "button",
  children,
  ...rest
}: ComponentProps<"button"> & Look & { busy?: boolean }) {
  const look = buttonClass({ kind, small, wide, disabled: rest.disabled });
  return (
    <button {...rest} type={type} aria-busy={busy || undefined} className={classNames(look, className)}>
      {busy && <Spinner />}
      {children}
    </button>
  );
}

/** A link that looks like a button, for navigation rather than a change. */
export function ButtonLink({ kind, small, wide, className, ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link {...rest} className={classNames(buttonClass({ kind, small, wide }), className)} />;
}

export { LINK } from "./class-names.ts";

/** A round 44 px icon button; `label` is its accessible name. */
export function IconButton({ label, className, children, ...rest }: ComponentProps<"button"> & { label: string }) {
  return (
    <button type="button" {...rest} aria-label={label} className={classNames(ICON_BUTTON, className)}>
      {children}
    </button>
  );
}
/** The classes of an icon button, for a summary or link that acts as one. */
export const ICON_BUTTON =
  "grid size-11 shrink-0 place-items-center rounded-full text-current hover:bg-text/8 disabled:text-border-strong disabled:hover:bg-transparent";

import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { classNames } from "../class-names.ts";
import { Spinner } from "../spinner.tsx";

/**
 * ink: the view's one primary action. plain: everything else. brand: publishes to guests. danger: leads to something
 * irreversible, dangerFill: does it, only in its confirmation. quiet: without a box.
 */
export type AdminButtonKind = "ink" | "plain" | "brand" | "danger" | "dangerFill" | "quiet";
type Look = { kind?: AdminButtonKind; small?: boolean; icon?: ReactNode };

const KINDS: Record<AdminButtonKind, string> = {
  ink: "border-text bg-text text-on-ink hover:bg-text-2",
  plain: "border-line-2 bg-surface text-text hover:bg-hover",
  brand: "border-brand bg-brand text-on-brand hover:brightness-95",
  danger: "border-line-2 bg-surface text-low-text hover:bg-low-tint",
  dangerFill: "border-low bg-low text-on-low hover:brightness-95",
  quiet: "border-transparent text-text-2 hover:bg-hover",
};

/** Admin button classes, for what is neither `AdminButton` nor `AdminLink` (a summary, a label). */
export function adminButtonClass({ kind = "plain", small = false, disabled = false }: Look & { disabled?: boolean }) {
  return classNames(
    "admin-button",
    small && "small",
    disabled ? "border-border bg-surface-2 text-text-3" : KINDS[kind],
  );
}

/** A button; `busy` replaces its icon with a spinner and sets aria-busy. */
export function AdminButton({
  kind,
  small,
  icon,
  busy = false,
  className,
  type = "button",
  children,
  ...rest
}: ComponentProps<"button"> & Look & { busy?: boolean }) {
  const look = adminButtonClass({ kind, small, disabled: rest.disabled ?? false });
  return (
    <button {...rest} type={type} aria-busy={busy || undefined} className={classNames(look, className)}>
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function AdminLink({ kind, small, icon, className, children, ...rest }: ComponentProps<typeof Link> & Look) {
  return (
    <Link {...rest} className={classNames(adminButtonClass({ kind, small }), className)}>
      {icon}
      {children}
    </Link>
  );
}

/** A square icon button; `label` is its accessible name and tooltip. */
export function IconAdminButton({
  label,
  boxed = false,
  className,
  children,
  ...rest
}: ComponentProps<"button"> & { label: string; boxed?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={classNames("icon-button", boxed && "boxed", className)}
    >
      {children}
    </button>
  );
}

/** The same as a link. */
export function IconAdminLink({
  label,
  boxed = false,
  className,
  children,
  ...rest
}: ComponentProps<typeof Link> & { label: string; boxed?: boolean }) {
  return (
    <Link {...rest} aria-label={label} title={label} className={classNames("icon-button", boxed && "boxed", className)}>
      {children}
    </Link>
  );
}

/** The classes of a link in running text. */
export const ADMIN_LINK = "font-semibold text-agave-text no-underline hover:underline";

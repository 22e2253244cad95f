import { initialsOf } from "#src/modules/evening/guides/rules/shift.ts";
import { classNames } from "#src/ui/class-names.ts";

const TINTS = [
  "bg-agave-tint text-agave-text",
  "bg-marigold-tint text-marigold-text",
  "bg-jaca-tint text-jaca-text",
  "bg-brand-tint text-brand-text",
] as const;

const tintOf = (name: string) =>
  TINTS[Array.from(name).reduce((sum, letter) => sum + letter.codePointAt(0)!, 0) % TINTS.length];

/** A person's initials in a circle; their name always stands beside it. */
export const GuideChip = ({ name }: { name: string }) => (
  <span
    aria-hidden
    className={classNames(
      "grid size-5.5 shrink-0 place-items-center rounded-full text-[0.625rem] leading-none font-bold",
      tintOf(name),
    )}
  >
    {initialsOf(name)}
  </span>
);

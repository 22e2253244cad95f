import { classNames } from "#src/ui/class-names.ts";

/** A QR code that another phone reads: dark on white in both themes. `svg` is drawn by the server. */
export function Qr({ svg, label, className }: { svg: string; label: string; className?: string }) {
  return (
    <div
      role="img"
      aria-label={label}
      className={classNames(
        "aspect-square w-full rounded-lg bg-[#ffffff] p-4 [&>svg]:block [&>svg]:size-full",
        className,
      )}
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  );
}

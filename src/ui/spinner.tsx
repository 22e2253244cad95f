/** A spinning ring as high as the text. `label` announces it to assistive technology; without one it is decoration. */
export function Spinner({ label }: { label?: string }) {
  return (
    <span
      role={label ? "status" : undefined}
      aria-hidden={label ? undefined : true}
      className="inline-block size-[1.15em] shrink-0 animate-spin rounded-full border-[0.17em] border-current border-r-transparent"
    >
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}

/**
 * Honeypot: a field hidden from people that bots fill in. Its name means nothing to browsers and password managers, which fill in
 * fields that they know however hidden these are.
 */
export const Trap = ({ name, label }: { name: string; label: string }) => (
  <div aria-hidden className="absolute -left-[200vw] size-px overflow-hidden">
    <label htmlFor={name}>{label}</label>
    <input id={name} name={name} tabIndex={-1} autoComplete="off" data-1p-ignore data-bwignore data-lpignore="true" />
  </div>
);

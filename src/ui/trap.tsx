/**
 * Honeypot: a field hidden from people that bots fill in. Its name is of nothing that browsers and password managers know, which
 * fill in what they do know however hidden it is.
 */
export const Trap = ({ name, label }: { name: string; label: string }) => (
  <div aria-hidden className="absolute -left-[200vw] size-px overflow-hidden">
    <label htmlFor={name}>{label}</label>
    <input id={name} name={name} tabIndex={-1} autoComplete="off" data-1p-ignore data-bwignore data-lpignore="true" />
  </div>
);

/** What Enter in a field of the surrounding form presses: browsers take its first button, which would be another one. */
export function DefaultButton({ intent }: { intent: string }) {
  return <button type="submit" name="intent" value={intent} tabIndex={-1} aria-hidden className="sr-only" />;
}

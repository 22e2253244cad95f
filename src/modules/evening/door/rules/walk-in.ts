/**
 * A guest's name for a reader. Who gave none at the door is called a walk-in in the seller's language, with their number of the
 * night: `names` are the words that sellers' languages have for it, `own` is the reader's.
 */
export function sayWalkIn(name: string, names: readonly string[], own: string): string {
  const word = names.find((one) => name.startsWith(one) && /^( \d+)?$/.test(name.slice(one.length)));
  return word === undefined ? name : own + name.slice(word.length);
}

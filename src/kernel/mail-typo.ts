// Which domain a mistyped one was meant to be. A short table of where our guests have their mail; the libraries for it aren't maintained.

const PROVIDERS =
  "gmail.com hotmail.com outlook.com yahoo.com icloud.com live.com yahoo.com.mx live.com.mx hotmail.es outlook.es yahoo.es prodigy.net.mx " +
  "googlemail.com protonmail.com hotmail.co.uk yahoo.co.uk hotmail.fr yahoo.fr orange.fr web.de libero.it comcast.net";
const KNOWN: readonly string[] = PROVIDERS.split(" ");

/** Real providers that look like a typo because they are one letter away from a known one. */
const OTHERS: ReadonlySet<string> = new Set(
  "mail.com email.com ymail.com gmx.com gmx.net gmx.de me.com mac.com aol.com msn.com proton.me pm.me rocketmail.com zoho.com".split(
    " ",
  ),
);

/** Names with an ending in many countries: any of those may be meant. */
const NATIONAL = /^(yahoo|hotmail|outlook|live)\.((com?|net)\.)?(?!co$|cm$|om$)[a-z]{2}$/;

/**
 * The address that a mistyped one probably was: `ana@gmial.con` → `ana@gmail.com`. Null where nothing looks wrong. Only a question
 * to ask: the address may be right.
 */
export function likelyEmail(email: string): string | null {
  const [name = "", typed = "", ...more] = email.trim().split("@");
  const domain = typed.toLowerCase().replaceAll(",", ".").replace(/\.+$/, "");
  if (name === "" || domain.length < 4 || more.length > 0) return null;
  const meant = likelyDomain(domain);
  return meant === null || meant === typed.toLowerCase() ? null : `${name}@${meant}`;
}

function likelyDomain(domain: string): string | null {
  if (KNOWN.includes(domain)) return domain;
  if (OTHERS.has(domain) || NATIONAL.test(domain)) return null;
  const [label = "", ...ending] = domain.split(".");
  // there is no other Gmail, and no address without a top-level domain
  if (label === "gmail" || (ending.length === 0 && KNOWN.includes(`${label}.com`))) return `${label}.com`;
  const [near] = KNOWN.map((domainName) => ({ known: domainName, slips: slipsBetween(domain, domainName) })).toSorted(
    (a, b) => a.slips - b.slips,
  );
  const allowed = near!.known[0] === domain[0] && near!.known.length > 8 ? 2 : 1;
  return near!.slips <= allowed ? near!.known : null;
}

/** How many letters were left out, added, mistaken, or swapped with their neighbor. */
function slipsBetween(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, before[j - 2]! + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return row[b.length]!;
}

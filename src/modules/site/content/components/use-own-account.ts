import { useEffect, useState } from "react";
import type { Account } from "#src/modules/site/content/rules/profile-menu.ts";

/**
 * Who is signed in, null for nobody. `rendered` is undefined on a page that was rendered for everybody: then the server is asked,
 * if the document is marked (`kernel/signed-in-mark.ts`); undefined until it has answered.
 */
export function useOwnAccount(rendered: Account | null | undefined): Account | null | undefined {
  const [own, setOwn] = useState<Account | null>();
  const isUnknown = rendered === undefined;
  useEffect(() => {
    if (!isUnknown) return;
    let isHere = true;
    const learn = () =>
      void (answer ??= readAccount()).then((account) => {
        if (isHere) setOwn(account);
      });
    // a page that comes back as it was left: somebody may have signed out since
    const again = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      answer = undefined;
      setOwn(undefined);
      learn();
    };
    learn();
    window.addEventListener("pageshow", again);
    return () => {
      isHere = false;
      window.removeEventListener("pageshow", again);
    };
  }, [isUnknown]);
  return isUnknown ? own : rendered;
}

/** What the server has answered, or will, to all who ask in this document. */
let answer: Promise<Account | null | undefined> | undefined;

/** Undefined where it can't be read: the menu keeps what everybody's has. */
async function readAccount(): Promise<Account | null | undefined> {
  const { dataset } = document.documentElement;
  if (dataset["signedIn"] === undefined) return null;
  try {
    const response = await fetch("/own-account");
    if (!response.ok) return undefined;
    const account = (await response.json()) as Account | null;
    if (account === null) delete dataset["signedIn"];
    return account;
  } catch {
    return undefined;
  }
}

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
    void readAccount().then((account) => {
      if (isHere) setOwn(account);
    });
    return () => {
      isHere = false;
    };
  }, [isUnknown]);
  return isUnknown ? own : rendered;
}

async function readAccount(): Promise<Account | null | undefined> {
  const { dataset } = document.documentElement;
  if (dataset["signedIn"] === undefined) return null;
  const answer = await fetch("/own-account").catch(() => null);
  if (!answer?.ok) return undefined; // the menu keeps what everybody's has
  const account = (await answer.json()) as Account | null;
  if (account === null) delete dataset["signedIn"];
  return account;
}

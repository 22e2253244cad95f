import { later } from "#src/ui/later.tsx";

/** Confirms the deletion of an account; the page has no data of the user any more. */
export default later(
  "page-account-deleted",
  async () => (await import("#src/modules/office/privacy/components/account-deleted-page.tsx")).default,
  "touched",
);

import { Events } from "#src/modules/content/components/events.tsx";
import { Expect } from "#src/modules/content/components/expect.tsx";
import type { HomeContent } from "#src/modules/content/schema.ts";

/** What follows the home page's first screen: pictures, words and links, which need no code of their own. */
export function SpecialNights({ content }: { content: HomeContent }) {
  return (
    <>
      <Events events={content.events} />
      <Expect expect={content.expect} />
    </>
  );
}

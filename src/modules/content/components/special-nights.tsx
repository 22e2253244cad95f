import { Events } from "#src/modules/content/components/events.tsx";
import { Expect } from "#src/modules/content/components/expect.tsx";
import type { HomeContent } from "#src/modules/content/schema.ts";

/** Sections after the home page's first screen: pictures, text and links, without JavaScript of their own. */
export function SpecialNights({ content, today }: { content: HomeContent; today: string }) {
  return (
    <>
      <Events events={content.events} today={today} />
      <Expect expect={content.expect} />
    </>
  );
}

import { z } from "zod";

const text = z.string().trim().min(1).optional().catch(undefined);

const sections = {
  hero: z.object({ title: text, subtitle: text, backgroundImage: text, imageAlt: text }),
  infoBar: z.object({ price: text, drinks: text, venues: text, people: text }),
  expect: z.object({ title: text, description: text }),
  footer: z.object({
    description: text,
    email: text,
    phone: text,
    facebook: text,
    instagram: text,
    twitter: text,
  }),
} as const;

/**
 * The stored texts of the home page, by the spec's section keys (section 3, HomePageContent), in one language. A field that
 * is empty or of the wrong kind is missing: the page shows its own text there.
 */
export const HomeContent = z.object({
  hero: sections.hero.catch({}),
  infoBar: sections.infoBar.catch({}),
  expect: sections.expect.catch({}),
  footer: sections.footer.catch({}),
});
export type HomeContent = z.infer<typeof HomeContent>;

import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

/** A text of a page with its box in points from the top left corner: what of it is above the baseline. */
export type TextInPdf = { text: string; x: number; y: number; width: number; height: number; isMissing: boolean };

/**
 * The texts of each page of a PDF, as a viewer finds them. `isMissing`: it has the box of a letter that its font lacks. A
 * mark that was shaped apart from its letter has no meaning of its own, and is found as a control character.
 */
export async function textsIn(pdf: Buffer): Promise<TextInPdf[][]> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0, useSystemFonts: false });
  const document = await task.promise;
  const pages: TextInPdf[][] = [];
  for (let n = 1; n <= document.numPages; n++) {
    const page = await document.getPage(n);
    const { height: whole } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent({ disableNormalization: true });
    pages.push(
      items.flatMap((item) => {
        if (!("str" in item) || item.str.trim() === "") return [];
        const [, , , size = 0, x = 0, baseline = 0] = item.transform as number[];
        const height = size * 0.7; // of capitals
        const y = whole - baseline - height;
        const isMissing = item.str.includes("\0") || item.str.includes("\ufffd");
        return [{ text: item.str, x, y, width: item.width, height, isMissing }];
      }),
    );
  }
  await task.destroy();
  return pages;
}

/** The parts of one line touch, in fonts whose marks reach beyond them: less than half a letter. */
const APART = 3;

/** A mark that was shaped apart stands on its letter. */
const isOnIts = (a: TextInPdf, b: TextInPdf) =>
  [a, b].some(({ text }) => /^\p{Cc}+$/u.test(text)) || (/\p{Cc}/u.test(a.text + b.text) && Math.abs(a.y - b.y) < 0.01);

/** Pairs of texts of one page that are printed over each other. */
export const overprints = (texts: readonly TextInPdf[]): [string, string][] =>
  texts.flatMap((a, i) =>
    texts
      .slice(i + 1)
      .filter((b) => isOver(a, b, "x", "width", APART) && isOver(a, b, "y", "height", 0.5) && !isOnIts(a, b))
      .map((b): [string, string] => [a.text, b.text]),
  );

const isOver = (a: TextInPdf, b: TextInPdf, from: "x" | "y", long: "width" | "height", apart: number): boolean =>
  a[from] + apart < b[from] + b[long] && b[from] + apart < a[from] + a[long];

import type { Font, Glyph, Position, Subset } from "fontkit";

// A word in the letters of western Europe is an advance for each letter and a kerning for each pair, which are asked for once: asking
// fontkit for each word takes most of the time of a page. Where a pair becomes something else, the word is shaped as a whole.

type Letter = Pick<Glyph, "id" | "advanceWidth" | "codePoints">;
type Word = { glyphs: Letter[]; positions: Position[]; readonly advanceWidth: number };

/**
 * A parsed font as one document has it. A font keeps which letter its glyphs stand for from their first use on, and as a part of
 * another one (the e of é) a glyph stands for none: in the next document its letter couldn't be copied.
 */
export const forDocument = (font: Font): Font => Object.create(font, { _glyphs: { value: {} } }) as Font;

/** More than any names have: marks can be put on letters without end. */
const MOST_PAIRS = 20_000;

/** A parsed font that all documents share: which letters its glyphs stand for is kept beside it. */
export function shared(font: Font): Font {
  const whole = forDocument(font);
  const letters = new Map<string, Letter | null>();
  const pairs = new Map<string, number | null>();

  const letterOf = (char: string): Letter | null => {
    let letter = letters.get(char);
    if (letter === undefined) letters.set(char, (letter = onlyLetter(whole, char)));
    return letter;
  };
  /** How much closer the second of two letters stands, mostly less than 0; null where they aren't only put side by side. */
  const kerningOf = (pair: string): number | null => {
    let kerning = pairs.get(pair);
    if (kerning === undefined) {
      if (pairs.size >= MOST_PAIRS) pairs.clear();
      pairs.set(pair, (kerning = onlyKerning(whole, pair, letterOf)));
    }
    return kerning;
  };

  function shape(text: string): Word | null {
    const glyphs: Letter[] = [];
    const positions: Position[] = [];
    for (let at = 0; at < text.length; at++) {
      const letter = letterOf(text[at]!);
      const kerning = at === 0 ? 0 : kerningOf(text.slice(at - 1, at + 1));
      if (letter === null || kerning === null) return null;
      if (at > 0) positions[at - 1]!.xAdvance += kerning;
      glyphs.push(letter);
      positions.push({ xAdvance: letter.advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 });
    }
    // pdfkit scales the positions in place before it asks for their sum
    return {
      glyphs,
      positions,
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
      },
    };
  }
  const layout = (text: string, features?: readonly string[]) =>
    (features ? null : shape(text)) ?? whole.layout(text, features);
  return Object.create(font, { layout: { value: layout }, createSubset: { value: subsetsOf(font) } }) as Font;
}

/** Of the latest sets of letters the file is kept: writing it takes as long as the rest of a page. */
const MOST_FILES = 64;

/** Makes the parts of a font that documents bring along. */
function subsetsOf(font: Font): () => Subset {
  const files = new Map<string, Uint8Array>();
  return () => {
    const subset = font.createSubset();
    const encode = () => {
      const key = subset.glyphs.join();
      const file = files.get(key) ?? subset.encode();
      files.delete(key);
      files.set(key, file);
      if (files.size > MOST_FILES) files.delete(files.keys().next().value!);
      return file;
    };
    return Object.create(subset, { encode: { value: encode } }) as Subset;
  };
}

const isPlain = ({ xOffset, yOffset, yAdvance }: Position) => xOffset === 0 && yOffset === 0 && yAdvance === 0;

function onlyLetter(font: Font, char: string): Letter | null {
  const { glyphs, positions } = font.layout(char);
  const [glyph] = glyphs;
  return glyph && glyphs.length === 1 && positions.every(isPlain)
    ? { id: glyph.id, advanceWidth: glyph.advanceWidth, codePoints: [char.codePointAt(0)!] }
    : null;
}

function onlyKerning(font: Font, pair: string, letterOf: (char: string) => Letter | null): number | null {
  const [first, second] = [letterOf(pair[0]!), letterOf(pair[1]!)];
  const { glyphs, positions } = font.layout(pair);
  const isSideBySide =
    glyphs.length === 2 &&
    glyphs[0]!.id === first?.id &&
    glyphs[1]!.id === second?.id &&
    positions.every(isPlain) &&
    positions[1]!.xAdvance === second.advanceWidth;
  return isSideBySide ? positions[0]!.xAdvance - first.advanceWidth : null;
}

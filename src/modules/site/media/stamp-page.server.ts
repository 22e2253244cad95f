import { deflateSync } from "node:zlib";
import type PDFDocument from "pdfkit";

// What many pages have is drawn once, as a form that they refer to (PDF 1.7, section 8.10).

type Page = InstanceType<typeof PDFDocument>;
type Form = ReturnType<Page["ref"]>;
type Resources = { Font: object; XObject: object };

/** Puts a form on the page that is being drawn. */
export function stamp(pdf: Page, form: Form): void {
  const name = `Form${String(form).split(" ", 1)[0]}`;
  pdf.page.xobjects[name] = form;
  pdf.addContent(`/${name} Do`);
}

/** A form of one document, as large as its page. */
export function formOf(pdf: Page, draw: (pdf: Page) => void): Form {
  const { content, resources } = drawn(pdf, draw);
  const form = pdf.ref(dictionary(pdf, resources));
  form.end(content);
  return form;
}

const formsOf = new WeakMap<Page, Map<string, Form>>();
/** An operator has one brand at a time. */
const MOST = 16;
const contents = new Map<string, Buffer>();

/** A form that is the same in all documents whose `key` is the same: paths only, no text and no picture. */
export function houseForm(pdf: Page, key: string, draw: (pdf: Page) => void): Form {
  const forms = formsOf.get(pdf) ?? new Map<string, Form>();
  formsOf.set(pdf, forms);
  let form = forms.get(key);
  if (!form) {
    let content = contents.get(key);
    if (!content) {
      content = deflateSync(drawn(pdf, draw).content, { level: 9 });
      if (contents.size >= MOST) contents.clear();
      contents.set(key, content);
    }
    form = pdf.ref({ ...dictionary(pdf, {}), Filter: "FlateDecode" });
    form.end(content);
    forms.set(key, form);
  }
  return form;
}

const dictionary = ({ page: { width, height } }: Page, resources: Partial<Resources>) => ({
  Type: "XObject",
  Subtype: "Form",
  BBox: [0, 0, width, height],
  Resources: resources,
});

/** The operators that something is drawn with, and what they name. */
function drawn(pdf: Page, draw: (pdf: Page) => void): { content: string; resources: Resources } {
  const { page } = pdf;
  const lines: string[] = [];
  const resources: Resources = { Font: {}, XObject: {} };
  pdf.page = Object.create(page, {
    write: { value: (line: string) => lines.push(line) },
    fonts: { value: resources.Font },
    xobjects: { value: resources.XObject },
  }) as typeof page;
  draw(pdf);
  pdf.page = page;
  return { content: lines.join("\n"), resources };
}

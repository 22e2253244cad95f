import { expect, test } from "vitest";
import { InvoiceRequest } from "#src/modules/books/invoices/schema.ts";
import { CFDI_USES, isPostalCode, legalNameOf, TAX_REGIMES } from "#src/modules/books/invoices/rules/cfdi.ts";

const person = {
  rfc: "NUSO900101AB1",
  legal_name: "Sofía Núñez Solís",
  tax_regime: "612",
  postal_code: "06700",
  cfdi_use: "G03",
  email: "factura@guest.test",
};
const company = { ...person, rfc: "PME010101AB1", legal_name: "Pulques y Mezcales", tax_regime: "601" };
const foreigner = { ...person, rfc: "XEXX010101000", tax_regime: "616", cfdi_use: "S01", postal_code: "" };

const errorsOf = (data: object) =>
  (InvoiceRequest.safeParse(data).error?.issues ?? []).map(({ path, message }) => [path.join("."), message]);

test.each<[name: string, data: object, errors: string[][]]>([
  ["a person", person, []],
  ["a company", company, []],
  ["a foreigner, who has no address in Mexico", foreigner, []],
  ["the public at large", { ...foreigner, rfc: "XAXX010101000" }, []],
  ["a salary can't deduct", { ...person, tax_regime: "605" }, [["cfdi_use", "payments-manage.error.useOfRegime"]]],
  ["a salary without effect", { ...person, tax_regime: "605", cfdi_use: "S01" }, []],
  [
    "no obligations, no expenses",
    { ...person, tax_regime: "616" },
    [["cfdi_use", "payments-manage.error.useOfRegime"]],
  ],
  [
    "a person in a company's regime",
    { ...person, tax_regime: "601" },
    [["tax_regime", "payments-manage.error.regimeOfCompany"]],
  ],
  [
    "a company in a person's",
    { ...company, tax_regime: "605" },
    [["tax_regime", "payments-manage.error.regimeOfPerson"]],
  ],
  ["both may be in 626", { ...company, tax_regime: "626" }, []],
  [
    "a generic RFC in 601",
    { ...foreigner, tax_regime: "601" },
    [["tax_regime", "payments-manage.error.regimeOfGeneric"]],
  ],
  ["a generic RFC with G03", { ...foreigner, cfdi_use: "G03" }, [["cfdi_use", "payments-manage.error.useOfGeneric"]]],
  ["31 February", { ...person, rfc: "NUSO900231AB1" }, [["rfc", "payments-manage.error.rfc"]]],
  ["no such postal code", { ...person, postal_code: "00000" }, [["postal_code", "payments-manage.error.postalCode"]]],
  ["a foreign postal code", { ...person, postal_code: "18A42" }, [["postal_code", "payments-manage.error.postalCode"]]],
  ["no postal code", { ...person, postal_code: "" }, [["postal_code", "payments-manage.error.postalCode"]]],
  [
    "a person as S.A.",
    { ...person, legal_name: "Uno SA de CV" },
    [["legal_name", "payments-manage.error.companyNameOfPerson"]],
  ],
  [
    "only a form of company",
    { ...company, legal_name: ", S.A. de C.V." },
    [["legal_name", "payments-manage.error.legalName"]],
  ],
  [
    "a bar, which XML forms keep for themselves",
    { ...company, legal_name: "A|B" },
    [["legal_name", "payments-manage.error.legalName"]],
  ],
  ["no such regime", { ...person, tax_regime: "999" }, [["tax_regime", "payments-manage.error.taxRegime"]]],
  ["no such use", { ...person, cfdi_use: "G99" }, [["cfdi_use", "payments-manage.error.cfdiUse"]]],
  ["two lines, which become one", { ...person, legal_name: "a\nb" }, []],
  ["lower case and spaces around", { ...person, rfc: " nuso900101ab1 " }, []],
  [
    "each field by itself",
    { ...person, rfc: "123", postal_code: "6700", email: "nobody" },
    [
      ["rfc", "payments-manage.error.rfc"],
      ["postal_code", "payments-manage.error.postalCode"],
      ["email", "errors.email"],
    ],
  ],
])("%s", (_name, data, errors) => expect(errorsOf(data)).toEqual(errors));

test("every combination has an answer, and each regime allows at least one use to somebody", () => {
  const accepted = [person, company].flatMap((data) =>
    TAX_REGIMES.flatMap((tax_regime) =>
      CFDI_USES.filter((cfdi_use) => errorsOf({ ...data, tax_regime, cfdi_use }).length === 0).map(
        (cfdi_use) => `${data === person ? "person" : "company"} ${tax_regime} ${cfdi_use}`,
      ),
    ),
  );
  // the catalogues, counted by hand: people may be in 13 regimes, 5 of which deduct; companies in 8, 7 of which do
  const count = (of: RegExp) => accepted.filter((one) => of.test(one)).length;
  expect([count(/^person .*S01/), count(/^person .*G03/), count(/^company .*S01/), count(/^company .*G03/)]).toEqual([
    13, 5, 8, 7,
  ]);
  expect(new Set(accepted.map((one) => one.slice(-7, -4))).size).toBe(TAX_REGIMES.length);
});

test.each([
  ["Pulques y Mezcales, S.A. de C.V.", "PULQUES Y MEZCALES"],
  ["PULQUES Y MEZCALES SA DE CV", "PULQUES Y MEZCALES"],
  ["pulques y mezcales S. A. DE C. V.", "PULQUES Y MEZCALES"],
  ["Pulques S.A.P.I. de C.V.", "PULQUES"],
  ["Pulques S.A.B. de C.V.", "PULQUES"],
  ["Pulques S. de R.L. de C.V.", "PULQUES"],
  ["Pulques S de RL de CV", "PULQUES"],
  ["Pulques S. de R.L. M.I.", "PULQUES"],
  ["Pulques, S.A.S. de C.V.", "PULQUES"],
  ["Pulques, A.C.", "PULQUES"],
  ["Pulques S.C.", "PULQUES"],
  ["Pulques S.C. de R.L. de C.V.", "PULQUES"],
  ["Pulques S.P.R. de R.L.", "PULQUES"],
  ["Pulques S. en C. por A.", "PULQUES"],
  ["Pulques Sociedad Anónima de Capital Variable", "PULQUES"],
  ["Pulques, Sociedad de Responsabilidad Limitada de Capital Variable", "PULQUES"],
  ["Pulques Asociación Civil", "PULQUES"],
  // what only looks like it
  ["Casa", "CASA"],
  ["La Musa", "LA MUSA"],
  ["Comercial Masac", "COMERCIAL MASAC"],
  ["Bar & Ñoño", "BAR & ÑOÑO"],
  ["S.A. de Todo", "S.A. DE TODO"],
  ["Uno   \u00A0Dos", "UNO DOS"],
])("a company %j is called %j", (typed, name) => expect(legalNameOf(typed, "company")).toBe(name));

test("a person's name keeps every word", () => expect(legalNameOf("Ana  de Sa", "person")).toBe("ANA DE SA"));

test.each([
  ["01000", true],
  ["16999", true],
  ["20000", true],
  ["99999", true],
  ["00000", false],
  ["00999", false],
  ["17000", false],
  ["19999", false],
  ["6700", false],
  ["067000", false],
])("%s is a postal code: %s", (text, is) => expect(isPostalCode(text)).toBe(is));

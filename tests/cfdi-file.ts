import { randomUUID } from "node:crypto";

type InvoiceData = {
  rfc?: string;
  total?: string;
  currency?: string;
  issuer?: string;
  uuid?: string | null;
  kind?: string;
  version?: string;
};

/** An invoice's XML as a certified provider returns it, with what it says of whom it is for; `uuid: null` isn't stamped. */
export function cfdiXml(over: InvoiceData = {}): string {
  const { rfc = "NUSO900101AB1", total = "640.00", currency = "MXN", issuer = "RON010101AB1" } = over;
  const { uuid = randomUUID(), kind = "I", version = "4.0" } = over;
  const stamp =
    uuid === null
      ? ""
      : `<cfdi:Complemento><tfd:TimbreFiscalDigital xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital" Version="1.1" UUID="${uuid.toUpperCase()}" SelloCFD="a>b=="/></cfdi:Complemento>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- <cfdi:Receptor Rfc="COMMENTED"/> -->
<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4" Version="${version}" Serie="A" Folio="12" Fecha="2026-11-20T12:00:00"
  SubTotal="551.72" Moneda="${currency}" Total="${total}" TipoDeComprobante="${kind}" Exportacion="01" LugarExpedicion="06700" Sello="x>y==">
  <cfdi:Emisor Rfc="${issuer}" Nombre="RONDA" RegimenFiscal="601"/>
  <cfdi:Receptor Rfc='${rfc.replaceAll("&", "&amp;")}' Nombre="SOFÍA NÚÑEZ SOLÍS" DomicilioFiscalReceptor="06700" RegimenFiscalReceptor="612" UsoCFDI="G03"/>
  ${stamp}
</cfdi:Comprobante>`;
}

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** The two files of an invoice, as staff choose them. */
export const cfdiFiles = (over: InvoiceData = {}) => ({ xml: bytes(cfdiXml(over)), pdf: bytes("%PDF-1.7\n%%EOF\n") });

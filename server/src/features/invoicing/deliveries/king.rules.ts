import { strToU8 } from 'fflate';
import { create } from 'xmlbuilder2';
import { centsToDecimal, xmlText } from '#server/platform/xml/ubl.ts';
import type { ExportedInvoice, ExportedLine } from '../exports/exported-invoice.ts';
import { type ExportedBatch, type Exporter, journalObstacles } from './exported-batch.ts';
import { pictureOf } from './picture.ts';

/**
 * King: the pictures, a file that puts them in its digital archive, and one of journal entries that name them; in this
 * order, since an entry finds its picture only where it is there already (docs/couplings/king.md).
 */
export const king: Exporter = {
  obstacles: journalObstacles,
  async filesOf(batch) {
    const pictures = [];
    for (const invoice of batch.invoices) pictures.push(...(await pictureOf(batch, invoice)));
    const named = new Set(pictures.map(({ name }) => name));
    const archived = batch.invoices.filter((invoice) => named.has(pictureName(invoice)));
    const archive = archived.length === 0 ? [] : [xmlFile('1-archief.xml', archiveOf(archived))];
    return [...pictures, ...archive, xmlFile('2-journaalposten.xml', journalOf(batch, archived))];
  },
};

const pictureName = ({ documentNumber }: ExportedInvoice) => `${documentNumber}.pdf`;

function xmlFile(name: string, document: object) {
  const xml = create({ version: '1.0', encoding: 'UTF-8' }, document).end({ prettyPrint: true });
  return { name, bytes: strToU8(xml) };
}

function archiveOf(invoices: readonly ExportedInvoice[]) {
  return {
    KING_DIGITAAL_ARCHIEF: {
      DIGITAAL_ARCHIEF: {
        DIGITAAL_ARCHIEFSTUK: invoices.map((invoice) => ({
          DAR_ARCHIEFSOORT: 'INKOOP',
          DAR_BESTANDSNAAM: pictureName(invoice),
          DAR_DATUM: invoice.invoiceDate,
          DAR_EXTERN_ID: invoice.documentNumber.slice(0, 20),
        })),
      },
    },
  };
}

function journalOf({ journal, invoices }: ExportedBatch, archived: readonly ExportedInvoice[]) {
  return {
    KING_JOURNAAL: {
      BOEKINGSGANGEN: {
        BOEKINGSGANG: {
          BG_OMSCHRIJVING: 'Inkoopfacturen',
          // A bookkeeper looks at it and makes it final.
          BG_DEFINITIEF: 'false',
          JOURNAALPOSTEN: {
            JOURNAALPOST: invoices.map((invoice) => ({
              JP_DAGBOEKCODE: journal,
              JP_BOEKDATUM: invoice.bookingDate,
              JP_OMSCHRIJVING: textOf(invoice.description || invoice.creditor.name),
              JOURNAALREGELS: {
                JOURNAALREGEL: invoice.lines.map((line, index) =>
                  lineOf(invoice, line, index + 1, archived.includes(invoice)),
                ),
              },
            })),
          },
        },
      },
    },
  };
}

function lineOf(invoice: ExportedInvoice, line: ExportedLine, number: number, isArchived: boolean) {
  const isCreditor = line.kind === 'creditor';
  const isDebit = line.debitInCents !== 0;
  return {
    JR_VOLGNUMMER: String(number),
    JR_REKENINGNUMMER: isCreditor ? (invoice.creditor.number ?? '') : line.ledgerNumber,
    JR_BOEKZIJDE: isDebit ? 'DEB' : 'CRED',
    JR_VALUTACODE: invoice.currency,
    JR_VALUTABEDRAG: centsToDecimal(isDebit ? line.debitInCents : line.creditInCents),
    JR_OMSCHRIJVING: textOf(line.description || invoice.description),
    JR_FACTUURNUMMER: xmlText(invoice.invoiceNumber),
    JR_FACTUURDATUM: invoice.invoiceDate,
    ...(isCreditor && invoice.dueDate !== null ? { JR_VERVALDATUM: invoice.dueDate } : {}),
    ...(isCreditor && invoice.paymentReference
      ? { JR_BETALINGSKENMERK: xmlText(invoice.paymentReference) }
      : {}),
    ...(isArchived ? { JR_ARCHIEFSTUK_EXTERN_ID: invoice.documentNumber.slice(0, 20) } : {}),
  };
}

function textOf(text: string): string {
  return xmlText(text).replaceAll(/\s+/gu, ' ').trim().slice(0, 40);
}

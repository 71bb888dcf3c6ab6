import type { LabelWords } from '../label.ts';
import { excl, germanInvoice, incl, no, rate, vatWord } from '../parts.ts';

/** German labels. */
export const german: LabelWords = {
  number: String.raw`
    0.96 ${germanInvoice}${no}
    0.85 unter (?:der )?nummer|\p{L}{0,16}(?:korrektur|storno)${no}
  `,
  date: String.raw`
    0.85 (?:erstellt|ausgestellt) am|rechnungsausgang|datum der rechnung
    0.96 ${germanInvoice}[\s.\-]*datum|(?:ausstellungs|erstellungs)datum
    0.5  vom
  `,
  dueDate: String.raw`
    0.85 f[äa]llig(?:keit(?:sdatum)?)?(?: am| bis)?|zahlbar (?:bis|am)|zahlungsziel|(?:[üu]berweisen|zahlen|zahlung|f[äa]llig)[^\t]{0,40} bis(?: zum| sp[äa]testens(?: zum)?)?
  `,
  total: String.raw`
    0.85 (?:erstattungs|auszahlungs)betrag
    0.6  betrag (?:von|in h[öo]he von)
    0.5  brutto
    0.9  (?:gesamt|rechnungs|end|brutto|gutschrifts)[\s\-]?(?:betrag|summe)(?:[\s(]*(?:brutto|${incl}(?: ${vatWord}\.?)?)\)?)?|summe (?:brutto|${incl}(?: ${vatWord})?)|zu (?:zahlen(?:der betrag)?|[üu]berweisen)|forderungsbetrag|f[äa]lliger betrag
    0.7  zahlbetrag|gesamt(?:betrag)?(?: eur| €)?|offener betrag
    0.9  gesamt(?:betrag|summe|preis)? (?:brutto|${incl}(?: ${rate})? ?(?:${vatWord})?)|rechnungsend(?:betrag|summe)|endpreis(?: brutto)?|(?:noch )?zu (?:be)?zahlender (?:gesamt)?betrag
    0.55 summe(?: eur)?
    // An insurer's premium.
    0.75 (?:rechnungs|gesamt|jahres)beitrag|(?:zu zahlender )?beitrag ${incl}(?: ${rate})?(?: versicherungs?steuer)?|zu zahlender beitrag
  `,
  excl: String.raw`
    0.9  summe netto|gesamt(?:betrag|summe)? netto|rechnungssumme ${excl} (?:ust|mwst)\.?|zwischensumme|positionssumme|warenwert
    0.9  (?:netto|warenwert|gesamt)[\s\-]?(?:summe|netto)(?: netto)?|zwischensumme(?: \(netto\))?|summe netto
  `,
  vat: String.raw`
    0.85 versicherungs?steuer|umsatzsteuer|mehrwertsteuer|steuerbetrag
  `,
  reference: String.raw`
    0.95 verwendungszweck
  `,
  otherNumber: String.raw`
    0.95 (?:kunden|kd|best|auftr|lief|cust|acct?|deb|bestell|auftrags?|lieferschein|lieferanten|steuer|vertrags|artikel|handelsregister|globale|projekt|st)[\s.\-]*(?:nummer|nr|no)\.?
  `,
  otherDate: String.raw`
    0.85 (?:bestellt|geliefert|gedruckt) am
    0.96 (?:liefer|leistungs|bestell|auftrags|versand|liefer- (?:und|bzw\.) leistungs)[\s\-]*(?:datum|zeitraum)|bestellung vom|lieferung vom|auftrag vom
  `,
  otherAmount: String.raw`
    0.9  bereits (?:ge|be)zahlt|anzahlung(?:en)?|erhaltene anzahlungen
    0.85 rabatt|skonto|abschl[äa]ge|zuschl[äa]ge
    0.8  einzelpreis|nettopreis|menge
    0.9  (?:ausstehende|offene) forderung(?:en)?(?: am \p{L}+)?|r[üu]ckstand|vorherige[rn]? (?:rechnungsbetrag|saldo)
    0.92 [üu]bertrag
  `,
};

import type { LabelWords } from '../label.ts';
import { excl, germanInvoice, incl, no, rate, vatWord } from '../parts.ts';

/** German labels. */
export const german: LabelWords = {
  number: [
    [`${germanInvoice}${no}`, 0.96],
    [String.raw`unter (?:der )?nummer|\p{L}{0,16}(?:korrektur|storno)${no}`, 0.85],
  ],
  date: [
    ['(?:erstellt|ausgestellt) am|rechnungsausgang|datum der rechnung', 0.85],
    [String.raw`${germanInvoice}[\s.\-]*datum|(?:ausstellungs|erstellungs)datum`, 0.96],
    ['vom', 0.5],
  ],
  dueDate: [
    [
      String.raw`f[äa]llig(?:keit(?:sdatum)?)?(?: am| bis)?|zahlbar (?:bis|am)|zahlungsziel|(?:[üu]berweisen|zahlen|zahlung|f[äa]llig)[^\t]{0,40} bis(?: zum| sp[äa]testens(?: zum)?)?`,
      0.85,
    ],
  ],
  total: [
    ['(?:erstattungs|auszahlungs)betrag', 0.85],
    ['betrag (?:von|in h[öo]he von)', 0.6],
    ['brutto', 0.5],
    [
      String.raw`(?:gesamt|rechnungs|end|brutto|gutschrifts)[\s\-]?(?:betrag|summe)(?:[\s(]*(?:brutto|${incl}(?: ${vatWord}\.?)?)\)?)?|summe (?:brutto|${incl}(?: ${vatWord})?)|zu (?:zahlen(?:der betrag)?|[üu]berweisen)|forderungsbetrag|f[äa]lliger betrag`,
      0.9,
    ],
    ['zahlbetrag|gesamt(?:betrag)?(?: eur| €)?|offener betrag', 0.7],
    [
      `gesamt(?:betrag|summe|preis)? (?:brutto|${incl}(?: ${rate})? ?(?:${vatWord})?)|rechnungsend(?:betrag|summe)|endpreis(?: brutto)?|(?:noch )?zu (?:be)?zahlender (?:gesamt)?betrag`,
      0.9,
    ],
    ['summe(?: eur)?', 0.55],
    // An insurer's premium.
    [
      `(?:rechnungs|gesamt|jahres)beitrag|(?:zu zahlender )?beitrag ${incl}(?: ${rate})?(?: versicherungs?steuer)?|zu zahlender beitrag`,
      0.75,
    ],
  ],
  excl: [
    [
      String.raw`summe netto|gesamt(?:betrag|summe)? netto|rechnungssumme ${excl} (?:ust|mwst)\.?|zwischensumme|positionssumme|warenwert`,
      0.9,
    ],
    [
      String.raw`(?:netto|warenwert|gesamt)[\s\-]?(?:summe|netto)(?: netto)?|zwischensumme(?: \(netto\))?|summe netto`,
      0.9,
    ],
  ],
  vat: [['versicherungs?steuer|umsatzsteuer|mehrwertsteuer|steuerbetrag', 0.85]],
  reference: [['verwendungszweck', 0.95]],
  otherNumber: [
    [
      String.raw`(?:kunden|kd|best|auftr|lief|cust|acct?|deb|bestell|auftrags?|lieferschein|lieferanten|steuer|vertrags|artikel|handelsregister|globale|projekt|st)[\s.\-]*(?:nummer|nr|no)\.?`,
      0.95,
    ],
  ],
  otherDate: [
    ['(?:bestellt|geliefert|gedruckt) am', 0.85],
    [
      String.raw`(?:liefer|leistungs|bestell|auftrags|versand|liefer- (?:und|bzw\.) leistungs)[\s\-]*(?:datum|zeitraum)|bestellung vom|lieferung vom|auftrag vom`,
      0.96,
    ],
  ],
  otherAmount: [
    ['bereits (?:ge|be)zahlt|anzahlung(?:en)?|erhaltene anzahlungen', 0.9],
    ['rabatt|skonto|abschl[äa]ge|zuschl[äa]ge', 0.85],
    ['einzelpreis|nettopreis|menge', 0.8],
    [
      String.raw`(?:ausstehende|offene) forderung(?:en)?(?: am \p{L}+)?|r[üu]ckstand|vorherige[rn]? (?:rechnungsbetrag|saldo)`,
      0.9,
    ],
    ['[üu]bertrag', 0.92],
  ],
};

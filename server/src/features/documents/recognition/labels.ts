import { type Line, boxOf } from './words.ts';
import type { Box } from './recognised.ts';

/** What a printed label announces. Kinds after `reference` are no field of ours: they own values that look like one. */
export type LabelKind =
  | 'number'
  | 'date'
  | 'dueDate'
  | 'total'
  | 'excl'
  | 'vat'
  | 'reference'
  | 'otherNumber'
  | 'otherDate'
  | 'otherAmount';

/** A label on the page. */
export interface Label {
  readonly kind: LabelKind;
  /** How sure a value beside it is meant, 0..1. */
  readonly strength: number;
  readonly line: Line;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly box: Box;
}

const no = String.raw`[\s.\-]*(?:nummer|nr|no|num|number|n°|nº|№|#|id)(?![\p{L}])\.?`;
const document = String.raw`(?:\p{L}{0,16}factuur|fact|faktuur|nota|rekening(?!${no}))`;
const credit = String.raw`credit(?:nota|factuur|[\s\-]nota|[\s\-]factuur|[\s\-]?note|[\s\-]?memo|[\s\-]invoice)?`;
const german = String.raw`(?:\p{L}{0,16}rechnung|rechnungs|beleg|gutschrift|gutschrifts)`;
const vatWord = String.raw`(?:btw|b\.t\.w\.?|vat|tax|ust|mwst|tva|omzetbelasting)`;
const incl = String.raw`(?:incl|inclusief|including|inkl|inc|inklusive|ttc)\.?`;
const excl = String.raw`(?:excl|exclusief|excluding|exkl|ex|ohne|zonder|ht|without)\.?`;
const rate = String.raw`(?:\(?\d{1,2}(?:[.,]\d{1,2})?\s?%\)?)`;

/** Regular expressions of the labels, each with its strength; the longest one that matches at a place counts. */
const table: Readonly<Record<LabelKind, readonly (readonly [source: string, strength: number])[]>> = {
  number: [
    [`${document}${no}`, 0.96],
    [`${credit}${no}`, 0.96],
    [`(?:invoice|inv|bill)${no}`, 0.96],
    [`${german}${no}`, 0.96],
    [`num[ée]ro (?:de )?(?:la )?facture|facture${no}`, 0.95],
    [`nummer (?:van de )?(?:factuur|nota|creditnota)`, 0.95],
    [`(?:factuur|invoice)[\\s\\-]?(?:ref(?:erentie|erence)?|kenmerk|code)\\.?`, 0.85],
    [`(?:aanslag(?:biljet)?|beschikking|heffing)s?${no}`, 0.9],
    [`(?:declaratie|document|bon|kassabon|transactie)${no}`, 0.6],
    // `Handelsrechnung (380) Nr.`, `Factuur met nummer`: the title and its number word are one label.
    [
      `(?:\\p{L}{0,16}factuur|\\p{L}{0,16}rechnung|\\p{L}{0,16}korrektur|invoice|creditnota|gutschrift)(?: \\([^()\\t]{0,40}\\)| met| with| mit| des \\p{L}+){1,3}${no}`,
      0.9,
    ],
    [`(?:\\p{L}{0,16}factuur|faktuur|invoice|\\p{L}{0,16}rechnung|facture|creditnota|nota)`, 0.55],
    [`(?:ons kenmerk|onze referentie|our ref(?:erence)?\\.?)`, 0.35],
    [`(?:declaratie|jaarnota|termijnnota|voorschotnota|eindafrekening|afrekening)`, 0.5],
    [`(?:nummer|number)`, 0.5],
    [`(?:nr|no)\\.?`, 0.35],
  ],
  date: [
    [`${document}[\\s.\\-]*(?:datum|dd|d\\.d\\.)`, 0.96],
    [`datum (?:van )?(?:de )?(?:factuur|nota|creditnota|creditfactuur)`, 0.96],
    [`${credit}[\\s\\-]*(?:datum|date)`, 0.96],
    [`(?:invoice|inv|bill|issue|billing)[\\s.\\-]*date|date of (?:issue|invoice)|date issued`, 0.96],
    [`${german}[\\s.\\-]*datum|ausstellungsdatum`, 0.96],
    [`date (?:de )?(?:la )?facture|date d.[ée]mission`, 0.95],
    [
      `(?:declaratie|rekening|nota|beleg|rg\\.|korrektur|gutschrifts?|storno|document|uitgifte)[\\s.\\-]*(?:datum|date)`,
      0.93,
    ],
    [`dagtekening|factuur van|factuur d\\.?d\\.?`, 0.75],
    [`datum|date|dat\\.`, 0.6],
    [`d\\.d\\.|dd\\.`, 0.55],
    [`vom`, 0.5],
  ],
  dueDate: [
    [`verval(?:datum|dag)|vervalt(?: op)?|betalen v[oó][oó]r|betaling v[oó][oó]r`, 0.96],
    [`(?:uiterste|uiterlijke|laatste) (?:betaal|betalings)?[\\s\\-]?(?:datum|dag)`, 0.96],
    [
      `(?:te )?(?:betalen|voldoen|betaling|betaald)(?: zijn)? (?:v[oó][oó]r|uiterlijk|op uiterlijk|tot|t/m)(?: op)?`,
      0.9,
    ],
    [`uiterlijk(?: op| v[oó][oó]r)?`, 0.8],
    [`v[oó][oó]r`, 0.5],
    [`(?:betaal|betalings)[\\s\\-]?datum|betaal(?:t u)? (?:uiterlijk|v[oó][oó]r)|betaaltermijn`, 0.9],
    [
      `incasso[\\s\\-]?datum|(?:te )?incasseren(?: wij| we)?(?: dit(?: bedrag)?)?(?: op| rond| omstreeks| per)+|ge[ïi]ncasseerd (?:op|rond)|afgeschreven (?:op|rond)`,
      0.6,
    ],
    [`(?:payment )?due(?: date| on| by)?|pay(?:able|ment)? (?:by|before)|date due`, 0.93],
    [
      `f[äa]llig(?:keit(?:sdatum)?)?(?: am| bis)?|zahlbar (?:bis|am)|zahlungsziel|(?:[üu]berweisen|zahlen|zahlung|f[äa]llig)[^\\t]{0,40} bis(?: zum| sp[äa]testens(?: zum)?)?`,
      0.85,
    ],
    [`(?:date d.)?[ée]ch[ée]ance`, 0.9],
  ],
  total: [
    [`totaal(?:bedrag)? te (?:betalen|voldoen|ontvangen)(?: ${incl}(?: ${rate})? ?${vatWord})?`, 0.97],
    [
      `(?:nog )?te (?:betalen|voldoen|ontvangen|crediteren|incasseren)(?: bedrag)?|door u te (?:betalen|voldoen)`,
      0.85,
    ],
    [`totaal(?:bedrag)?\\s?(?:eur|€)?[\\s(]*${incl}[\\s)]*(?:${rate}\\s*)?(?:${vatWord})?\\)?`, 0.96],
    [`(?:factuur|nota|credit)[\\s\\-]?(?:bedrag|totaal|som)(?: ${incl}\\s?(?:${vatWord})?)?`, 0.9],
    [`totaal(?:bedrag)? (?:van )?(?:deze |de )?(?:factuur|nota|creditnota|creditfactuur|credit)`, 0.9],
    [`(?:eind|brutto|bruto)[\\s\\-]?(?:totaal|bedrag)|totaal generaal|algemeen totaal`, 0.9],
    [`totaalbedrag`, 0.85],
    [`bedrag ${incl}\\s?(?:${vatWord})?`, 0.85],
    [`${incl}[\\s]*(?:${rate}\\s*)?${vatWord}`, 0.7],
    [`totaal(?: in)?(?: eur(?:o)?| €)?`, 0.62],
    [
      `(?:grand|invoice|credit) total|(?:total|balance|amount|payment) (?:amount )?(?:due|payable)|amount to pay`,
      0.95,
    ],
    [`total(?: amount)?[\\s(]*(?:eur|€)?[\\s(]*${incl}[\\s)]*(?:${rate}\\s*)?(?:of )?(?:${vatWord})?`, 0.96],
    [`total amount|total credit`, 0.8],
    [`total(?: eur| €)?`, 0.62],
    [
      `(?:gesamt|rechnungs|end|brutto|gutschrifts)(?:betrag|summe)|summe ${incl}(?: ${vatWord})?|zu zahlen`,
      0.9,
    ],
    [`zahlbetrag|gesamt(?:betrag)?(?: eur| €)?`, 0.7],
    [`montant total|net [àa] payer|total ttc`, 0.92],
  ],
  excl: [
    [
      `(?:totaal|total|bedrag|subtotaal|subtotal|factuurbedrag|summe|amount)(?:bedrag)?\\s?(?:eur|€)?[\\s(]*${excl}[\\s)]*(?:of )?(?:${vatWord})?\\)?`,
      0.95,
    ],
    [`sub[\\s\\-]?tota(?:al|l)(?: ${excl} ${vatWord})?`, 0.85],
    [`${excl}[\\s]*(?:${rate}\\s*)?${vatWord}`, 0.75],
    [
      `(?:totaal |total )?netto(?:bedrag|[\\s\\-]totaal|betrag|summe)?|net (?:amount|total)|total net|nett?o`,
      0.8,
    ],
    [
      `(?:btw[\\s\\-]?)?(?:grondslag|basis(?:betrag)?)|maatstaf(?: van heffing)?|taxable(?: amount)?|goederenbedrag`,
      0.7,
    ],
    [
      `summe netto|rechnungssumme ${excl} (?:ust|mwst)\\.?|zwischensumme|positionssumme|warenwert|total ht`,
      0.9,
    ],
    [`belast met ${rate}|bedrag belast`, 0.5],
  ],
  vat: [
    [
      `(?:totaal |total |bedrag |plus |zzgl\\. |zuz[üu]gl\\. |zuz[üu]glich )?(?:${rate}\\s*)?${vatWord}(?:[\\s\\-]?(?:bedrag|hoog|laag|amount|totaal|total))?(?:\\s*${rate})?(?: (?:over|van|op|on|of|auf|von))?`,
      0.85,
    ],
    [`(?:sales |value added )tax|umsatzsteuer|mehrwertsteuer|steuerbetrag`, 0.85],
  ],
  reference: [
    [
      `betalings?[\\s\\-]?kenmerk|betaal[\\s\\-]?kenmerk|acceptgiro(?:nummer|kenmerk)?|payment ref(?:erence)?|verwendungszweck`,
      0.95,
    ],
    [
      `(?:onder|met) vermelding van(?: ${document}${no}| betalings?kenmerk)?|o\\.?v\\.?v\\.?(?: ${document}${no})?|quoting|kenmerk bij betaling`,
      0.75,
    ],
  ],
  otherNumber: [
    [
      `(?:klant|debiteur(?:en)?|deb|relatie|crediteur(?:en)?|leveranciers?|lid|abonnee|deelnemer|verzekerde)[\\s.\\-]*(?:nummer|nr|no|code|id)\\.?`,
      0.95,
    ],
    [
      `(?:uw|your|ihre?) (?:klant|debiteur|order|bestel|referentie|ref|kenmerk|opdracht|inkoop|ordernummer|order[\\s\\-]?nr|reference|order|po|nummer|zeichen|bestellung|bestelnummer|opdrachtnummer|klantnummer|bestelling)\\p{L}*\\.?(?:${no})?`,
      0.95,
    ],
    [
      `(?:order|bestel|bestelling|bestelbon|inkooporder|inkoop|opdracht|offerte|project|contract|polis|pakbon|leverbon|vrachtbrief|werkbon|werkorder|dossier|zaak|artikel|art|product|meter|serie|vestigings|abonnements?|aansluit|ticket|reserverings|boekings|zending|rit|kostenplaats|afdelings?)[\\s.\\-]*(?:nummer|nr|no|code|id|number|#)\\.?`,
      0.95,
    ],
    [
      `(?:kostenplaats|pakbon|werkbon|bestelling|order|opdracht|offerte|project|contract|kenteken|ean(?:[\\s\\-]?code)?|dossier|referentie|uw kenmerk|kenmerk|referenz|reference|ref\\.?|betreft|inzake)`,
      0.6,
    ],
    [
      `(?:customer|client|account|order|purchase order|po|p\\.o\\.|quote|quotation|delivery note|contract|project|job|supplier|vendor|member|registration|company|reg)[\\s.\\-]*(?:number|no|nr|id|code|ref|#)\\.?`,
      0.95,
    ],
    [
      `(?:kunden|bestell|auftrags?|lieferschein|lieferanten|steuer|vertrags|artikel|handelsregister|globale|projekt)[\\s.\\-]*(?:nummer|nr|no)\\.?`,
      0.95,
    ],
    [
      `(?:oorspronkelijke|originele|gecorrigeerde|eerdere|vorige|betreffende|original|previous|corrected|urspr[üu]ngliche) (?:factuur|nota|invoice|rechnung)\\p{L}*(?:${no})?`,
      0.98,
    ],
    [
      `(?:betreft|correctie|inzake|betreffende|op|bij|op basis van|m\\.b\\.t\\.|credit(?:ering)?(?: van| op| voor)?|correction (?:of|to)|relates to|for|against|zu(?:r)?|ref(?:erentie)?\\.?:?)(?: op| van| onze| uw| de| our| your)* (?:factuur|nota|invoice|rechnung)(?:${no})?`,
      0.97,
    ],
    [`crediter(?:en|ing|t)(?: wij| u| hierbij| van| op)*(?: uw| onze| de)? (?:factuur|nota)(?:${no})?`, 0.97],
    [
      `(?:rekening|bank(?:rekening)?|giro|konto|account)[\\s.\\-]*(?:nummer|nr|number|no)\\.?|iban|bic|swift`,
      0.95,
    ],
    [
      `(?:${vatWord}|ob|omzetbelasting|umsatzsteuer|ust)[\\s.\\-]*(?:identificatie)?[\\s.\\-]*(?:nummer|nr|no|id|number|reg|ident)\\p{L}*\\.?(?:[\\s\\-]*(?:nr|no|nummer))?\\.?`,
      0.97,
    ],
    [
      `k\\.?v\\.?k\\.?(?:[\\s\\-]*(?:nummer|nr))?\\.?|kamer van koophandel|coc(?: number| no)?|chamber of commerce|handelsregister`,
      0.95,
    ],
    [`(?:tel|telefoon|telefon|phone|fax|mobiel|mobile|mob|fon|t)[.:]?(?:nummer|nr)?`, 0.9],
    [`(?:pagina|page|seite|blad|bladnr|pag)\\.?`, 0.95],
    [
      `(?:gedeponeerd|ingeschreven|geregistreerd|registered|eingetragen)[^\\t]{0,60}(?:nummer|nr|number|no|unter)\\.?`,
      0.95,
    ],
    [`(?:postbus|p\\.?o\\.? box|postfach)`, 0.95],
  ],
  otherDate: [
    [
      `(?:behandel|ophaal|inlever|keur|reis|lever|leverings|aflever|order|bestel|verzend|pakbon|print|afdruk|opdracht|offerte|ingangs|begin|eind|start|werk|contract|boekings|geboorte|aankomst|vertrek|prestatie|uitvoer(?:ings)?|bezoek|transactie|inkoop|opname|storting|verwerkings|valuta|meet)[\\s.\\-]?(?:datum|dag|dd)`,
      0.96,
    ],
    [
      `datum (?:van )?(?:levering|bestelling|order|opdracht|uitvoering|werkzaamheden|dienst|ingang|pakbon|verzending|prestatie)`,
      0.96,
    ],
    [
      `(?:besteld|geleverd|uitgevoerd|verzonden|ontvangen|geplaatst|uw bestelling|uw order|opdracht|uw opdracht|offerte|bestelling)(?: op| van| d\\.d\\.| dd)`,
      0.85,
    ],
    [`(?:periode|tijdvak|looptijd|van|vanaf|t/m|tot en met|tot|period|from|until|zeitraum|bis|week)`, 0.7],
    [
      `(?:delivery|order|ship(?:ping)?|service|print|start|end|supply|contract|quote|transaction|tax point)[\\s\\-]*date|date of (?:delivery|order|supply|service|shipment)`,
      0.96,
    ],
    [
      `(?:liefer|leistungs|bestell|auftrags|versand|liefer- (?:und|bzw\\.) leistungs)[\\s\\-]*(?:datum|zeitraum)|bestellung vom|lieferung vom|auftrag vom`,
      0.96,
    ],
    [
      `(?:betreft|correctie|inzake|oorspronkelijke|originele|op|van|onze)(?: op| van| onze| uw| de)* (?:factuur|nota)(?:datum)?(?: d\\.?d\\.?| van)?`,
      0.8,
    ],
  ],
  otherAmount: [
    [
      `(?:reeds|al|vooruit|aan) ?(?:betaald|voldaan|betaling)|voldaan|aanbetaling|voorschot|ontvangen|in mindering|betaald|saldo|vorig saldo|wisselgeld|contant|paid|deposit|prepaid|already paid|amount paid|anzahlung(?:en)?|erhaltene anzahlungen`,
      0.9,
    ],
    [
      `korting|discount|rabatt|skonto|betalingskorting|kredietbeperking|toeslag|surcharge|abschl[äa]ge|zuschl[äa]ge`,
      0.85,
    ],
    [
      `(?:g[\\s\\-]?rekening|verzendkosten|vrachtkosten|administratiekosten|bezorgkosten|shipping|freight|statiegeld|emballage)`,
      0.85,
    ],
    [
      `(?:stuks?|eenheids?|per)[\\s\\-]?(?:prijs|stuk)|prijs|tarief|uurtarief|price|rate|unit price|einzelpreis|nettopreis|aantal|quantity|qty|menge`,
      0.8,
    ],
    [
      `(?:loon|arbeid|materiaal)(?:kosten|som|bestanddeel)?|waarvan|kapitaal|verzekerd bedrag|schade|factuurbedrag oud|oorspronkelijk bedrag|original amount`,
      0.7,
    ],
  ],
};

interface Pattern {
  readonly kind: LabelKind;
  readonly strength: number;
  readonly regex: RegExp;
}

const kinds: readonly LabelKind[] = [
  'number',
  'date',
  'dueDate',
  'total',
  'excl',
  'vat',
  'reference',
  'otherNumber',
  'otherDate',
  'otherAmount',
];
const patterns: readonly Pattern[] = kinds.flatMap((kind) =>
  table[kind].map(([source, strength]) => ({
    kind,
    strength,
    regex: new RegExp(String.raw`(?<![\p{L}\d&])(?:${source})(?![\p{L}])`, 'giu'),
  })),
);

/** The labels on a line; of two that overlap the longer one counts, since `Totaal excl. btw` is no `Totaal`. */
export function labelsOn(line: Line): Label[] {
  const hits: Label[] = [];
  // A label never runs from one cell into the next.
  const text = line.text.replaceAll('\t', '\u0001');
  for (const { kind, strength, regex } of patterns) {
    for (const match of text.matchAll(regex)) {
      if (match[0].trim() === '') continue;
      const start = match.index;
      const end = start + match[0].trimEnd().length;
      hits.push({
        kind,
        strength,
        line,
        start,
        end,
        text: line.text.slice(start, end),
        box: boxOf(line, start, end),
      });
    }
  }
  const kept: Label[] = [];
  const byLength = hits.toSorted((a, b) => b.end - b.start - (a.end - a.start) || b.strength - a.strength);
  for (const hit of byLength) {
    if (!kept.some((other) => hit.start < other.end && hit.end > other.start)) kept.push(hit);
  }
  const sorted = kept.toSorted((a, b) => a.start - b.start);
  return isTableHead(line) ? sorted.map((label) => ({ ...label, kind: columnKind[label.kind] })) : sorted;
}

/** The head of the invoice's lines names columns: `Totaal` above them is not the document's total. */
const columnKind: Readonly<Record<LabelKind, LabelKind>> = {
  number: 'otherNumber',
  date: 'otherDate',
  dueDate: 'otherDate',
  total: 'otherAmount',
  excl: 'otherAmount',
  vat: 'otherAmount',
  reference: 'otherNumber',
  otherNumber: 'otherNumber',
  otherDate: 'otherDate',
  otherAmount: 'otherAmount',
};

const describes =
  /(?:omschrijving|artikel|product|beschrijving|dienst|werkzaamheden|description|item|bezeichnung|beschreibung|leistung|produkt|specificatie)/i;
const counts =
  /(?:aantal|uren|qty|quantity|hours|menge|prijs|tarief|price|rate|preis|bedrag|totaal|amount|total|summe|betrag|gesamt|btw|vat|ust)/i;

/** Whether a line names the columns of the table of what was delivered. */
export function isTableHead(line: Line): boolean {
  const heads = line.cells.filter(({ text }) => counts.test(text) && !/\d{2}/.test(text)).length;
  return line.cells.length >= 2 && describes.test(line.text) && heads >= 1 && !/\d[.,]\d{2}/.test(line.text);
}

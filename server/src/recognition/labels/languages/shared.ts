import type { LabelWords } from '../label.ts';
import { credit, excl, incl, no, paper, rate, vatWord } from '../parts.ts';

/** Labels of several languages, and those that mix them. */
export const shared: LabelWords = {
  number: [
    [`${credit}${no}`, 0.96],
    [String.raw`(?:factuur|nota|invoice|bill)[\s\-]?(?:ref(?:erentie|erence)?|kenmerk|code)\.?`, 0.85],
    [String.raw`(?:\p{L}{0,12}aanslag(?:biljet)?|beschikking|heffing|\p{L}{0,16}bescheid)s?${no}`, 0.9],
    [`${paper}${no}`, 0.6],
    // `Handelsrechnung (380) Nr.`, `Factuur met nummer`: the title and its number word are one label.
    [
      String.raw`(?:\p{L}{0,16}factuur|\p{L}{0,16}rechnung|\p{L}{0,16}korrektur|invoice|creditnota|gutschrift)(?: \([^()\t]{0,40}\)| met| with| mit| des \p{L}+){1,3}${no}`,
      0.9,
    ],
    [
      String.raw`(?:\p{L}{0,16}factuur|faktuur|faktura|invoice|(?!berechnung)\p{L}{0,16}rechnung|facture|creditnota|nota|note de cr[ée]dit|gutschrift|stornorechnung|debet(?:nota|factuur)|fattura(?: n\.)?|ereloon(?:staat|nota)|(?:kosten|termijn)staat|staat van kosten(?: en ereloon)?)`,
      0.55,
    ],
    [String.raw`(?:ons kenmerk|unser zeichen|onze ref\.?|onze referentie|our ref(?:erence)?\.?)`, 0.35],
    [
      String.raw`(?:beleg|quittung|receipt|rekening(?= \p{L}?\d)|declaratie|\p{L}{3,20}nota|\p{L}{3,20}note|eindafrekening|afrekening|note d.honoraires)`,
      0.5,
    ],
    ['(?:nummer|number|num[ée]ro)', 0.5],
    ['(?:referentie|reference|r[ée]f[ée]rence|referenz|kenmerk)', 0.34],
    // In `Kd.-Nr.` it is that of something else.
    [String.raw`(?<!\p{L}\.?-)(?:nr|no|n°|nº)\.?`, 0.35],
  ],
  date: [
    [String.raw`(?:bon|kassabon|boek|posting)[\s.\-]?(?:datum|date)`, 0.6],
    [String.raw`${credit}[\s\-]*(?:datum|date)`, 0.96],
    [
      String.raw`(?:declaratie|rekening|nota|beleg|rg\.?|re\.?|korrektur|gutschrifts?|storno|document|uitgifte)[\s.\-]*(?:datum|date)`,
      0.93,
    ],
    [String.raw`${paper}[\s.\-]*(?:datum|date)`, 0.8],
    [String.raw`datum|date|dat\.`, 0.6],
  ],
  total: [[String.raw`${incl}[\s]*(?:${rate}\s*)?${vatWord}`, 0.7]],
  excl: [
    [
      String.raw`(?:totaal|total|bedrag|subtotaal|subtotal|eindtotaal|eindbedrag|factuurbedrag|gesamtbetrag|gesamtsumme|gesamt|montant|summe|amount)(?:bedrag)?\s?(?:eur|€)?[\s(]*${excl}[\s)]*(?:of )?(?:${vatWord})?\)?`,
      0.95,
    ],
    [String.raw`sub[\s\-]?tota(?:al|l)(?: ${excl} ${vatWord})?`, 0.85],
    [String.raw`${excl}[\s]*(?:${rate}\s*)?${vatWord}`, 0.75],
    [String.raw`(?:totaal |total )?netto(?:bedrag|[\s\-]totaal|betrag|summe)?|nett?o`, 0.8],
  ],
  vat: [
    [
      String.raw`(?:totaal |total |bedrag |montant |dont |waarvan |plus |\+ |zzgl\. |zuz[üu]gl\. |zuz[üu]glich )?(?:${rate}\s*)?${vatWord}(?:[\s\-]?(?:bedrag|hoog|laag|amount|totaal|total))?(?:\s*${rate})?(?: (?:over|van|op|on|of|auf|von))?`,
      0.85,
    ],
  ],
  otherNumber: [
    [
      String.raw`(?:uw|your|ihre?) (?:klant|debiteur|order|bestel|referentie|ref|kenmerk|opdracht|inkoop|ordernummer|order[\s\-]?nr|reference|order|po|nummer|zeichen|bestellung|bestelnummer|opdrachtnummer|klantnummer|bestelling)\p{L}*\.?(?:${no})?`,
      0.95,
    ],
    [
      String.raw`(?:debiteur|relatie|bestelbon|leverbon|werkorder|meldcode|km[ -]?stand|bsn|bankrekening|machtigings?[ -]?kenmerk|incassant[ -]?id|mandaat(?:referentie)?|mandate(?: ref(?:erence)?)?|kassa|terminal|autorisatie(?:code)?|quotation|quote|delivery note|auftrag|lieferschein|angebot|hrb|compte client|devis(?: n°)?|chantier|(?:booking|customer|order|job|policy|claim|client)[ -]ref(?:erence)?|kostenplaats|pakbon|werkbon|bestell(?:ing|ung)|order|opdracht|offerte|project|contract|kenteken|ean(?:[\s\-]?code)?|dossier|uw kenmerk|ref\.?|betreft|inzake|room|kamer|zimmer|booking|folio)`,
      0.6,
    ],
    [
      String.raw`(?:oorspronkelijke|originele|gecorrigeerde|eerdere|vorige|betreffende|original|previous|corrected|urspr[üu]ngliche) (?:factuur|nota|invoice|rechnung)\p{L}*(?:${no})?`,
      0.98,
    ],
    [
      String.raw`(?:betreft|correctie|inzake|betreffende|bij|op basis van|m\.b\.t\.|credit(?:ering)?(?: van| op| voor)?|correction (?:of|to)|relates to|against|zu(?:r)?|concerne|annule|rectifie|relative? [àa])(?: op| van| onze| uw| de| our| your| la| notre| votre)* (?:factuur|nota|invoice|rechnung|facture)(?:${no})?`,
      0.97,
    ],
    [
      String.raw`(?:(?:op|uw|van|ons|onze|mijn|naar|bank)[ -]?rekening|bankrekening|giro|konto|account)[\s.\-]*(?:nummer|nr|number|no)\.?|iban|bic|swift`,
      0.95,
    ],
    [
      String.raw`(?:${vatWord}|ob|omzetbelasting|umsatzsteuer|ust)[\s.\-]*(?:identificatie)?[\s.\-]*(?:nummer|nr|no|id|number|reg|ident)\p{L}*\.?(?:[\s\-]*(?:nr|no|nummer))?\.?`,
      0.97,
    ],
    // `T 038 421 90 00`, but not the number `T26-24.4`.
    [
      String.raw`(?:(?:tel|telefoon|telefon|phone|fax|mobiel|mobile|mob|fon)[.:]?(?:nummer|nr)?|t(?!\d)[.:]?)`,
      0.9,
    ],
    [String.raw`(?:pagina|page|seite|blad|bladnr|pag)\.?`, 0.95],
    [
      String.raw`(?:gedeponeerd|ingeschreven|geregistreerd|registered|eingetragen)[^\t]{0,60}(?:nummer|nr|number|no|unter)\.?`,
      0.95,
    ],
    [String.raw`(?:postbus|p\.?o\.? box|postfach)`, 0.95],
  ],
  otherDate: [
    ['(?:periode|tijdvak|looptijd|van|vanaf|t/m|tot en met|tot|period|from|until|zeitraum|bis|week)', 0.7],
    [
      '(?:arrival|departure|check-?in|check-?out|aankomst|vertrek|anreise|abreise|arriv[ée]e|d[ée]part)(?: date)?',
      0.8,
    ],
  ],
  otherAmount: [
    [
      String.raw`(?:(?:aanmanings|incasso|herinnerings|rente)kosten|versandkosten|contractsom|aanneemsom|(?:bedrag )?per maand|credit limit|late fee|g[\s\-]?rekening|verzendkosten|vrachtkosten|administratiekosten|bezorgkosten|shipping|freight|statiegeld|emballage)`,
      0.85,
    ],
    [
      '(?:totaal|total|summe) (?:artikelen|items?|goederen|arbeid|materiaal|uren|posten|discount|korting|produits)|(?:subtotaal|subtotal|zwischensumme) (?:blad|pagina|page|seite)',
      0.92,
    ],
  ],
};

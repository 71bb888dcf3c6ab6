import type { LabelWords } from '../label.ts';
import { credit, excl, incl, no, paper, rate, vatWord } from '../parts.ts';

/** Labels of several languages, and those that mix them. */
export const shared: LabelWords = {
  number: String.raw`
    0.96 ${credit}${no}
    0.85 (?:factuur|nota|invoice|bill)[\s\-]?(?:ref(?:erentie|erence)?|kenmerk|code)\.?
    0.9  (?:\p{L}{0,12}aanslag(?:biljet)?|beschikking|heffing|\p{L}{0,16}bescheid)s?${no}
    0.6  ${paper}${no}
    // 'Handelsrechnung (380) Nr.', 'Factuur met nummer': the title and its number word are one label.
    0.9  (?:\p{L}{0,16}factuur|\p{L}{0,16}rechnung|\p{L}{0,16}korrektur|invoice|creditnota|gutschrift)(?: \([^()\t]{0,40}\)| met| with| mit| des \p{L}+){1,3}${no}
    0.55 (?:\p{L}{0,16}factuur|faktuur|faktura|invoice|(?!berechnung)\p{L}{0,16}rechnung|facture|creditnota|nota|note de cr[ée]dit|gutschrift|stornorechnung|debet(?:nota|factuur)|fattura(?: n\.)?|ereloon(?:staat|nota)|(?:kosten|termijn)staat|staat van kosten(?: en ereloon)?)
    0.35 (?:ons kenmerk|unser zeichen|onze ref\.?|onze referentie|our ref(?:erence)?\.?)
    0.5  (?:beleg|quittung|receipt|rekening(?= (?:\p{Lu}{0,4}[-/.]?)\d)|declaratie|\p{L}{3,20}nota|\p{L}{3,20}note|eindafrekening|afrekening|note d.honoraires)
    0.5  (?:nummer|number|num[ée]ro)
    0.34 (?:referentie|reference|r[ée]f[ée]rence|referenz|kenmerk)
    // In 'Kd.-Nr.' it is that of something else.
    0.35 (?<!\p{L}\.?-)(?:nr|no|n°|nº)\.?
  `,
  date: String.raw`
    0.6  (?:bon|kassabon|boek|posting)[\s.\-]?(?:datum|date)
    0.96 ${credit}[\s\-]*(?:datum|date)
    0.93 (?:declaratie|rekening|nota|beleg|rg\.?|re\.?|korrektur|gutschrifts?|storno|document|uitgifte)[\s.\-]*(?:datum|date)
    0.8  ${paper}[\s.\-]*(?:datum|date)
    0.6  datum|date|dat\.
  `,
  total: String.raw`
    0.7  ${incl}[\s]*(?:${rate}\s*)?${vatWord}
  `,
  excl: String.raw`
    0.95 (?:totaal|total|bedrag|subtotaal|subtotal|eindtotaal|eindbedrag|factuurbedrag|gesamtbetrag|gesamtsumme|gesamt|montant|summe|amount)(?:bedrag)?\s?(?:eur|€)?[\s(]*${excl}[\s)]*(?:of )?(?:${vatWord})?\)?
    0.85 sub[\s\-]?tota(?:al|l)(?: ${excl} ${vatWord})?
    0.75 ${excl}[\s]*(?:${rate}\s*)?${vatWord}
    0.8  (?:totaal |total )?netto(?:bedrag|[\s\-]totaal|betrag|summe)?|nett?o
  `,
  vat: String.raw`
    0.85 (?:totaal |total |bedrag |montant |dont |waarvan |plus |\+ |zzgl\. |zuz[üu]gl\. |zuz[üu]glich )?(?:${rate}\s*)?${vatWord}(?:[\s\-]?(?:bedrag|hoog|laag|amount|totaal|total))?(?:\s*${rate})?(?: (?:over|van|op|on|of|auf|von))?
  `,
  otherNumber: String.raw`
    0.95 (?:uw|your|ihre?) (?:klant|debiteur|order|bestel|referentie|ref|kenmerk|opdracht|inkoop|ordernummer|order[\s\-]?nr|reference|order|po|nummer|zeichen|bestellung|bestelnummer|opdrachtnummer|klantnummer|bestelling)\p{L}*\.?(?:${no})?
    0.6  (?:debiteur|relatie|bestelbon|leverbon|werkorder|meldcode|km[ -]?stand|bsn|bankrekening|machtigings?[ -]?kenmerk|incassant[ -]?id|mandaat(?:referentie)?|mandate(?: ref(?:erence)?)?|kassa|terminal|autorisatie(?:code)?|quotation|quote|delivery note|auftrag|lieferschein|angebot|hrb|compte client|devis(?: n°)?|chantier|(?:booking|customer|order|job|policy|claim|client)[ -]ref(?:erence)?|kostenplaats|pakbon|werkbon|bestell(?:ing|ung)|order|opdracht|offerte|project|contract|kenteken|ean(?:[\s\-]?code)?|dossier|uw kenmerk|ref\.?|betreft|inzake|room|kamer|zimmer|booking|folio)
    0.98 (?:oorspronkelijke|originele|gecorrigeerde|eerdere|vorige|betreffende|original|previous|corrected|urspr[üu]ngliche) (?:factuur|nota|invoice|rechnung)\p{L}*(?:${no})?
    0.97 (?:betreft|correctie|inzake|betreffende|bij|op basis van|m\.b\.t\.|credit(?:ering)?(?: van| op| voor)?|correction (?:of|to)|relates to|against|zu(?:r)?|concerne|annule|rectifie|relative? [àa])(?: op| van| onze| uw| de| our| your| la| notre| votre)* (?:factuur|nota|invoice|rechnung|facture)(?:${no})?
    0.95 (?:(?:op|uw|van|ons|onze|mijn|naar|bank)[ -]?rekening|bankrekening|giro|konto|account)[\s.\-]*(?:nummer|nr|number|no)\.?|iban|bic|swift
    0.97 (?:${vatWord}|ob|omzetbelasting|umsatzsteuer|ust)[\s.\-]*(?:identificatie)?[\s.\-]*(?:nummer|nr|no|id|number|reg|ident)\p{L}*\.?(?:[\s\-]*(?:nr|no|nummer))?\.?
    // 'T 038 421 90 00', but not the number 'T26-24.4'.
    0.9  (?:(?:tel|telefoon|telefon|phone|fax|mobiel|mobile|mob|fon)[.:]?(?:nummer|nr)?|t(?!\d)[.:]?)
    0.95 (?:pagina|page|seite|blad|bladnr|pag)\.?
    0.95 (?:gedeponeerd|ingeschreven|geregistreerd|registered|eingetragen)[^\t]{0,60}(?:nummer|nr|number|no|unter)\.?
    0.95 (?:postbus|p\.?o\.? box|postfach)
  `,
  otherDate: String.raw`
    0.7  (?:periode|tijdvak|looptijd|van|vanaf|t/m|tot en met|tot|period|from|until|zeitraum|bis|week)
    0.8  (?:arrival|departure|check-?in|check-?out|aankomst|vertrek|anreise|abreise|arriv[ée]e|d[ée]part)(?: date)?
  `,
  otherAmount: String.raw`
    0.85 (?:(?:aanmanings|incasso|herinnerings|rente)kosten|versandkosten|contractsom|aanneemsom|(?:bedrag )?per maand|credit limit|late fee|g[\s\-]?rekening|verzendkosten|vrachtkosten|administratiekosten|bezorgkosten|shipping|freight|statiegeld|emballage)
    0.92 (?:totaal|total|summe) (?:artikelen|items?|goederen|arbeid|materiaal|uren|posten|discount|korting|produits)|(?:subtotaal|subtotal|zwischensumme) (?:blad|pagina|page|seite)
  `,
};

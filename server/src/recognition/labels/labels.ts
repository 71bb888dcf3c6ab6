import { type Line, boxOf } from '../text/words.ts';
import type { Box } from '../recognised.ts';

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
  /** Known by its last part alone, as `Vorgangskennung`: what it counts is not known. */
  readonly isVague?: true;
}

const no = String.raw`[\s.\-]*(?:nummer|nr|no|num|number|n°|nº|№|#|id)(?![\p{L}])\.?`;
const document = String.raw`(?:\p{L}{0,16}factuur|fact|faktuur|nota|rekening(?!${no}))`;
/** Papers that are an invoice by another name. */
const paper = String.raw`(?:\p{L}{0,16}nota|(?:kosten|honorar)note|receipt|voucher|statement|boekstuk|stuk|volg|vordering(?:s)?|aanslag|quittung(?:s)?|vorgang(?:s)?|dokument(?:en)?|memorandum)`;
const credit = String.raw`credit(?:nota|factuur|[\s\-]nota|[\s\-]factuur|[\s\-]?note|[\s\-]?memo|[\s\-]invoice)?`;
const german = String.raw`(?:(?!berechnung)\p{L}{0,16}rechnung|(?:ab)?rechnungs|faktura|beleg|gutschrift|gutschrifts|re|rg|rechn?|r)`;
const vatWord = String.raw`(?:btw|b\.t\.w\.?|vat|tax|ust|mwst|tva|t\.v\.a\.?|omzetbelasting)`;
const incl = String.raw`(?:incl|inclusief|including|inkl|inc|inklusive|ttc|tvac)\.?`;
const excl = String.raw`(?:excl|exclusief|excluding|exkl|ex|ohne|zonder|ht|htva|hors|before|without)\.?`;
const rate = String.raw`(?:\(?\d{1,2}(?:[.,]\d{1,2})?\s?%\)?)`;

/** Regular expressions of the labels, each with its strength; the longest one that matches at a place counts. */
const table: Readonly<Record<LabelKind, readonly (readonly [source: string, strength: number])[]>> = {
  number: [
    // `rn` as a scan reads it.
    [`factuu(?:m|mn|rm)ummer`, 0.9],
    [`${document}${no}`, 0.96],
    [`${credit}${no}`, 0.96],
    [`(?:(?:tax|vat|sales|commercial|purchase) )?(?:invoice|inv|bill)${no}`, 0.96],
    [`(?:(?:tax|vat|sales|commercial) )invoice`, 0.55],
    [`${german}${no}`, 0.96],
    [
      `(?:num[ée]ro|n°|nº|no\\.?) (?:de )?(?:la )?facture|facture${no}|facture num[ée]ro|(?:num\\.?|r[ée]f[ée]rence|r[ée]f\\.) (?:de )?(?:la )?facture`,
      0.95,
    ],
    [
      `(?:num[ée]ro|n°|nº) (?:de (?:la )?note de cr[ée]dit|de l.avoir|d.avoir)|(?:note de cr[ée]dit|avoir|facture d.avoir)${no}`,
      0.95,
    ],
    [`nummer (?:van de )?(?:factuur|nota|creditnota)`, 0.95],
    [`(?:referentie|ref\\.?|kenmerk|id)(?: van)?(?: de)? (?:factuur|nota)|reference (?:of )?invoice`, 0.85],
    [
      `(?:onder|met) nummer|unter (?:der )?nummer|fee note${no}|debit note${no}|note${no}|statement${no}|\\p{L}{0,16}(?:korrektur|storno)${no}`,
      0.85,
    ],
    [`(?:factuur|nota|invoice|bill)[\\s\\-]?(?:ref(?:erentie|erence)?|kenmerk|code)\\.?`, 0.85],
    [`(?:\\p{L}{0,12}aanslag(?:biljet)?|beschikking|heffing|\\p{L}{0,16}bescheid)s?${no}`, 0.9],
    [`(?:declaratie|doc(?:ument)?|bon|kassabon|transactie|pro[ -]?forma)[.]?${no}`, 0.6],
    // Of a bill as of a bank account; what is an IBAN is no number of either.
    [`rekening${no}`, 0.5],
    [`${paper}${no}`, 0.6],
    [
      `(?:num[ée]ro|n°|nº|no\\.?) (?:du |de |de la |d.)?(?:document|pi[èe]ce|re[çc]u|note)|(?:pi[èe]ce|re[çc]u|document|note d.honoraires)${no}`,
      0.7,
    ],
    // `Handelsrechnung (380) Nr.`, `Factuur met nummer`: the title and its number word are one label.
    [
      `(?:\\p{L}{0,16}factuur|\\p{L}{0,16}rechnung|\\p{L}{0,16}korrektur|invoice|creditnota|gutschrift)(?: \\([^()\\t]{0,40}\\)| met| with| mit| des \\p{L}+){1,3}${no}`,
      0.9,
    ],
    [
      `(?:\\p{L}{0,16}factuur|faktuur|faktura|invoice|(?!berechnung)\\p{L}{0,16}rechnung|facture|creditnota|nota|note de cr[ée]dit|gutschrift|stornorechnung|debet(?:nota|factuur)|fattura(?: n\\.)?|ereloon(?:staat|nota)|(?:kosten|termijn)staat|staat van kosten(?: en ereloon)?)`,
      0.55,
    ],
    [`(?:ons kenmerk|unser zeichen|onze ref\\.?|onze referentie|our ref(?:erence)?\\.?)`, 0.35],
    [
      `(?:beleg|quittung|receipt|rekening(?= \\p{L}?\\d)|declaratie|\\p{L}{3,20}nota|\\p{L}{3,20}note|eindafrekening|afrekening|note d.honoraires)`,
      0.5,
    ],
    [`(?:nummer|number|num[ée]ro)`, 0.5],
    [`(?:referentie|reference|r[ée]f[ée]rence|referenz|kenmerk)`, 0.34],
    // In `Kd.-Nr.` it is that of something else.
    [`(?<!\\p{L}\\.?-)(?:nr|no|n°|nº)\\.?`, 0.35],
  ],
  date: [
    [`${document}[\\s.\\-]*(?:datum|dat\\.?|dd|d\\.d\\.)`, 0.96],
    [`verzenddatum (?:van )?(?:de )?(?:factuur|nota)|boekingsdatum (?:factuur|nota)`, 0.8],
    [`(?:bon|kassabon|boek|posting)[\\s.\\-]?(?:datum|date)|opgemaakt|datum dagtekening`, 0.6],
    [
      `factur(?:atie|ering(?:s)?)[\\s\\-]?datum|datum (?:van )?(?:de )?(?:factuur|nota|creditnota|creditfactuur)`,
      0.96,
    ],
    [`${credit}[\\s\\-]*(?:datum|date)`, 0.96],
    [
      `(?:invoice|inv|bill|issue|billing)[\\s.\\-]*(?:date|dt)|date of (?:issue|invoice)|date issued|invoice issued`,
      0.96,
    ],
    [
      `issued(?: on)?|invoiced(?: on)?|raised on|dated|(?:opgemaakt|opgesteld|uitgegeven|aangemaakt) op|raised|gefactureerd op|(?:erstellt|ausgestellt) am|factur[ée]e? le|rechnungsausgang|datum der rechnung`,
      0.85,
    ],
    [`(?:date ?\\/ ?)?tax point|tax date`, 0.6],
    [`${german}[\\s.\\-]*datum|(?:ausstellungs|erstellungs)datum`, 0.96],
    [
      `date (?:de )?(?:la )?fact(?:ure|uration|\\.)?(?!\\p{L})|date d.[ée]mission|date du document|fact(?:ure|\\.)? du|[ée]mise? le|date (?:de )?(?:la )?note de cr[ée]dit`,
      0.95,
    ],
    [
      `(?:declaratie|rekening|nota|beleg|rg\\.?|re\\.?|korrektur|gutschrifts?|storno|document|uitgifte)[\\s.\\-]*(?:datum|date)`,
      0.93,
    ],
    [`rekening[\\s\\-]?datum|dagtekening|factuur van|factuur d\\.?d\\.?`, 0.75],
    [
      `${paper}[\\s.\\-]*(?:datum|date)|date of (?:the )?(?:document|statement|receipt)|datum van (?:uitgifte|opmaak|afgifte)|aanmaakdatum|opmaakdatum`,
      0.8,
    ],
    [
      `en date du|[ée]tablie? le|[ée]dit[ée]e? le|date d.[ée]dition|date (?:de (?:la )?)?pi[èe]ce|fait [àa] \\p{L}[\\p{L}' -]{2,30},? le`,
      0.8,
    ],
    [`datum|date|dat\\.`, 0.6],
    [`d\\.d\\.|dd\\.`, 0.55],
    [`vom`, 0.5],
  ],
  dueDate: [
    [
      `verv(?:al)?[\\s.\\-]*(?:datum|dag)|vervalt(?: op)?|datum (?:van )?incasso|uiterlijk te (?:betalen|voldoen)(?: op| v[oó][oó]r)?|betalen v[oó][oó]r|betaling v[oó][oó]r`,
      0.96,
    ],
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
    [
      `(?:payment|amount|balance|total)? ?due(?: date| on| by)?|(?:please )?pay(?:able|ment)? (?:by|before)|date due`,
      0.93,
    ],
    [
      `f[äa]llig(?:keit(?:sdatum)?)?(?: am| bis)?|zahlbar (?:bis|am)|zahlungsziel|(?:[üu]berweisen|zahlen|zahlung|f[äa]llig)[^\\t]{0,40} bis(?: zum| sp[äa]testens(?: zum)?)?`,
      0.85,
    ],
    [
      `(?:date d.)?[ée]ch[ée]ance|date limite(?: de paiement)?|(?:[àa] (?:payer|r[ée]gler)|payable|paiement) (?:avant|pour|au plus tard)(?: le)?|pr[ée]lev[ée]e? le`,
      0.9,
    ],
    [`niet later dan|not later than|omstreeks|rond(?: de)?`, 0.6],
  ],
  total: [
    [`totaal(?:bedrag)? te (?:betalen|voldoen|ontvangen)(?: ${incl}(?: ${rate})? ?${vatWord})?`, 0.97],
    [
      `totaal (?:verschuldigd|af te schrijven|rekening|bedrag)|(?:te (?:betalen|voldoen|incasseren)|verschuldigd) bedrag|bedrag te (?:betalen|voldoen)|bedrag (?:van )?(?:deze|dit) (?:rekening|factuur|nota)|te factureren|(?:reken(?:ing)?|nota)bedrag|totaal (?:factuur|nota)bedrag`,
      0.92,
    ],
    [
      `(?:nog )?te (?:betalen|voldoen|ontvangen|crediteren|incasseren)(?: bedrag)?|door u (?:te (?:betalen|voldoen)|verschuldigd)|u bent verschuldigd`,
      0.85,
    ],
    [`totaal(?:bedrag)?\\s?(?:eur|€)?[\\s(]*${incl}[\\s)]*(?:${rate}\\s*)?(?:${vatWord})?\\)?`, 0.96],
    [`(?:factuur|nota|credit)[\\s\\-]?(?:bedrag|totaal|som)(?: ${incl}\\s?(?:${vatWord})?)?`, 0.9],
    [`totaal(?:bedrag)? (?:van )?(?:deze |de )?(?:factuur|nota|creditnota|creditfactuur|credit)`, 0.9],
    [`(?:eind|brutto|bruto)[\\s\\-]?(?:totaal|bedrag)|totaal generaal|algemeen totaal`, 0.9],
    [`totaalbedrag`, 0.85],
    [
      `[àa] (?:vous )?rembourser|uit te (?:betalen|keren)(?: aan \\p{L}+)?|terug te (?:betalen|ontvangen)|te restitueren|(?:total )?refund(?: amount| total)?|(?:erstattungs|auszahlungs)betrag|u (?:betaalt|ontvangt)|(?:totaal )?(?:af te schrijven|te incasseren)(?: bedrag)?|aanslagbedrag|tota(?:al|le) (?:prijs|kosten|premie|som)|totaalprijs|totaalsom|(?:factuur|nota|totaal)bedrag (?:in )?(?:eur(?:o)?|€)[\\s(]*(?:${incl}\\s?(?:${vatWord})?\\)?)?`,
      0.85,
    ],
    // In a running sentence: `Wij verzoeken u het bedrag van € 1.234,56 over te maken`.
    [
      `(?:het|een|dit|ons) (?:\\p{L}+ )?bedrag (?:van|ad|groot|ter grootte van)|(?:the|a) (?:sum|amount|total) of|betrag (?:von|in h[öo]he von)|(?:la somme|le montant|un montant)(?: \\p{L}+)? de|totaal (?:contant|pin)`,
      0.6,
    ],
    [`verschuldigd|bruto|brutto|gross|termijnbedrag|maandbedrag`, 0.5],
    [`bedrag ${incl}\\s?(?:${vatWord})?`, 0.85],
    [`${incl}[\\s]*(?:${rate}\\s*)?${vatWord}`, 0.7],
    [`totaal(?: in)?(?: eur(?:o)?| €)?`, 0.62],
    [
      `(?:grand|invoice|credit) total|(?:total|balance|amount|payment) (?:amount )?(?:due|payable|owed|owing)|(?:amount|total) to (?:pay|be paid)|please (?:pay|remit)|sum due|to pay|you owe|(?:total )?invoice (?:amount|value)|gross (?:total|amount)|total gross`,
      0.95,
    ],
    [`total(?: amount)?[\\s(]*(?:eur|€)?[\\s(]*${incl}[\\s)]*(?:${rate}\\s*)?(?:of )?(?:${vatWord})?`, 0.96],
    [
      `total amount|total credit|total (?:invoice|price|cost|bill|charges?|charged)|you pay|amount charged|pay this amount|total (?:new|current) charges`,
      0.8,
    ],
    [`total(?: eur| €)?`, 0.62],
    [
      `(?:gesamt|rechnungs|end|brutto|gutschrifts)[\\s\\-]?(?:betrag|summe)(?:[\\s(]*(?:brutto|${incl}(?: ${vatWord}\\.?)?)\\)?)?|summe (?:brutto|${incl}(?: ${vatWord})?)|zu (?:zahlen(?:der betrag)?|[üu]berweisen)|forderungsbetrag|f[äa]lliger betrag`,
      0.9,
    ],
    [`zahlbetrag|gesamt(?:betrag)?(?: eur| €)?|offener betrag`, 0.7],
    [
      `gesamt(?:betrag|summe|preis)? (?:brutto|${incl}(?: ${rate})? ?(?:${vatWord})?)|rechnungsend(?:betrag|summe)|endpreis(?: brutto)?|(?:noch )?zu (?:be)?zahlender (?:gesamt)?betrag`,
      0.9,
    ],
    [`summe(?: eur)?`, 0.55],
    // An insurer's premium.
    [
      `(?:rechnungs|gesamt|jahres)beitrag|(?:zu zahlender )?beitrag ${incl}(?: ${rate})?(?: versicherungs?steuer)?|zu zahlender beitrag`,
      0.75,
    ],
    [
      `net [àa] payer(?: ttc)?|montant (?:[àa] pr[ée]lever|pr[ée]lev[ée])|total [àa] r[ée]gler|(?:total|montant|somme) (?:net )?(?:[àa] payer|d[ûu]e?)|(?:total|montant)(?: de)?(?: la)?(?: facture)? (?:ttc|tvac|toutes taxes comprises|tva comprise)|montant total(?: ttc)?|total g[ée]n[ée]ral`,
      0.93,
    ],
    [
      `solde [àa] payer|reste [àa] payer|[àa] payer|facture ttc|(?:total|montant) (?:de )?(?:la |votre |cette )?facture|prix total`,
      0.8,
    ],
    [`(?:total|montant|net)(?: [àa] payer)? t\\.?t\\.?c\\.?`, 0.93],
    [
      `(?:total|montant|solde) en votre faveur(?: t\\.?v\\.?a\\.?c\\.?| ttc)?|(?:totaal|saldo|bedrag) in uw voordeel`,
      0.9,
    ],
    [`tva comprise|tvac|t\\.?t\\.?c\\.?`, 0.6],
  ],
  excl: [
    [
      `(?:totaal|total|bedrag|subtotaal|subtotal|eindtotaal|eindbedrag|factuurbedrag|gesamtbetrag|gesamtsumme|gesamt|montant|summe|amount)(?:bedrag)?\\s?(?:eur|€)?[\\s(]*${excl}[\\s)]*(?:of )?(?:${vatWord})?\\)?`,
      0.95,
    ],
    [`sub[\\s\\-]?tota(?:al|l)(?: ${excl} ${vatWord})?`, 0.85],
    [`${excl}[\\s]*(?:${rate}\\s*)?${vatWord}`, 0.75],
    [
      `(?:totaal |total )?netto(?:bedrag|[\\s\\-]totaal|betrag|summe)?|net (?:amount|total)|total net|nett?o`,
      0.8,
    ],
    [
      `(?:btw[\\s\\-]?)?(?:grondsl(?:ag|\\.)|basis(?:betrag)?)|maatstaf(?: van heffing)?|taxable(?: amount)?|(?:totaal )?goederenbedrag|belastba(?:ar|re) (?:bedrag|som)|grondslag (?:voor )?(?:de )?btw`,
      0.7,
    ],
    [
      `summe netto|gesamt(?:betrag|summe)? netto|rechnungssumme ${excl} (?:ust|mwst)\\.?|zwischensumme|positionssumme|warenwert|total ht`,
      0.9,
    ],
    [
      `(?:total|montant|base|net)(?: imposable)? (?:ht|htva|hors tva|h\\.?t\\.?v\\.?a\\.?|imposable)|sous-total(?: ht)?|hors tva|base(?: d.imposition)?`,
      0.85,
    ],
    [
      `(?:netto|warenwert|gesamt)[\\s\\-]?(?:summe|netto)(?: netto)?|zwischensumme(?: \\(netto\\))?|summe netto`,
      0.9,
    ],
    [`total (?:before tax|net|excl\\.?)|net total|total \\(ex(?:cl)?\\.? ${vatWord}\\)`, 0.9],
    [`belast met ${rate}|bedrag belast`, 0.5],
  ],
  vat: [
    [
      `(?:totaal |total |bedrag |montant |dont |waarvan |plus |\\+ |zzgl\\. |zuz[üu]gl\\. |zuz[üu]glich )?(?:${rate}\\s*)?${vatWord}(?:[\\s\\-]?(?:bedrag|hoog|laag|amount|totaal|total))?(?:\\s*${rate})?(?: (?:over|van|op|on|of|auf|von))?`,
      0.85,
    ],
    [
      `(?:sales |value added )tax|assurantiebelasting|versicherungs?steuer|umsatzsteuer|mehrwertsteuer|steuerbetrag`,
      0.85,
    ],
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
      `(?:debiteur|relatie|bestelbon|leverbon|werkorder|meldcode|km[ -]?stand|bsn|bankrekening|machtigings?[ -]?kenmerk|incassant[ -]?id|mandaat(?:referentie)?|mandate(?: ref(?:erence)?)?|kassa|terminal|autorisatie(?:code)?|quotation|quote|delivery note|auftrag|lieferschein|angebot|hrb|compte client|devis(?: n°)?|chantier|(?:booking|customer|order|job|policy|claim|client)[ -]ref(?:erence)?|kostenplaats|pakbon|werkbon|bestell(?:ing|ung)|order|opdracht|offerte|project|contract|kenteken|ean(?:[\\s\\-]?code)?|dossier|uw kenmerk|ref\\.?|betreft|inzake|room|kamer|zimmer|booking|folio)`,
      0.6,
    ],
    [
      `(?:customer|client|account|order|purchase order|po|p\\.o\\.|quote|quotation|delivery note|contract|project|job|supplier|vendor|member|registration|company|reg)[\\s.\\-]*(?:number|no|nr|id|code|ref|#)\\.?`,
      0.95,
    ],
    [
      `(?:kunden|kd|best|auftr|lief|cust|acct?|deb|bestell|auftrags?|lieferschein|lieferanten|steuer|vertrags|artikel|handelsregister|globale|projekt|st)[\\s.\\-]*(?:nummer|nr|no)\\.?`,
      0.95,
    ],
    [
      `(?:oorspronkelijke|originele|gecorrigeerde|eerdere|vorige|betreffende|original|previous|corrected|urspr[üu]ngliche) (?:factuur|nota|invoice|rechnung)\\p{L}*(?:${no})?`,
      0.98,
    ],
    [
      `(?:betreft|correctie|inzake|betreffende|bij|op basis van|m\\.b\\.t\\.|credit(?:ering)?(?: van| op| voor)?|correction (?:of|to)|relates to|against|zu(?:r)?|concerne|annule|rectifie|relative? [àa])(?: op| van| onze| uw| de| our| your| la| notre| votre)* (?:factuur|nota|invoice|rechnung|facture)(?:${no})?`,
      0.97,
    ],
    [`crediter(?:en|ing|t)(?: wij| u| hierbij| van| op)*(?: uw| onze| de)? (?:factuur|nota)(?:${no})?`, 0.97],
    [
      `(?:(?:op|uw|van|ons|onze|mijn|naar|bank)[ -]?rekening|bankrekening|giro|konto|account)[\\s.\\-]*(?:nummer|nr|number|no)\\.?|iban|bic|swift`,
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
    // `T 038 421 90 00`, but not the number `T26-24.4`.
    [`(?:(?:tel|telefoon|telefon|phone|fax|mobiel|mobile|mob|fon)[.:]?(?:nummer|nr)?|t(?!\\d)[.:]?)`, 0.9],
    [
      `(?:n°|nº|num[ée]ro|code|r[ée]f[ée]rence|r[ée]f\\.?|votre)(?: de| du| d.)? ?(?:client|commande|compte|contrat|dossier|tva|entreprise|livraison|r[ée]f[ée]rence|compteur|t[ée]l[ée]phone)|bon de (?:livraison|commande)|siren|siret|rcs|rpm|bce|client${no}|commande${no}`,
      0.95,
    ],
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
      `(?:besteld|geleverd|uitgevoerd|verzonden|ontvangen|geplaatst|uw bestelling|uw order|opdracht|uw opdracht|offerte|bestelling)(?: op| van| d\\.d\\.| dd)|(?:geprint|afgedrukt|gedrukt) op|(?:bestellt|geliefert|gedruckt) am|commande du|livr[ée]e? le|(?:printed|ordered|delivered|shipped|placed) on`,
      0.85,
    ],
    [`(?:periode|tijdvak|looptijd|van|vanaf|t/m|tot en met|tot|period|from|until|zeitraum|bis|week)`, 0.7],
    [
      `(?:delivery|order|ship(?:ping)?|service|print|start|end|supply|contract|quote|transaction|tax point)[\\s\\-]*date|date of (?:delivery|order|supply|service|shipment)`,
      0.96,
    ],
    [
      `date (?:de|du|d.) ?(?:la )?(?:commande|livraison|prestation|d[ée]but|fin|contrat|exp[ée]dition|paiement)`,
      0.96,
    ],
    [
      `p[ée]riode|(?:arrival|departure|check-?in|check-?out|aankomst|vertrek|anreise|abreise|arriv[ée]e|d[ée]part)(?: date)?`,
      0.8,
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
    // Often a part of the sum, so that it is left out of none.
    [`\\p{L}{4,20}kosten(?! tota)`, 0.55],
    [
      `(?:reeds|al|vooruit|aan) ?(?:betaald|voldaan|betaling)|(?:reeds|eerder|voorheen|al) (?:gefactureerd|in rekening gebracht)|voorschotten|pin(?:betaling)?|bereits (?:ge|be)zahlt|voldaan|aanbetaling|voorschot|ontvangen|in mindering|betaald|saldo|vorig saldo|wisselgeld|contant|paid|deposit|prepaid|already paid|amount paid|anzahlung(?:en)?|erhaltene anzahlungen`,
      0.9,
    ],
    [
      `korting|discount|rabatt|skonto|betalingskorting|kredietbeperking|toeslag|surcharge|abschl[äa]ge|zuschl[äa]ge`,
      0.85,
    ],
    [
      `(?:(?:aanmanings|incasso|herinnerings|rente)kosten|versandkosten|contractsom|aanneemsom|(?:bedrag )?per maand|credit limit|late fee|g[\\s\\-]?rekening|verzendkosten|vrachtkosten|administratiekosten|bezorgkosten|shipping|freight|statiegeld|emballage)`,
      0.85,
    ],
    [
      `(?:stuks?|eenheids?|per)[\\s\\-]?(?:prijs|stuk)|prijs|tarief|uurtarief|price|rate|unit price|einzelpreis|nettopreis|aantal|quantity|qty|menge`,
      0.8,
    ],
    [
      `acompte(?:s)?(?: vers[ée]e?s?)?|d[ée]j[àa] (?:pay[ée]|r[ée]gl[ée])|remise|frais de port|prix(?: unitaire)?|p\\.?u\\.?|solde pr[ée]c[ée]dent|openstaand(?:e)?(?: \\p{L}+){0,3}|(?:ausstehende|offene) forderung(?:en)?(?: am \\p{L}+)?|r[üu]ckstand|(?:van )?vorige (?:rekening|nota)\\p{L}*|outstanding(?: balance)?|balance (?:brought )?forward|payments? received|less deposit(?: paid)?|previous balance|vorige factuur|vorig(?:e)? (?:saldo|bedrag)|vorherige[rn]? (?:rechnungsbetrag|saldo)`,
      0.9,
    ],
    [
      `(?:totaal|total|summe) (?:artikelen|items?|goederen|arbeid|materiaal|uren|posten|discount|korting|produits)|carried forward|brought forward|[üu]bertrag|transport(?:eren)?|over te (?:brengen|dragen)|[àa] reporter|report(?!\\p{L})|(?:subtotaal|subtotal|zwischensumme) (?:blad|pagina|page|seite)`,
      0.92,
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
    regex: labelPattern(source),
  })),
);

function labelPattern(source: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\d&])(?:${source})(?![\p{L}])`, 'giu');
}

/** What names another sort of number or day, whatever it may be: `Booking no.`, `Kentekennummer`, `Dispatch date`. */
const others: readonly Pattern[] = (
  [
    [
      'otherNumber',
      String.raw`\p{L}{3,20}[\s\-.]?(?:nummer|nr|number)\.?|\p{L}{3,20}[\s\-.](?:no|id|code|ref|#|n°)\.?`,
    ],
    ['otherDate', String.raw`\p{L}{3,20}(?:[\s\-.]date|[\s\-.]?datum)`],
  ] as const
).map(([kind, source]) => ({ kind, strength: 0.75, regex: labelPattern(source) }));

/** What is the document's own number or day, whatever stands before it. */
const ownWords =
  /factuur|invoice|rechnung|nota|note|beleg|korrektur|gutschrift|storno|credit|document|facture|avoir|bill|issue/iu;

/** `Factuurcode`, `Rechnungskennung`, `Invoice ident`: what is said of an invoice in one more word is mostly its number. */
const invoiceWord: Pattern = {
  kind: 'number',
  strength: 0.6,
  regex: labelPattern(
    String.raw`(?:factuur|invoice|rechnungs?|facture|nota)[\s.\-]?(?!(?:\p{L}*(?:datum|date|adres|bedrag|totaal|total|amount|betrag|summe|eren|iert|ed|ing|ation|period|regel|line|gegevens|detail|specificatie|balance|value|item|currency|term|voorwaard|status|empf|stell|prijs|preis|montant|dated|issued|nummer|number|overzicht|aan|from|for|with|and|und|and|van|voor|over|is|wordt|mit|per|du|de|le)))\p{L}{2,8}(?![\d]|[\-/.]\d)`,
  ),
};

/** A bare `datum` or `no.` says less than the word before it. */
const bare =
  /^(?:factuur|invoice|rechnungs?|facture|nota|datum|date|dat\.|nummer|number|nr\.?|no\.?|n°|id|#|referentie|reference|kenmerk)$/iu;

/** The labels on a line; of two that overlap the longer one counts, since `Totaal excl. btw` is no `Totaal`. */
export function labelsOn(line: Line): Label[] {
  // A label never runs from one cell into the next.
  const text = line.text.replaceAll('\t', '\u0001');
  const hits = patterns.flatMap((pattern) => hitsOf(pattern, text, line));
  for (const hit of [invoiceWord, ...others].flatMap((pattern) => hitsOf(pattern, text, line))) {
    const isNamed = hits.some(
      (known) => known.start < hit.end && known.end > hit.start && !bare.test(known.text),
    );
    if (!isNamed && (hit.kind === 'number' || !ownWords.test(hit.text))) hits.push({ ...hit, isVague: true });
  }
  const kept: Label[] = [];
  const byLength = hits.toSorted((a, b) => b.end - b.start - (a.end - a.start) || b.strength - a.strength);
  for (const hit of byLength) {
    if (!kept.some((other) => hit.start < other.end && hit.end > other.start && !isBoth(hit, other)))
      kept.push(hit);
  }
  const sorted = joined(kept.toSorted((a, b) => a.start - b.start));
  return isTableHead(line) || isLedgerHead(line, sorted)
    ? sorted.map((label) => ({ ...label, kind: columnKind[label.kind] }))
    : sorted;
}

/** `Payment due` stands before an amount as well as before a day. */
function isBoth(a: Label, b: Label): boolean {
  return a.start === b.start && a.end === b.end && sorts[a.kind] === 'day' && sorts[b.kind] === 'amount';
}

/** Which sort of value a kind speaks of. */
export const sorts: Readonly<Record<LabelKind, 'code' | 'day' | 'amount'>> = {
  number: 'code',
  reference: 'code',
  otherNumber: 'code',
  date: 'day',
  dueDate: 'day',
  otherDate: 'day',
  total: 'amount',
  excl: 'amount',
  vat: 'amount',
  otherAmount: 'amount',
};

/** `Belegnummer / Datum`, `Bestell-Nr. und Datum`: the bare word means the day, or the number, of what stands before it. */
function joined(labels: readonly Label[]): Label[] {
  return labels.map((label, at) => {
    const before = labels[at - 1];
    if (!before || !bare.test(label.text)) return label;
    const between = label.line.text.slice(before.end, label.start);
    if (!/^\s?(?:[/&+]|und|en|et|and)\s?$/iu.test(between)) return label;
    if (label.kind === 'date' && before.kind === 'otherNumber')
      return { ...label, kind: 'otherDate', strength: 0.9 };
    if (label.kind === 'number' && before.kind === 'otherDate')
      return { ...label, kind: 'otherNumber', strength: 0.9 };
    const isOwn =
      (label.kind === 'date' && before.kind === 'number') ||
      (label.kind === 'number' && before.kind === 'date');
    return isOwn && before.strength > label.strength ? { ...label, strength: before.strength } : label;
  });
}

function hitsOf({ kind, strength, regex }: Pattern, text: string, line: Line): Label[] {
  const hits: Label[] = [];
  for (const match of text.matchAll(regex)) {
    if (match[0].trim() === '') continue;
    const start = match.index;
    // The sign belongs to the amount: `Totaal € 24,91`, `Factuurbedrag EUR 24,91`.
    const end = start + match[0].replace(/(?:[\s€(]|(?<=\s)euro?)+$/iu, '').length;
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
  return hits;
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
  /(?:omschrijving|artikel|product|beschrijving|verrichting|behandeling|dienst|werkzaamheden|description|item|bezeichnung|beschreibung|leistung|produkt|specificatie|d[ée]signation|libell[ée]|article|details|service|fare|charges)/i;
const counts =
  /(?:aantal|uren|qty|quantity|hours|menge|prijs|tarief|price|rate|preis|bedrag|totaal|amount|total|summe|betrag|gesamt|btw|(?<!\p{L})(?:vat|ust|net)|qt[ée]|quantit[ée]|prix|p\.u\.|montant|charges|credits|fare|kosten)/iu;

/** `datum  rit  km  bedrag`: columns of which some are nothing that an invoice has one of. */
function isLedgerHead(line: Line, labels: readonly Label[]): boolean {
  if (line.cells.length < 3 || /\d/.test(line.text) || !line.cells.some(({ text }) => counts.test(text)))
    return false;
  const isBare = labels.every(
    ({ text, kind }) => bare.test(text) || kind.startsWith('other') || sorts[kind] === 'amount',
  );
  const strange = line.cells.filter(
    ({ start, text }) => !labels.some((label) => label.start < start + text.length && label.end > start),
  );
  return isBare && strange.length >= 1 && labels.some(({ kind }) => kind === 'date');
}

/** Whether a line names the columns of the table of what was delivered. */
export function isTableHead(line: Line): boolean {
  const heads = line.cells.filter(({ text }) => counts.test(text) && !/\d{2}/.test(text));
  // `Statement of Charges` beside a letterhead both describes and counts, but is no table.
  const isPair = line.cells.some((cell) => describes.test(cell.text) && heads.some((head) => head !== cell));
  return isPair && !/\d[.,]\d{2}/.test(line.text);
}

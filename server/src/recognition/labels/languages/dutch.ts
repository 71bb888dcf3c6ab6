import type { LabelWords } from '../label.ts';
import { dutchInvoice, incl, no, rate, vatWord } from '../parts.ts';

/** Dutch labels. */
export const dutch: LabelWords = {
  number: String.raw`
    // 'rn' as a scan reads it.
    0.9  factuu(?:m|mn|rm)ummer
    0.96 ${dutchInvoice}${no}
    0.95 nummer (?:van de )?(?:factuur|nota|creditnota)
    0.85 (?:referentie|ref\.?|kenmerk|id)(?: van)?(?: de)? (?:factuur|nota)
    0.85 (?:onder|met) nummer
    0.6  (?:declaratie|doc(?:ument)?|bon|kassabon|transactie|pro[ -]?forma)[.]?${no}
    // Of a bill as of a bank account; what is an IBAN is no number of either.
    0.5  rekening${no}
  `,
  date: String.raw`
    0.96 ${dutchInvoice}[\s.\-]*(?:datum|dat\.?|dd|d\.d\.)
    0.8  verzenddatum (?:van )?(?:de )?(?:factuur|nota)|boekingsdatum (?:factuur|nota)
    0.6  opgemaakt|datum dagtekening
    0.96 factur(?:atie|ering(?:s)?)[\s\-]?datum|datum (?:van )?(?:de )?(?:factuur|nota|creditnota|creditfactuur)
    0.85 (?:opgemaakt|opgesteld|uitgegeven|aangemaakt) op|gefactureerd op
    0.75 rekening[\s\-]?datum|dagtekening|factuur van|factuur d\.?d\.?
    0.8  datum van (?:uitgifte|opmaak|afgifte)|aanmaakdatum|opmaakdatum
    0.55 d\.d\.|dd\.
  `,
  dueDate: String.raw`
    0.96 verv(?:al)?[\s.\-]*(?:datum|dag|dat\.?)|vervalt(?: op)?|datum (?:van )?incasso|uiterlijk te (?:betalen|voldoen)(?: op| v[oó][oó]r)?|betalen v[oó][oó]r|betaling v[oó][oó]r
    0.96 (?:uiterste|uiterlijke|laatste) (?:betaal|betalings)?[\s\-]?(?:datum|dag)
    0.9  (?:te )?(?:betalen|voldoen|betaling|betaald)(?: zijn)? (?:v[oó][oó]r|uiterlijk|op uiterlijk|tot|t/m)(?: op)?
    0.8  uiterlijk(?: op| v[oó][oó]r)?
    0.5  v[oó][oó]r
    0.9  (?:betaal|betalings)[\s\-]?datum|betaal(?:t u)? (?:uiterlijk|v[oó][oó]r)|betaaltermijn
    0.6  incasso[\s\-]?datum|(?:te )?incasseren(?: wij| we)?(?: dit(?: bedrag)?)?(?: op| rond| omstreeks| per)+|ge[ïi]ncasseerd (?:op|rond)|afgeschreven (?:op|rond)
    0.6  niet later dan|omstreeks|rond(?: de)?
  `,
  total: String.raw`
    0.97 totaal(?:bedrag)? te (?:betalen|voldoen|ontvangen)(?: ${incl}(?: ${rate})? ?${vatWord})?
    0.92 totaal (?:verschuldigd|af te schrijven|rekening|bedrag)|(?:te (?:betalen|voldoen|incasseren)|verschuldigd) bedrag|bedrag te (?:betalen|voldoen)|bedrag (?:van )?(?:deze|dit) (?:rekening|factuur|nota)|te factureren|(?:reken(?:ing)?|nota)bedrag|totaal (?:factuur|nota)bedrag
    0.85 (?:nog )?te (?:betalen|voldoen|ontvangen|crediteren|incasseren)(?: bedrag)?|door u (?:te (?:betalen|voldoen)|verschuldigd)|u bent verschuldigd
    0.9  (?:totaal )?te (?:betalen|voldoen) bij vooruitbetaling
    0.9  totaal(?:bedrag)?[\s]?\((?:vrij(?:gesteld)? van|geen|zonder|0 ?%) ?${vatWord}\)
    0.96 totaal(?:bedrag)?\s?(?:eur|€)?[\s(]*${incl}[\s)]*(?:${rate}\s*)?(?:${vatWord})?\)?
    0.9  (?:factuur|nota|credit)[\s\-]?(?:bedrag|totaal|som)(?: ${incl}\s?(?:${vatWord})?)?
    0.9  totaal(?:bedrag)? (?:van )?(?:deze |de )?(?:factuur|nota|creditnota|creditfactuur|credit)
    0.9  (?:eind|brutto|bruto)[\s\-]?(?:totaal|bedrag)|totaal generaal|algemeen totaal
    0.85 totaalbedrag
    0.85 uit te (?:betalen|keren)(?: aan \p{L}+)?|terug te (?:betalen|ontvangen)|te restitueren|u (?:betaalt|ontvangt)|(?:totaal )?(?:af te schrijven|te incasseren)(?: bedrag)?|aanslagbedrag|tota(?:al|le) (?:prijs|kosten|premie|som)|totaalprijs|totaalsom|(?:factuur|nota|totaal)bedrag (?:in )?(?:eur(?:o)?|€)[\s(]*(?:${incl}\s?(?:${vatWord})?\)?)?
    // In a running sentence: 'Wij verzoeken u het bedrag van € 1.234,56 over te maken'.
    0.6  (?:het|een|dit|ons) (?:\p{L}+ )?bedrag (?:van|ad|groot|ter grootte van)|totaal (?:contant|pin)
    0.5  verschuldigd|bruto|termijnbedrag|maandbedrag
    0.85 bedrag ${incl}\s?(?:${vatWord})?
    0.62 totaal(?: in)?(?: eur(?:o)?| €)?
    0.9  (?:totaal|saldo|bedrag) in uw voordeel
  `,
  excl: String.raw`
    0.7  (?:btw[\s\-]?)?(?:grondsl(?:ag|\.)|basis(?:betrag)?)|maatstaf(?: van heffing)?|(?:totaal )?goederenbedrag|belastba(?:ar|re) (?:bedrag|som)|grondslag (?:voor )?(?:de )?btw
    0.5  belast met ${rate}|bedrag belast
  `,
  vat: String.raw`
    0.85 assurantiebelasting
  `,
  reference: String.raw`
    0.95 betalings?[\s\-]?kenmerk|betaal[\s\-]?kenmerk|acceptgiro(?:nummer|kenmerk)?
    0.75 (?:onder|met) vermelding van(?: ${dutchInvoice}${no}| betalings?kenmerk)?|o\.?v\.?v\.?(?: ${dutchInvoice}${no})?|kenmerk bij betaling
  `,
  otherNumber: String.raw`
    0.95 (?:klant|debiteur(?:en)?|deb|relatie|crediteur(?:en)?|leveranciers?|lid|abonnee|deelnemer|verzekerde)[\s.\-]*(?:nummer|nr|no|code|id)\.?
    0.95 (?:order|bestel|bestelling|bestelbon|inkooporder|inkoop|opdracht|offerte|project|contract|polis|pakbon|leverbon|vrachtbrief|werkbon|werkorder|dossier|zaak|artikel|art|product|meter|serie|vestigings|abonnements?|aansluit|ticket|reserverings|boekings|zending|rit|kostenplaats|afdelings?)[\s.\-]*(?:nummer|nr|no|code|id|number|#)\.?
    0.97 crediter(?:en|ing|t)(?: wij| u| hierbij| van| op)*(?: uw| onze| de)? (?:factuur|nota)(?:${no})?
    0.95 k\.?v\.?k\.?(?:[\s\-]*(?:nummer|nr))?\.?|kamer van koophandel|handelsregister
  `,
  otherDate: String.raw`
    0.96 (?:behandel|ophaal|inlever|keur|reis|lever|leverings|aflever|order|bestel|verzend|pakbon|print|afdruk|opdracht|offerte|ingangs|begin|eind|start|werk|contract|boekings|geboorte|aankomst|vertrek|prestatie|uitvoer(?:ings)?|bezoek|transactie|inkoop|opname|storting|verwerkings|valuta|meet)[\s.\-]?(?:datum|dag|dd)
    0.96 datum (?:van )?(?:levering|bestelling|order|opdracht|uitvoering|werkzaamheden|dienst|ingang|pakbon|verzending|prestatie)
    0.85 (?:besteld|geleverd|uitgevoerd|verzonden|ontvangen|geplaatst|uw bestelling|uw order|opdracht|uw opdracht|offerte|bestelling)(?: op| van| d\.d\.| dd)|(?:geprint|afgedrukt|gedrukt) op
    0.8  (?:betreft|correctie|inzake|oorspronkelijke|originele|op|van|onze)(?: op| van| onze| uw| de)* (?:factuur|nota)(?:datum)?(?: d\.?d\.?| van)?
  `,
  otherAmount: String.raw`
    // Often a part of the sum, so that it is left out of none.
    0.55 \p{L}{4,20}kosten(?! tota)
    0.9  (?:reeds|al|vooruit|aan) ?(?:betaald|voldaan|betaling)|(?:reeds|eerder|voorheen|al) (?:gefactureerd|in rekening gebracht)|voorschotten|pin(?:betaling)?|voldaan|aanbetaling|voorschot|ontvangen|in mindering|betaald|saldo|vorig saldo|wisselgeld|contant
    0.93 (?:btw|b\.t\.w\.?)[ -]?vrij\p{L}*(?: \p{L}{3,16})?|(?:vrij(?:gesteld)?|geen|zonder) (?:van )?(?:btw|b\.t\.w\.)|onbelaste?(?: \p{L}{3,16})?|buiten (?:de )?(?:btw|heffing)|leges|emballage|statiegeld|toeristenbelasting
    0.85 korting|betalingskorting|kredietbeperking|toeslag
    0.8  (?:stuks?|eenheids?|per)[\s\-]?(?:prijs|stuk)|prijs|tarief|uurtarief|aantal
    0.9  openstaand(?:e)?(?: \p{L}+){0,3}|(?:van )?vorige (?:rekening|nota)\p{L}*|vorige factuur|vorig(?:e)? (?:saldo|bedrag)
    0.92 transport(?:eren)?|over te (?:brengen|dragen)
    0.7  (?:loon|arbeid|materiaal)(?:kosten|som|bestanddeel)?|waarvan|kapitaal|verzekerd bedrag|schade|factuurbedrag oud|oorspronkelijk bedrag
  `,
};

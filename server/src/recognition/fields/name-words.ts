/**
 * Beginnings of text that is nobody's name, as sources of regular expressions without regard to case, in lists by what
 * they are, apart by ` | ` or a new line. `$` ends the text, `(?!\p{L})` ends the word.
 */
export const notNames: Readonly<Record<string, string>> = {
  conditions: String.raw`
    \p{L}*(?:voorwaarden|bedingungen)(?!\p{L}) | .*(?:voorwaarden|bedingungen)$
    general (?:terms|conditions)
  `,
  paymentStates: `
    (?:on)?betaald$ | voldaan$ | vervallen$ | open(?:staand)?$ | (?:un)?paid$ | overdue | credit$
    bezahlt$ | offen$ | (?:im)?pay[ée]e?$
  `,
  copies: String.raw`
    concept$ | origin(?:ee|a)l(?:e)?$ | duplica(?:at|te|ta)$ | cop(?:y|ie)(?!\p{L}) | pro ?forma
  `,
  documents: String.raw`
    (?:verkoop|verzamel)?factu | creditnota | nota(?!\p{L}) | invoice | credit note
    (?:credit|debit) ?memo | rechnung | gutschrift | (?:betalings)?herinnering | aanmaning | reminder
    mahnung | rappel | overzicht | samenvatting | summary | zusammenfassung
    trans(?:acties|actions|aktionen)$
  `,
  labels: String.raw`
    (?:pagina|blad|datum|totaal|omschrijving|aantal|bedrag|prijs|betreft|kopie|origineel|ordernummer|subtotaal|netto|korting|transport van|klant|btw|kvk|k\.v\.k)(?!\p{L})
    (?:page|date|total|subtotal|vat|bank)(?!\p{L}) | seite(?!\p{L}) | \p{L}*gegevens(?!\p{L})
    (?:ten name van|t\.?n\.?v\.?|op naam van)\s | net \d
  `,
  contacts: String.raw`
    (?:postbus|tel|fax|t|e|http|iban|bic)(?!\p{L}) | www | e-?mail | internet(?!\p{L}.)
    swift [a-z]{6}\w{2,5}$ | fon(?!\p{L}) | mobil(?:e|fon|nr)?(?!\p{L})
  `,
  countries: String.raw`(?:nederland|netherlands|the netherlands)(?!\p{L})`,
  salutations: String.raw`
    (?:geachte|beste|dear)(?!\p{L}) | (?:mrs|ms|dhr|mevr|mw|mme)\.? \p{Lu} | de heer | mevrouw
    herrn?(?!\p{L}) | frau(?!\p{L}) | monsieur | madame
  `,
  sentences: String.raw`
    (?:wij|ons|onze|op|de factuur|alle|bij|indien|gelieve|uw)(?!\p{L}) | (?:we|all|please|your)(?!\p{L})
    bedankt | dank | hierbij | met vriendelijke | thank | i am
  `,
};

// Fragments of the regular expressions of labels.

export const no = String.raw`[\s.\-]*(?:nummer|nr|no|num|number|n°|nº|№|#|id)(?![\p{L}])\.?`;
export const dutchInvoice = String.raw`(?:\p{L}{0,16}factuur|fact|fakt|faktuur|nota|rekening(?!${no}))`;
/** Documents that are an invoice by another name. */
export const paper = String.raw`(?:\p{L}{0,16}nota|(?:kosten|honorar)note|receipt|voucher|statement|boekstuk|stuk|volg|vordering(?:s)?|aanslag|quittung(?:s)?|vorgang(?:s)?|dokument(?:en)?|memorandum)`;
export const credit = String.raw`credit(?:nota|factuur|[\s\-]nota|[\s\-]factuur|[\s\-]?note|[\s\-]?memo|[\s\-]invoice)?`;
export const germanInvoice = String.raw`(?:(?!berechnung)\p{L}{0,16}rechnung|(?:ab)?rechnungs|faktura|beleg|gutschrift|gutschrifts|re|rg|rechn?|r)`;
export const vatWord = String.raw`(?:btw|b\.t\.w\.?|vat|tax|ust|mwst|tva|t\.v\.a\.?|omzetbelasting)`;
export const incl = String.raw`(?:incl|inclusief|including|inkl|inc|inklusive|ttc|tvac)\.?`;
export const excl = String.raw`(?:excl|exclusief|excluding|exkl|ex|ohne|zonder|ht|htva|hors|before|without)\.?`;
export const rate = String.raw`(?:\(?\d{1,2}(?:[.,]\d{1,2})?\s?%\)?)`;

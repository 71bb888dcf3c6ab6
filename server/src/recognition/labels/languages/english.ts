import type { LabelWords } from '../label.ts';
import { incl, no, rate, vatWord } from '../parts.ts';

/** English labels. */
export const english: LabelWords = {
  number: String.raw`
    0.96 (?:(?:tax|vat|sales|commercial|purchase) )?(?:invoice|inv|bill)${no}
    0.55 (?:(?:tax|vat|sales|commercial) )invoice
    0.85 reference (?:of )?invoice
    0.85 fee note${no}|debit note${no}|note${no}|statement${no}
  `,
  date: String.raw`
    0.96 (?:invoice|inv|bill|issue|billing)[\s.\-]*(?:date|dt)|date of (?:issue|invoice)|date issued|invoice issued
    0.85 issued(?: on)?|invoiced(?: on)?|raised on|dated|raised
    0.6  (?:date ?\/ ?)?tax point|tax date
    0.8  date of (?:the )?(?:document|statement|receipt)
  `,
  dueDate: String.raw`
    0.93 (?:payment|amount|balance|total)? ?due(?: date| on| by)?|(?:please )?pay(?:able|ment)? (?:by|before)|date due
    0.6  not later than
  `,
  total: String.raw`
    0.85 (?:total )?refund(?: amount| total)?
    0.6  (?:the|a) (?:sum|amount|total) of
    0.5  gross
    0.95 (?:grand|invoice|credit) total|(?:total|balance|amount|payment) (?:amount )?(?:due|payable|owed|owing)|(?:amount|total) to (?:pay|be paid)|please (?:pay|remit)|sum due|to pay|you owe|(?:total )?invoice (?:amount|value)|gross (?:total|amount)|total gross
    0.96 total(?: amount)?[\s(]*(?:eur|€)?[\s(]*${incl}[\s)]*(?:${rate}\s*)?(?:of )?(?:${vatWord})?
    0.8  total amount|total credit|total (?:invoice|price|cost|bill|charges?|charged)|you pay|amount charged|pay this amount|total (?:new|current) charges
    0.62 total(?: eur| €)?
  `,
  excl: String.raw`
    0.8  net (?:amount|total)|total net
    0.7  taxable(?: amount)?
    0.9  total (?:before tax|net|excl\.?)|net total|total \(ex(?:cl)?\.? ${vatWord}\)
  `,
  vat: String.raw`
    0.85 (?:sales |value added )tax
  `,
  reference: String.raw`
    0.95 payment ref(?:erence)?
    0.75 quoting
  `,
  otherNumber: String.raw`
    0.95 (?:customer|client|account|order|purchase order|po|p\.o\.|quote|quotation|delivery note|contract|project|job|supplier|vendor|member|registration|company|reg)[\s.\-]*(?:number|no|nr|id|code|ref|#)\.?
    0.95 coc(?: number| no)?|chamber of commerce
  `,
  otherDate: String.raw`
    0.85 (?:printed|ordered|delivered|shipped|placed) on
    0.96 (?:delivery|order|ship(?:ping)?|service|print|start|end|supply|contract|quote|transaction|tax point)[\s\-]*date|date of (?:delivery|order|supply|service|shipment)
  `,
  otherAmount: String.raw`
    0.9  paid|deposit|prepaid|already paid|amount paid
    0.85 discount|surcharge
    0.8  price|rate|unit price|quantity|qty
    0.9  outstanding(?: balance)?|balance (?:brought )?forward|payments? received|less deposit(?: paid)?|previous balance
    0.92 carried forward|brought forward
    0.7  original amount
  `,
};

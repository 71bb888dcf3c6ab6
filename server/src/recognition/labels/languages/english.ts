import type { LabelWords } from '../label.ts';
import { incl, no, rate, vatWord } from '../parts.ts';

/** English labels. */
export const english: LabelWords = {
  number: [
    [`(?:(?:tax|vat|sales|commercial|purchase) )?(?:invoice|inv|bill)${no}`, 0.96],
    ['(?:(?:tax|vat|sales|commercial) )invoice', 0.55],
    ['reference (?:of )?invoice', 0.85],
    [`fee note${no}|debit note${no}|note${no}|statement${no}`, 0.85],
  ],
  date: [
    [
      String.raw`(?:invoice|inv|bill|issue|billing)[\s.\-]*(?:date|dt)|date of (?:issue|invoice)|date issued|invoice issued`,
      0.96,
    ],
    ['issued(?: on)?|invoiced(?: on)?|raised on|dated|raised', 0.85],
    [String.raw`(?:date ?\/ ?)?tax point|tax date`, 0.6],
    ['date of (?:the )?(?:document|statement|receipt)', 0.8],
  ],
  dueDate: [
    [
      '(?:payment|amount|balance|total)? ?due(?: date| on| by)?|(?:please )?pay(?:able|ment)? (?:by|before)|date due',
      0.93,
    ],
    ['not later than', 0.6],
  ],
  total: [
    ['(?:total )?refund(?: amount| total)?', 0.85],
    ['(?:the|a) (?:sum|amount|total) of', 0.6],
    ['gross', 0.5],
    [
      '(?:grand|invoice|credit) total|(?:total|balance|amount|payment) (?:amount )?(?:due|payable|owed|owing)|(?:amount|total) to (?:pay|be paid)|please (?:pay|remit)|sum due|to pay|you owe|(?:total )?invoice (?:amount|value)|gross (?:total|amount)|total gross',
      0.95,
    ],
    [
      String.raw`total(?: amount)?[\s(]*(?:eur|€)?[\s(]*${incl}[\s)]*(?:${rate}\s*)?(?:of )?(?:${vatWord})?`,
      0.96,
    ],
    [
      'total amount|total credit|total (?:invoice|price|cost|bill|charges?|charged)|you pay|amount charged|pay this amount|total (?:new|current) charges',
      0.8,
    ],
    ['total(?: eur| €)?', 0.62],
  ],
  excl: [
    ['net (?:amount|total)|total net', 0.8],
    ['taxable(?: amount)?', 0.7],
    [String.raw`total (?:before tax|net|excl\.?)|net total|total \(ex(?:cl)?\.? ${vatWord}\)`, 0.9],
  ],
  vat: [['(?:sales |value added )tax', 0.85]],
  reference: [
    ['payment ref(?:erence)?', 0.95],
    ['quoting', 0.75],
  ],
  otherNumber: [
    [
      String.raw`(?:customer|client|account|order|purchase order|po|p\.o\.|quote|quotation|delivery note|contract|project|job|supplier|vendor|member|registration|company|reg)[\s.\-]*(?:number|no|nr|id|code|ref|#)\.?`,
      0.95,
    ],
    ['coc(?: number| no)?|chamber of commerce', 0.95],
  ],
  otherDate: [
    ['(?:printed|ordered|delivered|shipped|placed) on', 0.85],
    [
      String.raw`(?:delivery|order|ship(?:ping)?|service|print|start|end|supply|contract|quote|transaction|tax point)[\s\-]*date|date of (?:delivery|order|supply|service|shipment)`,
      0.96,
    ],
  ],
  otherAmount: [
    ['paid|deposit|prepaid|already paid|amount paid', 0.9],
    ['discount|surcharge', 0.85],
    ['price|rate|unit price|quantity|qty', 0.8],
    [
      'outstanding(?: balance)?|balance (?:brought )?forward|payments? received|less deposit(?: paid)?|previous balance',
      0.9,
    ],
    ['carried forward|brought forward', 0.92],
    ['original amount', 0.7],
  ],
};

import { isTableHead } from '../labels/labels.ts';
import type { Box } from '../recognised.ts';
import type { Cell, Line } from '../text/words.ts';

/** What a column of the table of lines holds. */
export type ColumnRole = 'article' | 'description' | 'quantity' | 'price' | 'rate' | 'amount' | 'other';

/** A column of the table of lines, by its head. */
export interface Column {
  readonly role: ColumnRole;
  readonly box: Box;
}

// In the order of trust: `Artikelnr.` is no description, and `Btw-bedrag` no rate.
const roles: readonly (readonly [ColumnRole, RegExp])[] = [
  [
    'article',
    /^(?:art(?:ikel|icle)?|item|product|prod|bestell?)[\s.-]*(?:nr|no|nummer|number|code|id)\.?$|^(?:sku|r[ée]f[ée]rence|art\.)$/iu,
  ],
  [
    'quantity',
    /^(?:aant(?:al|\.)|qty|quantity|menge|anzahl|qt[ée]\.?|quantit[ée]|stuks?|oplage|uren|hours|units?|deelnemers|nombre|lit(?:er|re)s?|ltr|verbruik|gewicht|kwh|kg|m2|m²|m3)(?!\p{L})/iu,
  ],
  [
    'rate',
    /^(?:(?:btw|vat|tva|ust|mwst)\.?[\s-]?%?|%|(?:btw|vat)[\s-]?(?:tarief|rate|code)|taux(?: tva)?)$/iu,
  ],
  ['price', /(?:prijs|tarief|price|preis|prix|^p\.?\s?u\.?(?:\s|$)|^per stuk|^rate$|^[àa]$)/iu],
  [
    'amount',
    /^(?:bedrag|totaal|amount|total|betrag|summe|gesamt|montant|waarde|netto|net|premie|kosten|charges|bruto|excl|waarde|regeltotaal)(?!\p{L})/iu,
  ],
  [
    'description',
    /omschrijving|bezeichnung|beschreibung|description|d[ée]signation|libell[ée]|^(?:artikel|article|item|product|produkt|dienst|service|leistung|werkzaamheden|verrichting|specificatie|details|titel|wat|cursus|component|kosten|verzekering|soort|rit|behandeling)(?!\p{L})/iu,
  ],
];

function roleOf(text: string): ColumnRole {
  return roles.find(([, pattern]) => pattern.test(text.trim()))?.[0] ?? 'other';
}

/** The columns that a line names as the head of the table of lines; null for any other line. */
export function columnsOf(line: Line): readonly Column[] | null {
  if (/\d[.,]\d{2}/.test(line.text) || line.cells.length < 2) return null;
  const columns = line.cells.map(({ text, box }) => ({ role: roleOf(text), box }));
  const last = line.cells.findLast(({ text }) => roleOf(text) === 'amount');
  const isHead =
    isTableHead(line) || (last !== undefined && last === line.cells.at(-1) && !ofSums.test(line.text));
  if (!isHead) return null;
  // Beside a description `Artikel` heads the numbers.
  const isDescribed = line.cells.some(({ text }) =>
    /omschrijving|description|bezeichnung|d[ée]signation/iu.test(text),
  );
  return columns.map((column, at) =>
    isDescribed && /^(?:artikel|article|item|product|titel|nummer)$/iu.test(line.cells[at]?.text ?? '')
      ? { ...column, role: 'article' }
      : column,
  );
}

const ofSums =
  /(?<!\p{L})(?:te betalen|te voldoen|grondslag|btw[\s-]?bedrag|basis|base|vervaldatum|over|betalen|totaal netto|factuur(?:nummer|nr|datum)|nummer|datum:)(?!\p{L})|\d/iu;

/** The column that a cell stands in: the one it overlaps most, else the one it shares an edge with. */
export function columnAt(cell: Cell, columns: readonly Column[]): Column | undefined {
  const [left, , right] = cell.box;
  const near = columns
    .map((column) => ({
      column,
      overlap: Math.min(right, column.box[2]) - Math.max(left, column.box[0]),
      edge: Math.min(Math.abs(left - column.box[0]), Math.abs(right - column.box[2])),
    }))
    .filter(({ overlap, edge }) => overlap > 0 || edge < 0.015)
    .toSorted((a, b) => a.edge - b.edge || b.overlap - a.overlap);
  return near[0]?.column;
}

import type { documents, DocumentReason } from '#contract/documents/documents.ts';
import type { Row } from '#contract/resource.ts';
import type { Upload } from './upload-list.ts';

/** A document as the server lists it. */
export type DocumentRow = Row<typeof documents>;

/** The state of an item: in progress, done, or in need of attention. */
export type ItemState =
  | 'waiting'
  | 'sending'
  | 'queued'
  | 'reading'
  | 'invoice'
  | 'duplicate'
  | 'unknown'
  | 'refused'
  | 'failed';

/** One line of the panel. */
export interface PanelItem {
  readonly key: string;
  readonly name: string;
  readonly state: ItemState;
  /** From 0 to 1 while it is being sent. */
  readonly part?: number;
  /** Why it was refused or not recognised, in sentences. */
  readonly reason?: string;
  /** The same as codes. */
  readonly reasonCodes?: readonly DocumentReason[];
  /** The document's own id. */
  readonly id?: string;
  readonly documentId?: string;
  readonly invoiceId?: string;
  readonly error?: unknown;
  /** Key of the upload that can be tried again. */
  readonly retryKey?: number;
}

/** The value that each reason says is missing (§D8: fewer than three found keeps those). */
const parts: Readonly<Partial<Record<DocumentReason, 'number' | 'date' | 'total'>>> = {
  'no-number': 'number',
  'no-date': 'date',
  'no-total': 'total',
};

/** Of number, date and total, those that were read in an unrecognised document; empty when reading was not tried. */
export function foundParts(codes: readonly DocumentReason[]): readonly ('number' | 'date' | 'total')[] {
  const missing = codes.flatMap((code) => parts[code] ?? []);
  const wasRead = missing.length > 0 || codes.includes('no-administration');
  return wasRead ? (['number', 'date', 'total'] as const).filter((part) => !missing.includes(part)) : [];
}

/** Joins the files of this visit with the server's documents, each once. */
export function panelItems(
  uploads: readonly Upload[],
  rows: readonly DocumentRow[],
  /** Finished ones made at or before this moment were cleared. */
  seenAt: string,
): readonly PanelItem[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const mine = uploads.flatMap((upload) => itemsOfUpload(upload, byId));
  const sent = new Set(
    uploads.flatMap(({ state }) => (state.kind === 'sent' ? state.intakes.map(({ id }) => id) : [])),
  );
  const others = rows
    .filter((row) => !sent.has(row.id) && row.invoiceId === null && (isGoing(row) || row.createdAt > seenAt))
    .map(itemOfRow);
  return [...mine, ...others];
}

const isGoing = ({ state }: Pick<DocumentRow, 'state'>) => state === 'Nieuw' || state === 'Bezig';

function itemsOfUpload(
  { key, file, state }: Upload,
  byId: ReadonlyMap<string, DocumentRow>,
): readonly PanelItem[] {
  const item = { key: `upload-${key}`, name: file.name };
  switch (state.kind) {
    case 'waiting':
      return [{ ...item, state: 'waiting' }];
    case 'sending':
      return [{ ...item, state: 'sending', part: state.part }];
    case 'refused':
      return [{ ...item, state: 'refused', reasonCodes: [state.reason] }];
    case 'failed':
      return [{ ...item, state: 'failed', error: state.error, retryKey: key }];
    case 'sent':
      return state.intakes.map((intake, index): PanelItem => {
        const key = index === 0 ? item.key : `${item.key}-${index}`;
        const row = byId.get(intake.id);
        return row
          ? { ...itemOfRow(row), key }
          : { key, name: intake.filename, state: stateOf(intake.state), reason: intake.reason };
      });
  }
}

function itemOfRow(row: DocumentRow): PanelItem {
  return {
    key: row.id,
    id: row.id,
    name: row.filename,
    state: row.invoiceId === null ? stateOf(row.state) : row.isDuplicate ? 'duplicate' : 'invoice',
    reason: row.reason,
    reasonCodes: row.reasonCodes,
    documentId: row.documentId,
    ...(row.invoiceId === null ? {} : { invoiceId: row.invoiceId }),
  };
}

function stateOf(state: DocumentRow['state']): ItemState {
  switch (state) {
    case 'Nieuw':
      return 'queued';
    case 'Bezig':
      return 'reading';
    // Recognised, and the invoice is being made of it.
    case 'Herkend':
      return 'reading';
    case 'Verwerkt':
      return 'invoice';
    case 'Onbekend':
      return 'unknown';
    case 'Onverwerkbaar':
      return 'refused';
  }
}

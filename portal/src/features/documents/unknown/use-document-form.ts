import { useMemo } from 'react';
import { documentRecord } from '#contract/documents/unknown-documents.ts';
import type { DocumentProperty, FoundProperty } from '#contract/documents/properties.ts';
import { useResourceForm, type ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import type { Correction } from '../values/use-value-work.ts';
import { useDocumentVerbs, type DocumentRecord } from './document.ts';

/** What is filled in on a document and not saved yet. */
export interface DocumentDraft {
  readonly triggerId: string | null;
  readonly administrationId: string | null;
  readonly isCredit: boolean;
  readonly values: Readonly<Partial<Record<DocumentProperty, Correction>>>;
  readonly rowVersion: number;
}

export function draftOf(document: DocumentRecord): DocumentDraft {
  return {
    triggerId: document.triggerId,
    administrationId: document.administratie.id,
    isCredit: document.isCredit,
    values: {},
    rowVersion: document.rowVersion,
  };
}

/** The form of one document; saving writes only what was changed, so that nothing else counts as written by hand. */
export function useDocumentForm(
  document: DocumentRecord,
  onSaved: (saved: DocumentRecord) => void,
): ResourceForm<DocumentDraft> {
  const { save } = useDocumentVerbs();
  const initial = draftOf(document);
  return useResourceForm<DocumentDraft, DocumentRecord>({
    initial,
    save: ({ triggerId, administrationId, isCredit, values, rowVersion }) =>
      save(document.id, {
        rowVersion,
        ...(triggerId === document.triggerId ? {} : { triggerId }),
        ...(administrationId === document.administratie.id ? {} : { administrationId }),
        ...(isCredit === document.isCredit ? {} : { isCredit }),
        ...(Object.keys(values).length === 0 ? {} : { values: toWire(values) }),
      }),
    onSaved,
    fromStored: (current) => {
      const stored = documentRecord.safeParse(current);
      return stored.success ? draftOf(stored.data) : undefined;
    },
  });
}

// An empty text says that it is not on the document, which takes the value away.
function toWire(values: DocumentDraft['values']) {
  const pairs = Object.entries(values).map(([property, { value, ...rest }]) => [
    property,
    value === '' ? null : { value, ...rest },
  ]);
  return Object.fromEntries(pairs);
}

/** What was read, with what is filled in over it. */
export function useDraftedProperties(
  properties: readonly FoundProperty[],
  values: DocumentDraft['values'],
): readonly FoundProperty[] {
  return useMemo(() => {
    const untouched = properties.filter(({ property }) => values[property] === undefined);
    const written = properties.filter(({ property }) => values[property] !== undefined);
    const names = Object.keys(values);
    const drafted = names.flatMap((name) => {
      const before = written.find(({ property }) => property === name);
      const entry = Object.entries(values).find(([property]) => property === name)?.[1];
      return entry === undefined ? [] : [draftedProperty(name, entry, before)];
    });
    return [...untouched, ...drafted.filter((one) => one !== undefined)];
  }, [properties, values]);
}

function draftedProperty(
  name: string,
  { value, page, box }: Correction,
  before: FoundProperty | undefined,
): FoundProperty | undefined {
  const parsed = documentRecord.shape.properties.element.shape.property.safeParse(name);
  if (!parsed.success) return undefined;
  return {
    property: parsed.data,
    value,
    raw: value,
    confidence: 1,
    method: 'user',
    reasons: [],
    page: page ?? null,
    box: box ?? null,
    isConfirmed: true,
    candidates: before?.candidates ?? [],
  };
}

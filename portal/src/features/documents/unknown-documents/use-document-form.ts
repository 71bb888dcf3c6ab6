import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { z } from 'zod';
import {
  documentProperty,
  type DocumentProperty,
  type FoundProperty,
} from '#contract/documents/properties.ts';
import { documentRecord, type documentWrite } from '#contract/documents/unknown-documents.ts';
import { useKeyStart } from '#portal/kit/data/resource-hooks.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import type { Correction } from '../values/use-value-work.ts';
import { allDocuments, documentUrl, type DocumentRecord } from './document.ts';

/** What is filled in on a document and not saved yet. */
export interface DocumentDraft {
  readonly triggerId: string | null;
  readonly administrationId: string | null;
  readonly isCredit: boolean;
  readonly values: Readonly<Partial<Record<DocumentProperty, Correction>>>;
  readonly rowVersion: number;
}

function draftOf(document: DocumentRecord): DocumentDraft {
  return {
    triggerId: document.triggerId,
    administrationId: document.administratie.id,
    isCredit: document.isCredit,
    values: {},
    rowVersion: document.rowVersion,
  };
}

/** The form of one document; saving writes only what was changed, so that nothing else counts as written by hand. */
export function useDocumentForm(document: DocumentRecord, onSaved: (saved: DocumentRecord) => void) {
  const client = useQueryClient();
  const start = useKeyStart();
  const save = useVerb({
    call: (body: z.input<typeof documentWrite>) => ({
      method: 'PUT',
      url: documentUrl(document.id),
      body: { ...body, id: document.id },
    }),
    result: documentRecord,
    invalidates: [allDocuments],
    onSuccess: (saved) => client.setQueryData([...start, allDocuments.path, 'record', saved.id], saved),
  });
  return useResourceForm<DocumentDraft, DocumentRecord>({
    initial: draftOf(document),
    save: ({ triggerId, administrationId, isCredit, values, rowVersion }) =>
      save.mutateAsync({
        rowVersion,
        ...(triggerId !== document.triggerId && { triggerId }),
        ...(administrationId !== document.administratie.id && { administrationId }),
        ...(isCredit !== document.isCredit && { isCredit }),
        ...(Object.keys(values).length > 0 && { values: toWire(values) }),
      }),
    onSaved,
    fromStored: (current) => {
      const stored = documentRecord.safeParse(current);
      return stored.success ? draftOf(stored.data) : undefined;
    },
  });
}

// An empty text means that it is not on the document, which removes the value.
function toWire(values: DocumentDraft['values']) {
  const pairs = Object.entries(values).map(([property, { value, ...rest }]) => [
    property,
    value === '' ? null : { value, ...rest },
  ]);
  return Object.fromEntries(pairs);
}

/** What was read, with the unsaved corrections over it. */
export function useDraftedProperties(
  properties: readonly FoundProperty[],
  values: DocumentDraft['values'],
): readonly FoundProperty[] {
  return useMemo(() => {
    const untouched = properties.filter(({ property }) => values[property] === undefined);
    const drafted = documentProperty.options.flatMap((property) => {
      const correction = values[property];
      const before = properties.find((found) => found.property === property);
      return correction === undefined ? [] : [draftedProperty(property, correction, before)];
    });
    return [...untouched, ...drafted];
  }, [properties, values]);
}

function draftedProperty(
  property: DocumentProperty,
  { value, page, box }: Correction,
  before: FoundProperty | undefined,
): FoundProperty {
  return {
    property,
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

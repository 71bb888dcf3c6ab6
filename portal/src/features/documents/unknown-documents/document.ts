import type { z } from 'zod';
import {
  documentRecord,
  unknownDocuments,
  unprocessableDocuments,
} from '#contract/documents/unknown-documents.ts';
import type { Row } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';

export type UnknownDocumentRow = Row<typeof unknownDocuments>;
export type DocumentRecord = z.output<typeof documentRecord>;

export const unknownDocumentHooks = resourceHooks(unknownDocuments);
export const unprocessableDocumentHooks = resourceHooks(unprocessableDocuments);

/** The prefix of the cache keys of lists and records: a change invalidates all of them. */
export const allDocuments = { path: 'fmmanagement/documenten' };
export const documentsUrl = `/api/${allDocuments.path}`;
/** The address of a document and its verbs. */
export const documentUrl = (id: string) => `${documentsUrl}/${encodeURIComponent(id)}`;

/** One document with its pages and what was read, in whatever state. */
export function useDocument(id: string | undefined) {
  return useAnswer([allDocuments.path, 'record', id], documentUrl(id ?? ''), documentRecord, {
    enabled: id !== undefined,
  });
}

import type { z } from 'zod';
import { customerRelations } from '#contract/core/customer-relations.ts';
import { importPreview, importResult } from '#contract/core/imports.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';

export type ImportPreview = z.output<typeof importPreview>;
export type ImportResult = z.output<typeof importResult>;

const url = `/api/${customerRelations.path}/import`;

/** Asks what an import of a file would do; nothing is stored. */
export function usePreview(companyId: string | undefined) {
  return useVerb({
    call: (file: File) => ({ url: `${url}/preview${whose(companyId)}`, body: formOf(file) }),
    result: importPreview,
  });
}

/** Imports the valid lines of a file. The same file sent again after a lost answer is imported once (§B6). */
export function useImport(companyId: string | undefined) {
  return useVerb({
    call: ({ file, key }: { readonly file: File; readonly key: string }) => ({
      url: url + whose(companyId),
      body: formOf(file),
      idempotencyKey: key,
    }),
    result: importResult,
    invalidates: [customerRelations],
  });
}

function whose(companyId: string | undefined): string {
  return companyId === undefined ? '' : `?companyId=${encodeURIComponent(companyId)}`;
}

function formOf(file: File): FormData {
  const body = new FormData();
  body.append('file', file, file.name);
  return body;
}

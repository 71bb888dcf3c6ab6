import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { customerRelations } from '#contract/core/customer-relations.ts';
import { importPreview, importResult } from '#contract/core/imports.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { invalidateResource } from '#portal/kit/data/resource-hooks.ts';

export type ImportPreview = z.output<typeof importPreview>;
export type ImportResult = z.output<typeof importResult>;

const url = `/api/${customerRelations.path}/import`;
const previewAnswer = z.object({ result: importPreview });
const resultAnswer = z.object({ result: importResult });

/** Asks what an import of a file would do; nothing is stored. */
export function usePreview(companyId: string | undefined) {
  const http = useHttp();
  return useMutation({
    mutationFn: async (file: File) =>
      (await http.call(`${url}/preview${whose(companyId)}`, previewAnswer, sending(file))).result,
  });
}

/** Takes in the good lines of a file. The same file sent again after a lost answer goes in once (§B6). */
export function useImport(companyId: string | undefined) {
  const http = useHttp();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ file, key }: { readonly file: File; readonly key: string }) =>
      (await http.call(url + whose(companyId), resultAnswer, { ...sending(file), idempotencyKey: key }))
        .result,
    onSuccess: () => void invalidateResource(client, customerRelations.path),
  });
}

function whose(companyId: string | undefined): string {
  return companyId === undefined ? '' : `?companyId=${encodeURIComponent(companyId)}`;
}

function sending(file: File): { method: 'POST'; body: FormData } {
  const body = new FormData();
  body.append('file', file, file.name);
  return { method: 'POST', body };
}

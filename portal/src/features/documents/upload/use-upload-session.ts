import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { documents } from '#contract/documents/documents.ts';
import { invalidateResource } from '#portal/kit/data/resource-hooks.ts';
import { useSession } from '#portal/kit/data/session.tsx';
import type { UploadSession } from './upload-store.ts';

/** What the upload store needs to send: the session, the language, and whose data to refresh. */
export function useUploadSession(): UploadSession {
  const session = useSession();
  const client = useQueryClient();
  const { language } = useTranslation().i18n;
  return useMemo(
    () => ({ session, language, onUploaded: () => void invalidateResource(client, documents.path) }),
    [session, client, language],
  );
}

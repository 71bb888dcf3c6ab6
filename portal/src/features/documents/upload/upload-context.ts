import { createContext, use } from 'react';

/** What the zone, buttons and lists of an upload share. */
export interface UploadParts {
  /** Whether this person may upload at all. */
  readonly mayUpload: boolean;
  /** Uploads files; who works for several companies is asked for which first. */
  readonly take: (files: readonly File[]) => void;
}

export const UploadContext = createContext<UploadParts | null>(null);

export function useUploadParts(): UploadParts {
  const parts = use(UploadContext);
  if (parts === null) throw new Error('this needs an UploadZone around it');
  return parts;
}

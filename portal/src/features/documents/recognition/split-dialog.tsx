import { useDocument } from '../unknown/document.ts';
import { PagesDialog } from '../unknown/pages-dialog.tsx';

/** The pages of a document that seems to hold more invoices, with a cut before each of them. */
export function SplitDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const document = useDocument(id);
  return document.data ? <PagesDialog document={document.data} onClose={onClose} /> : null;
}

import { useDocument } from '../unknown-documents/document.ts';
import { PagesDialog } from '../unknown-documents/pages-dialog.tsx';

/** The pages of a document that seems to hold several invoices, with a proposed split before each. */
export function SplitDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const document = useDocument(id);
  return document.data ? <PagesDialog document={document.data} onClose={onClose} /> : null;
}

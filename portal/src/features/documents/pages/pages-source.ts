/** Where the pages of a document come from: each screen asks with its own permission. */
export interface PagesSource {
  /** Below `/api/`, the document's id and `/pages/{number}` behind it. */
  readonly documents: string;
  /** Below `/api/`, the file's name behind it. */
  readonly images: string;
}

export const validationPages: PagesSource = {
  documents: 'fmmodule/invoicerecognition/unvalidated',
  images: 'fmmodule/invoicerecognition/images',
};

export const managementPages: PagesSource = {
  documents: 'fmmanagement/documenten',
  images: 'fmmanagement/images',
};

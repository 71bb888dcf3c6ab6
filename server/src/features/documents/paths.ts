/** Where documents are worked on, below `/api/`; live events about them carry it too. */
export const documentRecordPath = 'fmmanagement/documenten';
/** Where what was recognised is judged. */
export const recognitionPath = 'fmmodule/invoicerecognition';
/** What live events about locks carry. */
export const locksPath = `${documentRecordPath}/locks`;

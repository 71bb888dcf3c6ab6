// The only entry point of the library, except `text/dates.ts`: the matcher process needs dates and must stay small.

// Reading a document.
export { invoiceStarts, recogniseDocument, recognisePages, type ReadPage } from './recognise.ts';
export type {
  AttachedFiles,
  Box,
  Candidate,
  DocumentMime,
  FieldName,
  Identity,
  RecognisedDocument,
  RecognisedFields,
  RecognisedLine,
  RecognisedPage,
  RecognisedVatRate,
  RecognisedWord,
  RefusedDocument,
  TextSource,
  TriggerUse,
} from './recognised.ts';
export type { TriggerFound, TriggersRead } from './with-triggers.ts';

// What confirmed documents teach.
export { type ConfirmedValue, type Example, exampleOf, isSameValue } from './memory/example.ts';
export { isFromMemory } from './memory/apply.ts';
export { type Knowledge, knowledgeOf } from './memory/knowledge.ts';
export { shareableFields, sharedExample, type SharedField, type SupplierCodes } from './memory/shared.ts';

// Reading an invoice in XML.
export { type EInvoice, pdfOfEInvoice, readEInvoice } from './xml/e-invoice.ts';
export { eInvoiceInPdf } from './pages/pages-of-pdf.ts';
export { decimalToCents } from './text/amounts.ts';
export { readUbl } from './xml/ubl.ts';
export { readXml, type XmlElement } from './xml/xml-tree.ts';

// What the standards say of an e-invoice.
export { standards, type Verdict, verdictOf, verdictRuleCount, verdictText } from './verdict/verdict.ts';

// Measuring and fitting: commands/score.ts, commands/calibrate.ts, samples/degraded.ts.
export { calibratedFields, featuresOf } from './calibration/calibration.ts';
export {
  calibrationError,
  calibrationTable,
  claimsInFolds,
  fit,
  type Claim,
  type Observation,
} from './calibration/fitting.ts';
export { explainCreditor, scoreFields } from './extract.ts';
export { labelsOn } from './labels/labels.ts';
export { pagesOfPdf } from './pages/pages-of-pdf.ts';
export { pagesOfPicture } from './pages/pages-of-picture.ts';
export { linesOfPage, type PagesRead } from './pages/pages-read.ts';
export { type Line, linesFrom, wordsAt, wordsOfLines } from './text/words.ts';

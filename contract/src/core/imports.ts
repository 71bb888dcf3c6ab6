import { z } from 'zod';
import { fieldCodes } from '../problem.ts';
import { likelyDuplicate } from './customer-relations.ts';

/** The largest file to import, in bytes. */
export const maxImportBytes = 5 * 1024 * 1024;
/** The max number of lines of one import, without heads. */
export const maxImportRows = 10_000;
/** How many wrong lines and likely duplicates an answer names; the counts and the file of failed lines have all. */
export const maxImportIssues = 500;

/** What is wrong with one cell of a line. */
export const importIssue = z.object({
  /** The line in the file, as an editor counts. */
  line: z.int(),
  /** The field id, as in a form. */
  field: z.string(),
  /** The head of the column, as the file spells it; empty when the file has no such column. */
  column: z.string(),
  code: z.enum(fieldCodes),
  /** The same as a sentence, in the language of the request. */
  reason: z.string(),
});
/** What is wrong with one cell of a line. */
export type ImportIssue = z.output<typeof importIssue>;

/** `POST core/customer-relations/import/preview`: what an import would do. Nothing is stored. */
export const importPreview = z.object({
  encoding: z.enum(['utf-8', 'windows-1252']),
  delimiter: z.enum([';', ',']),
  /** Every column of the file, and the field that it goes to; null: it is left out. */
  columns: z.array(z.object({ head: z.string(), field: z.string().nullable() })),
  rowCount: z.int(),
  goodCount: z.int(),
  badCount: z.int(),
  issues: z.array(importIssue),
  /** Good lines that are probably there already; they are imported all the same. */
  duplicates: z.array(z.object({ line: z.int(), name: z.string(), existing: likelyDuplicate })),
  /** The first good lines, cell by cell under the columns above. */
  sample: z.array(z.object({ line: z.int(), cells: z.array(z.string()) })),
});

/** `POST core/customer-relations/import`: the good lines are in, all of them; the bad ones come back. */
export const importResult = z.object({
  importedCount: z.int(),
  failedCount: z.int(),
  issues: z.array(importIssue),
  /** The failed lines as a CSV with a column that says why, to correct and offer again; null when all went in. */
  failedFile: z.object({ filename: z.string(), content: z.string() }).nullable(),
});

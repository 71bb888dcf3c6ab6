import { z } from 'zod';
import { cents, day, defineResource, id, instant, keptText, rowVersion, shortText } from '../resource.ts';

/** The longest pattern, in UTF-16 units, one line each (§D9). */
export const maxPatternLength = 500;
/** The most patterns in one field, one per line. */
export const maxPatterns = 20;
/** What triggers see of a document's text, in UTF-16 units; the rest is cut (§D9). */
export const maxTriggerTextLength = 200_000;

/** The fields of a trigger that hold patterns, by their names on the wire (product 2.3). */
export const patternFields = [
  'keywords',
  'factuurnummer',
  'factuurdatum',
  'totaalbedrag',
  'creditmodifier',
] as const;
/** One of the fields with patterns. */
export type PatternField = (typeof patternFields)[number];
/** The three fields that a trigger finds values for. */
export const valueFields = ['factuurnummer', 'factuurdatum', 'totaalbedrag'] as const;
/** One of the three. */
export type ValueField = (typeof valueFields)[number];

const patterns = z
  .string()
  .max((maxPatternLength + 1) * maxPatterns)
  .nullish()
  .transform((text) => (text ?? '').replaceAll('\r\n', '\n').trim());

/**
 * What a save takes. An absent field of patterns is empty in a new trigger, and stays as it is in an update (§B5). `keywords` are split on newline or `;`, all must match,
 * `-word` excludes (§D7); the others hold one pattern per line, alternatives in order (§D8).
 */
const write = z.object({
  /** NEW Staff name a company; anybody else's own is taken. Null is a general trigger, for `.system` only (§D7). */
  companyId: id.nullish(),
  naam: shortText(),
  keywords: patterns,
  factuurnummer: patterns,
  factuurdatum: patterns,
  totaalbedrag: patterns,
  /** Where one of these matches, the total is made negative (§D8). */
  creditmodifier: patterns,
  /** The PDF switch: on reads the PDF's own text, off the OCR text (§D8). On when absent. */
  isPdf: z
    .boolean()
    .nullish()
    .transform((on) => on ?? true),
  /** NEW The supplier's name as it is to be booked; empty leaves finding it to general extraction. */
  crediteur: z
    .string()
    .trim()
    .max(255)
    .nullish()
    .transform((text) => text ?? ''),
  /** NEW ISO 4217, or empty: read from the document. */
  valuta: z
    .string()
    .trim()
    .regex(/^(?:[A-Z]{3})?$/)
    .nullish()
    .transform((text) => text ?? ''),
  /** NEW `,` or `.` where the shape of an amount leaves doubt; empty: told from the amount itself. */
  decimaalteken: z
    .enum(['', ',', '.'])
    .nullish()
    .transform((sign) => sign ?? ''),
  /** NEW `maand-dag`: `3-5-2026` is the fifth of March. Empty and `dag-maand`: the third of May (§D8). */
  datumvolgorde: z
    .enum(['', 'dag-maand', 'maand-dag'])
    .nullish()
    .transform((order) => order ?? ''),
  /** NEW Says that the writer has seen what the trigger changes; without it a conflict is 400 on this field. */
  conflictsConfirmed: z.boolean().nullish(),
});

/** The same field in an update: absent stays as it is, null empties (§B5). */
const keptPatterns = patterns.in.transform(
  (text) => text?.replaceAll('\r\n', '\n').trim() ?? (text === null ? '' : undefined),
);
const kept = <T extends string>(shape: z.ZodType<T, T>, empty: T) =>
  shape.nullish().transform((value) => (value === null ? empty : value));
const signs = ['', ',', '.'] as const;
const orders = ['', 'dag-maand', 'maand-dag'] as const;
const update = write.omit({ companyId: true }).extend({
  keywords: keptPatterns,
  factuurnummer: keptPatterns,
  factuurdatum: keptPatterns,
  totaalbedrag: keptPatterns,
  creditmodifier: keptPatterns,
  isPdf: z.boolean().optional(),
  crediteur: keptText(),
  valuta: kept(z.string().regex(/^(?:[A-Z]{3})?$/), ''),
  decimaalteken: kept(z.enum(signs), ''),
  datumvolgorde: kept(z.enum(orders), ''),
  rowVersion: rowVersion.optional(),
});

/** Something that is allowed but seldom meant, with its sentence in the language of the request. */
export const triggerWarning = z.object({
  field: z.enum(patternFields),
  /** Which line of the field, from 0. */
  line: z.int(),
  code: z.enum(['several-groups', 'matches-empty', 'only-excludes']),
  message: z.string(),
});
/** A warning about a pattern. */
export type TriggerWarning = z.output<typeof triggerWarning>;

const row = z.object({
  id,
  /** Null: a general trigger, for every company. */
  companyId: id.nullable(),
  naam: z.string(),
  keywords: z.string(),
  factuurnummer: z.string(),
  factuurdatum: z.string(),
  totaalbedrag: z.string(),
  creditmodifier: z.string(),
  isPdf: z.boolean(),
  crediteur: z.string(),
  updatedAt: instant,
});

/** Triggers: the patterns that read one supplier's documents. One sees the own company's and the general ones. */
export const triggers = defineResource({
  name: 'trigger',
  path: 'fmmanagement/triggers',
  permission: 'fmmanagement.triggers',
  fields: {
    id: 'id',
    naam: 'text',
    keywords: 'text',
    crediteur: 'text',
    isPdf: 'boolean',
    createdAt: 'instant',
    updatedAt: 'instant',
  },
  defaultSort: 'naam asc',
  pageSizes: [50, 100, 200],
  row,
  record: row.extend({
    valuta: z.string(),
    decimaalteken: z.enum(['', ',', '.']),
    datumvolgorde: z.enum(['', 'dag-maand', 'maand-dag']),
    createdAt: instant,
    updatedBy: z.string().nullable(),
    rowVersion,
    warnings: z.array(triggerWarning),
  }),
  create: write,
  update,
});

/** A box on a page: left, top, right, bottom, each 0..1 of the page's width and height. */
export const pageBox = z.tuple([z.number(), z.number(), z.number(), z.number()]);
/** One box on one page; a match over two lines has two. */
export const placedBox = z.object({ page: z.int(), box: pageBox });

/**
 * `GET fmmanagement/documenten/{id}/text?isPdf=`: exactly the text that triggers run on, and its words. Offsets count
 * UTF-16 units in `text`. Needs `fmmanagement.documents.read`.
 */
export const triggerText = z.object({
  text: z.string(),
  /** Which text it is; `pdf` and `ocr` may be mixed by page, then it is that of the first page with text. */
  source: z.enum(['pdf', 'ocr', 'xml', 'none']),
  /** The document is longer than triggers see. */
  isCut: z.boolean(),
  pages: z.array(z.object({ number: z.int(), start: z.int(), end: z.int() })),
  words: z.array(
    z.object({ start: z.int(), end: z.int(), page: z.int(), box: pageBox, confidence: z.number() }),
  ),
});
/** The text that triggers run on. */
export type TriggerText = z.output<typeof triggerText>;

/** What a pattern's text means: how the portal shows it beside the field. */
export const parsedValue = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), value: z.string() }),
  z.object({ kind: z.literal('date'), value: day }),
  z.object({ kind: z.literal('amount'), value: cents }),
]);
/** A parsed value. */
export type ParsedValue = z.output<typeof parsedValue>;

/** A pattern that cannot be used, with a sentence in the language of the request. */
export const patternError = z.object({
  /** Which line of the field, from 0. */
  line: z.int(),
  /** Where in that line it goes wrong, from 0; null when no single place is to blame. */
  position: z.int().nullable(),
  code: z.enum([
    'too-long',
    'too-many',
    'look-around',
    'back-reference',
    'possessive',
    'unclosed-group',
    'unopened-group',
    'unclosed-class',
    'bad-range',
    'bad-escape',
    'nothing-to-repeat',
    'bad-repeat',
    'too-much-work',
    'bad-pattern',
  ]),
  message: z.string(),
});
/** Why a pattern cannot be used. */
export type PatternError = z.output<typeof patternError>;

/**
 * `POST fmmanagement/documenten/{id}/regex`: the live search while somebody types. Without `field` the body is a
 * `triggerSearch`, and the answer a `triggerSearchAnswer`.
 */
export const regexSearch = z.object({
  field: z.enum(patternFields),
  /** The whole field as typed: several lines are alternatives, or with `keywords` all needed. */
  pattern: z.string().max((maxPatternLength + 1) * maxPatterns),
  isPdf: z.boolean().default(true),
  decimaalteken: z.enum(['', ',', '.']).default(''),
  datumvolgorde: z.enum(['', 'dag-maand', 'maand-dag']).default(''),
});

/** The command of product 2.7: a trigger as it is written, of which every field is sought. */
export const triggerSearch = z.object({
  field: z.never().optional(),
  keywords: regexSearch.shape.pattern.nullish(),
  factuurnummer: regexSearch.shape.pattern.nullish(),
  factuurdatum: regexSearch.shape.pattern.nullish(),
  totaalbedrag: regexSearch.shape.pattern.nullish(),
  creditmodifier: regexSearch.shape.pattern.nullish(),
  isPdf: regexSearch.shape.isPdf,
  decimaalteken: regexSearch.shape.decimaalteken,
  datumvolgorde: regexSearch.shape.datumvolgorde,
});

/** One place where a pattern matches. Offsets count UTF-16 units in the text of `GET …/text`. */
export const regexMatch = z.object({
  start: z.int(),
  end: z.int(),
  /** The part that is the value: capture group 1, else the whole match (§D8). */
  valueStart: z.int(),
  valueEnd: z.int(),
  /** The value as it stands on the page. */
  raw: z.string(),
  /** Null: what stands there is no number, day or amount (an impossible date, say), so that it is not found. */
  parsed: parsedValue.nullable(),
  /** The line of the field that matched, from 0. */
  line: z.int(),
  /** The value that the trigger takes: the first one, of a total the last (§D8). */
  isChosen: z.boolean(),
  /** Of the value. */
  boxes: z.array(placedBox),
});

/** What a live search answers, always with 200: a bad pattern is `error`, not a failure. */
export const regexAnswer = z.object({
  matches: z.array(regexMatch),
  /** All of them; `matches` holds the first 200. */
  count: z.int(),
  /** What the trigger takes from this document, or null. */
  value: parsedValue.nullable(),
  /** Of `keywords`: each with whether it does what it should. */
  keywords: z.array(
    z.object({ keyword: z.string(), line: z.int(), isExcluding: z.boolean(), isMet: z.boolean() }),
  ),
  errors: z.array(patternError),
  warnings: z.array(triggerWarning),
});
/** What a live search answers. */
export type RegexAnswer = z.output<typeof regexAnswer>;

/** What a search of a whole trigger answers: of each field that was named. */
export const triggerSearchAnswer = z.object({
  keywords: regexAnswer.optional(),
  factuurnummer: regexAnswer.optional(),
  factuurdatum: regexAnswer.optional(),
  totaalbedrag: regexAnswer.optional(),
  creditmodifier: regexAnswer.optional(),
});

/** `POST fmmanagement/documenten/{id}/regex/example`: writes the pattern for a piece of text that somebody selected. */
export const exampleRequest = z.object({
  field: z.enum(patternFields),
  /** Offsets in the text of `GET …/text`, in UTF-16 units; half a word is taken whole. */
  start: z.int().min(0),
  end: z.int().min(1),
  isPdf: z.boolean().default(true),
});

/** A pattern written from an example; 400 on `start` when nothing is selected that can be a value. */
export const exampleAnswer = z.object({
  /** Fits the field as one more line. */
  pattern: z.string(),
  /** The selection, with half words made whole. */
  start: z.int(),
  end: z.int(),
  raw: z.string(),
  parsed: parsedValue.nullable(),
  /** How many places of this document it matches; one is what is sought. */
  count: z.int(),
  /** The trigger would take exactly the selected value from this document. */
  isExact: z.boolean(),
  /** What holds the pattern in place: the label before it, its table heading, its line, or its shape alone. */
  anchor: z.enum(['label', 'line-above', 'line', 'shape']),
  /** The label's text, for `anchor` label and line-above. */
  label: z.string(),
});
/** A pattern written from an example. */
export type ExampleAnswer = z.output<typeof exampleAnswer>;

/** `POST fmmanagement/triggers/try`: what a trigger would do before it is saved. */
export const tryRequest = z.object({
  /** The trigger that is being changed; absent for a new one. */
  id: id.nullish(),
  trigger: write,
});

/** A value now and with the trigger; null where there is none. ISO days, whole cents as text. */
const change = z.object({
  field: z.enum(valueFields),
  now: z.string().nullable(),
  // oxlint-disable-next-line unicorn/no-thenable -- a text, never a function
  then: z.string().nullable(),
});

/** One document that a tried trigger speaks of. */
export const triedDocument = z.object({
  id,
  /** The number that people see. */
  documentId: z.string(),
  filename: z.string(),
  values: z.array(change),
  /** Another trigger that reads it as well; with equal rank the document becomes unknown (§D7). */
  otherTrigger: z.object({ id, naam: z.string(), isEqual: z.boolean() }).nullable(),
});
const tried = z.object({
  count: z.int(),
  /** The first 50. */
  first: z.array(triedDocument),
});

/** What a trigger would do: over all unknown and the last 1,000 known documents in the writer's scope. */
export const tryAnswer = z.object({
  unknownChecked: z.int(),
  knownChecked: z.int(),
  /** False when time ran out: the counts are then of what was checked. */
  isComplete: z.boolean(),
  /** Unknown documents that it would recognise. */
  recognises: tried,
  /** Unknown documents that it matches without finding all three values. */
  partly: tried,
  /** Known documents that it reads differently; they stay as they are. A conflict: new ones would be read so. */
  changes: tried,
  /** Documents that another trigger reads with equal rank: a conflict. */
  ties: tried,
  /** Known documents where it finds what is known. */
  agrees: z.int(),
  /** `changes` or `ties` are not empty: saving asks for `conflictsConfirmed`. */
  hasConflicts: z.boolean(),
});
/** What a trigger would do. */
export type TryAnswer = z.output<typeof tryAnswer>;

/** `GET fmmanagement/triggers/yaml?ids=a,b`: the named ones, or all that the caller may read, as a YAML download. */
export const yamlQuery = z.object({ ids: z.string().max(10_000).optional() });

/**
 * `POST fmmanagement/triggers/import` and `…/import/preview`: YAML of ours, or one or more invoice2data templates
 * (documents separated by `---`). A name that is there already is a new trigger all the same. `companyId` as in a save.
 */
export const triggerImport = z.object({
  content: z.string().min(1).max(1_000_000),
  /** The name of the file, for a template that names no issuer. */
  filename: z.string().max(255).nullish(),
  companyId: id.nullish(),
});

const triggerImportRemark = z.object({
  naam: z.string(),
  field: z.string(),
  message: z.string(),
  isRefused: z.boolean(),
});
/** A sentence about a field of one trigger in an imported file; `isRefused`: because of it the trigger is not taken. */
export type TriggerImportRemark = z.output<typeof triggerImportRemark>;

/** What an import did, or would do. */
export const triggerImportAnswer = z.object({
  triggers: z.array(
    z.object({
      /** Null in a preview. */
      id: id.nullable(),
      naam: z.string(),
      /** Of a preview: what it would do, over the same documents as `triggers/try`; null when it was imported. */
      tried: z
        .object({
          recognises: z.int(),
          changes: z.int(),
          ties: z.int(),
          /** False when time ran out: the counts are then of what was checked. */
          isComplete: z.boolean(),
        })
        .nullable(),
      /** The fields as they are stored. */
      trigger: write.omit({ companyId: true, conflictsConfirmed: true }),
    }),
  ),
  /** One sentence per field that could not be taken over; the trigger itself is refused where `isRefused`. */
  remarks: z.array(triggerImportRemark),
});
/** What an import did, or would do. */
export type TriggerImportAnswer = z.output<typeof triggerImportAnswer>;

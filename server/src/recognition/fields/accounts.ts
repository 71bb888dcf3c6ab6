import type { FoundCode } from '../text/identifiers.ts';
import type { DocumentText } from '../text/page-text.ts';
import type { Spot } from '../labels/relations.ts';

const gLabel = String.raw`(?<![\p{L}\d])(?:g[\s.\-]{0,2}rek(?:ening|\.)?|g[\s\-]account|(?:geblokkeerde|wka)[\s\-]?rekening)(?:[\s\-]?(?:nummer|nr))?`;
const label = new RegExp(String.raw`(${gLabel})|(?<![\p{L}\d])(?:iban|(?:bank)?rekening|bank|rek)`, 'giu');
const inBrackets = new RegExp(String.raw`^\s*\(\s*${gLabel}\s*\)`, 'iu');
const whole = new RegExp(String.raw`^\W*(?:iban )?${gLabel}[^\p{L}\d]*(?:iban)?\W*$`, 'iu');

const named = new RegExp(gLabel, 'iu');

/** Whether the name of an account says that it is blocked. */
export function isBlockedAccount(name: string): boolean {
  return named.test(name);
}

/** The accounts on a document: the supplier's own ones, and blocked ones (G-rekening), which are never paid to alone. */
export function accountsOn({ ibans, lines }: DocumentText): {
  readonly own: readonly Spot<FoundCode>[];
  readonly blocked: readonly Spot<FoundCode>[];
} {
  const values = new Set(
    ibans.filter((spot) => isBlocked(spot, ibans, lines)).map(({ value }) => value.value),
  );
  return {
    own: ibans.filter(({ value }) => !values.has(value.value)),
    blocked: ibans.filter(({ value }) => values.has(value.value)),
  };
}

function isBlocked(
  { line, start, end, box }: Spot<FoundCode>,
  ibans: readonly Spot<FoundCode>[],
  lines: DocumentText['lines'],
): boolean {
  if (inBrackets.test(line.text.slice(end))) return true;
  // What stands before the account before it is that one's.
  const others = ibans.filter((other) => other.line === line && other.end <= start).map((other) => other.end);
  const before = line.text.slice(Math.max(0, ...others), start);
  const labels = [...before.matchAll(label)];
  // `Nummer G-rekening: IBAN NL…`: what says only that it is an account says nothing against it.
  const isNamed = labels.some(([, blocked]) => blocked !== undefined);
  const last = labels.findLast(([text]) => !/^iban$/iu.test(text));
  if (labels.length > 0) return isNamed && last?.[1] !== undefined;
  return lines.some(
    (above) =>
      above.page === line.page &&
      above.index === line.index - 1 &&
      above.cells.some((cell) => Math.abs(cell.box[0] - box[0]) < 0.02 && whole.test(cell.text)),
  );
}

/** How long a verdict can be taken back or turned (§D2). */
export const undoMs = 10 * 60_000;

/** What a new verdict means for what stands. */
export type VerdictStep = 'write' | 'same' | 'too-late' | 'not-open';

/** Judges a verdict on a document (§D2): the same twice is nothing, the opposite one is taken for ten minutes. */
export function judgeVerdict(
  document: {
    readonly isRecognised: boolean;
    readonly isCorrect: boolean | null;
    readonly verdictAt: string | null;
  },
  isCorrect: boolean,
  now: Date,
): VerdictStep {
  if (document.isCorrect === null) return document.isRecognised ? 'write' : 'not-open';
  if (document.isCorrect === isCorrect) return 'same';
  return isUndoable(document.verdictAt, now) ? 'write' : 'too-late';
}

/** Whether a verdict of that moment can still be taken back. */
export function isUndoable(verdictAt: string | null, now: Date): boolean {
  return verdictAt !== null && now.getTime() - Date.parse(verdictAt) <= undoMs;
}

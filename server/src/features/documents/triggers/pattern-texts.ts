import type { PatternError, TriggerWarning } from '#contract/documents/triggers.ts';
import type { Language } from '#contract/problem.ts';
import { sentence } from '#contract/problem-texts.ts';
import type { PatternFault, PatternRemark } from './patterns.rules.ts';

/** A fault with its sentence; people count lines and characters from 1. */
export function faultText(language: Language, fault: PatternFault): PatternError {
  const values = { line: String(fault.line + 1), position: String((fault.position ?? 0) + 1) };
  return { ...fault, message: sentence(language, `pattern-${fault.code}`, values) };
}

/** A remark with its sentence. */
export function remarkText(language: Language, remark: PatternRemark): TriggerWarning {
  return { ...remark, message: sentence(language, `pattern-${remark.code}`) };
}

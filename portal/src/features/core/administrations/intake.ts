import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { administrations } from '#contract/core/administrations.ts';
import { intakeSettings, type intakeSettingsWrite } from '#contract/documents/intake-log.ts';
import { collectionUrl } from '#contract/resource.ts';
import { ProblemError } from '#portal/kit/data/http.ts';
import { useKeyStart } from '#portal/kit/data/resource-hooks.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';

/** How mail to an administration is answered, and how reading its mailbox went last. */
export type IntakeSettings = z.output<typeof intakeSettings>;
export type IntakeWrite = z.input<typeof intakeSettingsWrite>;

const path = 'core/intake';

/** The settings of one administration, and the way to save them. */
export function useIntake(companyId: string, id: string) {
  const client = useQueryClient();
  const url = `${collectionUrl(administrations, { companyId })}/${encodeURIComponent(id)}/intake`;
  const key = [path, companyId, id];
  const queryKey = [...useKeyStart(), ...key];
  // Always fetched, so that a change by somebody else is not overwritten unseen.
  const settings = useAnswer(key, url, intakeSettings, { gcTime: 0 });
  const { mutateAsync: save } = useVerb({
    call: (body: IntakeWrite) => ({ url, method: 'PUT', body }),
    result: intakeSettings,
    onSuccess: (saved) => client.setQueryData(queryKey, saved),
  });
  return { settings, save };
}

/** The lines of a text, without empty ones. */
export function linesOf(text: string): string[] {
  return text
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Turns a refusal that names lines by their index into one of the field, with those lines. */
export function atTheField(
  error: unknown,
  lines: readonly string[],
  sentence: (wrong: string) => string,
): unknown {
  if (!(error instanceof ProblemError) || !error.body.errors) return error;
  const { senders: all = [], ...others } = error.body.errors;
  const wrong = Object.keys(others).flatMap(
    (id) => lines[Number(/^senders_(\d+)$/.exec(id)?.[1] ?? -1)] ?? [],
  );
  if (wrong.length === 0) return error;
  return new ProblemError(error.kind, {
    ...error.body,
    errors: { senders: [...all, ...wrong.map(sentence)] },
  });
}

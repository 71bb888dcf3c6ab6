import { meAnswer, mePath } from '#contract/identity/me.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';

/** Who is signed in as the server knows them: their company, and whether that is the provider. */
export function useMe() {
  return useAnswer(['identity/me'], mePath, meAnswer.shape.result);
}

import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { passwordProblems, type PasswordProblem } from '#contract/identity/password.ts';
import { useText } from '#portal/kit/text.ts';
import styles from './password-form.module.css';

const shown: readonly PasswordProblem[] = ['too-short', 'no-digit', 'no-lowercase', 'no-uppercase'];

/** Each rule of passwords as met or not met (product 2.5). */
export function PasswordRules({ password }: { readonly password: string }) {
  const text = useText();
  const problems = passwordProblems(password);
  const rules = problems.includes('too-long') ? [...shown, 'too-long' as const] : shown;
  return (
    <ul className={styles.rules} aria-label={text('identity.password.rules')}>
      {rules.map((rule) => {
        const isMet = !problems.includes(rule);
        const Icon = isMet ? IconCircleCheck : IconCircleDashed;
        return (
          <li key={rule} data-met={isMet || undefined}>
            <Icon size={16} stroke={1.75} aria-hidden />
            {text(`identity.password.rule.${rule}`)}
            <span className="balie-hidden">
              {' '}
              {text(isMet ? 'identity.password.met' : 'identity.password.unmet')}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

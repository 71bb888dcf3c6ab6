/** What a password can lack; the portal shows each as met or unmet (product 2.5). */
const passwordRules = ['too-short', 'no-digit', 'no-lowercase', 'no-uppercase', 'too-long'] as const;

/** One thing that a password lacks. */
export type PasswordProblem = (typeof passwordRules)[number];

/** The min number of characters. */
const passwordMinimum = 8;
/** The max number of characters: a limit on the work of hashing, far past what people type. */
const passwordMaximum = 200;

/** Everything that is wrong with a password, empty when it will do; counted in characters as people see them. */
export function passwordProblems(password: string): PasswordProblem[] {
  const problems: PasswordProblem[] = [];
  const length = Array.from(password).length;
  if (length < passwordMinimum) problems.push('too-short');
  if (!/\p{Nd}/u.test(password)) problems.push('no-digit');
  if (!/\p{Ll}/u.test(password)) problems.push('no-lowercase');
  if (!/\p{Lu}/u.test(password)) problems.push('no-uppercase');
  if (length > passwordMaximum) problems.push('too-long');
  return problems;
}

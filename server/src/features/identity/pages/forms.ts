import type { ChangeProblem } from '../sign-in/sign-in.service.ts';
import { Html, html } from './html.ts';
import { errorBox, page, type PageFrame } from './page.ts';
import { type PasskeyAsk, passkeyForm } from './passkey-form.ts';
import { eye } from './pictures.ts';
import { fill } from '#contract/texts.ts';
import { type Texts, textsOf } from './texts.ts';

/** What was typed before, and what was wrong with it. */
export interface SignInForm {
  readonly email: string;
  readonly error: string | null;
  readonly passkey: PasskeyAsk;
  /** Where users go who forgot their password; null where no mail is sent. */
  readonly forgotten: string | null;
  /** Whether some company signs in at a directory of its own. */
  readonly hasDirectories: boolean;
}

/** The page on which people sign in. */
export function signInPage(frame: PageFrame, form: SignInForm): string {
  const texts = textsOf(frame.language);
  const title = fill(texts.title, { brand: texts.brand[frame.variant] });
  const isWrong = form.error !== null;
  // With the address filled in already, the cursor belongs in the password.
  const startsAtPassword = form.email !== '';
  return page(
    frame,
    title,
    html`<h1>${title}</h1>
      <form method="post" novalidate>
        ${errorBox(form.error === null ? [] : [form.error])}
        ${emailField(texts, { email: form.email, isWrong, isFirst: !startsAtPassword })}
        ${passwordField(texts, {
          id: 'password',
          label: texts.password,
          autocomplete: 'current-password',
          isWrong,
          isFirst: startsAtPassword,
        })}
        <button type="submit" class="primary">${texts.submit}</button>
      </form>
      ${passkeyForm(frame, form.passkey)}
      ${form.hasDirectories ? html`<p class="hint">${texts.directoryHint}</p>` : null}
      ${form.forgotten === null ? null : html`<p class="hint"><a href="${form.forgotten}">${texts.forgotten}</a></p>`}
      ${frame.variant === 'carpetline' ? html`<p class="hint">${texts.invitation}</p>` : null}`,
  );
}

/** Why a user chooses a password: theirs was given to them, they were invited, or they forgot it. */
export type ChoiceReason = 'change' | 'invitation' | 'password';

/** The page on which people choose a password. */
export function choosePasswordPage(
  frame: PageFrame,
  form: { readonly email: string; readonly problems: readonly ChangeProblem[] },
  reason: ChoiceReason,
): string {
  const texts = textsOf(frame.language);
  const brand = texts.brand[frame.variant];
  const { title, why } = {
    change: { title: texts.changeTitle, why: texts.changeWhy },
    invitation: {
      title: fill(texts.invitationTitle, { brand }),
      why: fill(texts.invitationWhy, { email: form.email }),
    },
    password: { title: texts.changeTitle, why: fill(texts.resetWhy, { email: form.email }) },
  }[reason];
  const isWrong = form.problems.length > 0;
  const field = { autocomplete: 'new-password', isWrong, describedBy: 'rules' };
  return page(
    frame,
    title,
    html`<h1>${title}</h1>
      <p class="message">${why}</p>
      <form method="post" novalidate>
        ${errorBox(form.problems.map((problem) => texts.problem[problem]))}
        <input
          type="email"
          class="unseen"
          name="email"
          autocomplete="username"
          value="${form.email}"
          readonly
          tabindex="-1"
          aria-hidden="true"
        />
        ${passwordField(texts, { ...field, id: 'new_password', label: texts.newPassword, isFirst: true })}
        ${passwordField(texts, { ...field, id: 'new_password_again', label: texts.newPasswordAgain, isFirst: false })}
        <p class="rules" id="rules">${texts.changeHint}</p>
        <button type="submit" class="primary">${texts.changeSubmit}</button>
      </form>`,
  );
}

/** The page on which people ask for a new password. */
export function forgottenPage(
  frame: PageFrame,
  form: { readonly email: string; readonly error: string | null },
): string {
  const texts = textsOf(frame.language);
  return page(
    frame,
    texts.forgotten,
    html`<h1>${texts.forgotten}</h1>
      <p class="message">${texts.forgottenWhy}</p>
      <form method="post" novalidate>
        ${errorBox(form.error === null ? [] : [form.error])}
        ${emailField(texts, { email: form.email, isWrong: form.error !== null, isFirst: true })}
        <button type="submit" class="primary">${texts.forgottenSubmit}</button>
      </form>
      <p class="hint"><a href="/">${fill(texts.back, { brand: texts.brand[frame.variant] })}</a></p>`,
  );
}

/** The page that asks whether somebody really wants to leave; `form` is the provider's, with its secret. */
export function signOutPage(frame: PageFrame, form: string): string {
  const texts = textsOf(frame.language);
  const title = fill(texts.signOutTitle, { brand: texts.brand[frame.variant] });
  return page(
    frame,
    title,
    html`<h1>${title}</h1>
      <p class="message">${texts.signOutQuestion}</p>
      ${new Html(form)}
      <button type="submit" form="op.logoutForm" name="logout" value="yes" class="primary">
        ${texts.signOutYes}
      </button>
      <button type="submit" form="op.logoutForm" class="plain">${texts.signOutNo}</button>`,
  );
}

function emailField(
  texts: Texts,
  field: { readonly email: string; readonly isWrong: boolean; readonly isFirst: boolean },
): Html {
  return html`<label for="email">${texts.email}</label>
    <input
      id="email"
      name="email"
      type="email"
      autocomplete="username"
      inputmode="email"
      autocapitalize="none"
      spellcheck="false"
      maxlength="254"
      required
      value="${field.email}"
      ${field.isFirst ? html` autofocus` : null}${field.isWrong ? html` aria-describedby="error"` : null}
    />`;
}

interface PasswordField {
  readonly id: string;
  readonly label: string;
  readonly autocomplete: string;
  readonly isWrong: boolean;
  readonly isFirst: boolean;
  readonly describedBy?: string;
}

function passwordField(texts: Texts, field: PasswordField): Html {
  const described = [field.isWrong ? 'error' : '', field.describedBy ?? '']
    .filter((id) => id !== '')
    .join(' ');
  // The eye is of no use without the script, so the script uncovers it.
  return html`<label for="${field.id}">${field.label}</label>
    <div class="password">
      <input
        id="${field.id}"
        name="${field.id}"
        type="password"
        autocomplete="${field.autocomplete}"
        maxlength="400"
        required${
          field.isFirst ? html` autofocus` : null
        }${field.isWrong ? html` aria-invalid="true"` : null}${described === '' ? null : html` aria-describedby="${described}"`}
      />
      <button
        type="button"
        class="eye"
        hidden
        aria-controls="${field.id}"
        aria-pressed="false"
        aria-label="${texts.showPassword}"
        title="${texts.showPassword}"
        data-hide="${texts.hidePassword}"
      >
        ${eye()}
      </button>
    </div>`;
}

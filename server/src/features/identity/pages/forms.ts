import type { ChangeProblem } from '../sign-in.service.ts';
import { Html, html } from './html.ts';
import { errorBox, page, type PageFrame } from './page.ts';
import { eye } from './pictures.ts';
import { fill, type Texts, textsOf } from './texts.ts';

/** What was typed before, and what was wrong with it. */
export interface SignInForm {
  readonly email: string;
  readonly error: string | null;
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
        <label for="email">${texts.email}</label>
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
          value="${form.email}"
          ${startsAtPassword ? null : html` autofocus`}${isWrong ? html` aria-describedby="error"` : null}
        />
        ${passwordField(texts, {
          id: 'password',
          label: texts.password,
          autocomplete: 'current-password',
          isWrong,
          isFirst: startsAtPassword,
        })}
        <button type="submit" class="primary">${texts.submit}</button>
      </form>
      ${frame.variant === 'carpetline' ? html`<p class="hint">${texts.invitation}</p>` : null}`,
  );
}

/** The page on which people replace a password that was given to them. */
export function changePasswordPage(
  frame: PageFrame,
  form: { email: string; problems: readonly ChangeProblem[] },
): string {
  const texts = textsOf(frame.language);
  const isWrong = form.problems.length > 0;
  const field = { autocomplete: 'new-password', isWrong, describedBy: 'rules' };
  return page(
    frame,
    texts.changeTitle,
    html`<h1>${texts.changeTitle}</h1>
      <p class="message">${texts.changeWhy}</p>
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

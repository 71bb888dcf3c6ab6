import type { BrandName } from '#contract/brands.ts';
import { formatDay, formatInstant } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import type { WarningCode } from '#contract/invoicing/warnings.ts';
import type { Language } from '#contract/problem.ts';
import { fill } from '#contract/texts.ts';
import { html, mark } from '#server/features/identity/index.ts';
import type { Invoice } from '../invoices/invoices.service.ts';
import type { LinkChange } from './links.rules.ts';
import type { OpenedLink } from './links.service.ts';
import { type LinkTexts, linkTexts } from './link-texts.ts';

type Html = ReturnType<typeof html>;

/** What every page of a link needs to draw itself. */
export interface LinkFrame {
  readonly variant: BrandName;
  readonly language: Language;
  /** Address of the style sheet, with its version. */
  readonly style: string;
}

/** What came of a form that was sent. */
export interface LinkNotice {
  /** Why nothing was decided. */
  readonly refusal?: string;
  readonly isReasonMissing?: boolean;
  readonly isRenewed?: boolean;
}

/** The page of a link: the invoice with its decision, or why nothing can be decided and the way out. */
export function linkDocument(frame: LinkFrame, opened: OpenedLink, url: string, notice: LinkNotice): string {
  const texts = linkTexts(frame.language);
  const { state, invoice } = opened;
  const content =
    state.kind === 'open' && invoice !== null
      ? openPage(frame, opened, invoice, url, notice)
      : closedPage(frame, opened, url);
  const above = html`${notice.refusal ? html`<p class="refusal" role="alert">${notice.refusal} ${texts.nothing}</p>` : null}
  ${notice.isRenewed ? html`<p class="note" role="status">${fill(texts.renewed, { email: opened.person.email })}</p>` : null}`;
  return frameOf(frame, html`${above}${content}`);
}

/** A page with a message and nothing else: the same for every address that is no link. */
export function linkMessage(frame: LinkFrame, message: 'gone' | 'busy'): string {
  const texts = linkTexts(frame.language);
  return frameOf(
    frame,
    html`<main class="message">
      <h1>${texts[message]}</h1>
      <p>${texts[`${message}Hint`]}</p>
    </main>`,
  );
}

function openPage(
  { language }: LinkFrame,
  { person, link }: OpenedLink,
  invoice: Invoice,
  url: string,
  { isReasonMissing = false }: LinkNotice,
): Html {
  const texts = linkTexts(language);
  const fact = (label: string, value: string) =>
    value === ''
      ? null
      : html`<dt>${label}</dt>
          <dd>${value}</dd>`;
  return html`${
    invoice.invoicePicture === null
      ? html`<p class="note">${texts.noPage}</p>`
      : html`<a class="page" href="${url}/page"><img src="${url}/page" alt="${texts.page}" /></a>`
  }
    <main>
      <p class="creditor">${invoice.creditor.name}</p>
      <p class="amount">${formatMoney(invoice.totalAmount, invoice.currency, language)}</p>
      ${invoice.dueDate === null ? null : html`<p class="note">${fill(texts.due, { day: formatDay(invoice.dueDate) })}</p>`}
      ${warningList(invoice, texts)}
      <dl>
        ${fact(texts.number, invoice.invoiceNumber)} ${fact(texts.date, formatDay(invoice.invoiceDate))}
        ${fact(texts.administration, invoice.administration?.name ?? '')}
        ${fact(texts.description, invoice.description)} ${fact(texts.iban, inFours(invoice.iban ?? ''))}
      </dl>
      <p class="as">
        ${fill(texts.as, { name: person.name })}
        <small>${fill(texts.once, { until: formatInstant(link.expiresAt) })}</small>
      </p>
    </main>
    <div class="bar">
      <details${isReasonMissing ? html` open` : null}>
        <summary><span class="when-closed">${texts.reject}</span><span class="when-open">${texts.cancel}</span></summary>
        <form method="post" action="${url}/reject" novalidate>
          <label for="reason">${texts.reason}</label>
          <textarea id="reason" name="reason" rows="3" maxlength="2000" required${
            isReasonMissing ? html` autofocus aria-invalid="true" aria-describedby="reason-error"` : null
          }></textarea>
          ${isReasonMissing ? html`<p class="refusal" id="reason-error">${texts.reasonRequired}</p>` : null}
          <button class="danger" type="submit">${texts.reject}</button>
        </form>
      </details>
      <form method="post" action="${url}/approve">
        <button class="primary" type="submit">${texts.approve}</button>
      </form>
    </div>`;
}

function closedPage(frame: LinkFrame, { state, person, invoice }: OpenedLink, url: string): Html {
  const { language } = frame;
  const texts = linkTexts(language);
  if (state.kind === 'open') return html``;
  const isUsed = state.kind === 'used';
  const title = isUsed ? texts.state[verbOf(state.verb)] : texts.state[state.kind];
  const values = { name: person.name, at: isUsed ? formatInstant(state.at) : '' };
  const hint = isUsed
    ? fill(state.verb === 'undone' ? texts.state.undoneHint : texts.state.used, values)
    : `${texts.nothing} ${texts.state[`${state.kind}Hint`]}`;
  const canRenew =
    state.kind === 'changed' || state.kind === 'expired' || (isUsed && state.verb === 'undone');
  return html`<main class="message" data-kind="${isUsed ? state.verb : 'refused'}">
      <h1>${title}</h1>
      <p>${hint}</p>
      ${
        isUsed && invoice !== null
          ? html`<p class="creditor">${invoice.creditor.name}, ${invoice.invoiceNumber}</p>
              <p class="amount">${formatMoney(invoice.totalAmount, invoice.currency, language)}</p>`
          : null
      }
      ${state.kind === 'changed' ? changeTable(frame, state.changes) : null}
      ${
        isUsed && state.isFresh
          ? html`<form class="undo" method="post" action="${url}/undo">
              <p><strong>${texts.undoTitle}</strong> <small>${texts.undoHint}</small></p>
              <button type="submit">${texts.undo}</button>
            </form>`
          : null
      }
    </main>
    <div class="bar stacked">
      <a class="primary" href="/fmmodule/invoices">${isUsed ? texts.signInMore : texts.signIn}</a>
      ${
        canRenew
          ? html`<form method="post" action="${url}/renew">
              <button type="submit">${texts.renew}</button>
              <small>${fill(texts.renewTo, { email: person.email })}</small>
            </form>`
          : null
      }
    </div>`;
}

function warningList({ warnings }: Invoice, texts: LinkTexts): Html | null {
  const names: Readonly<Record<WarningCode, string>> = texts.warning;
  if (warnings.length === 0) return null;
  return html`<ul class="warnings" aria-label="${texts.warnings}">
    ${warnings.map(({ code, severity }) => html`<li data-severity="${severity}">${names[code]}</li>`)}
  </ul>`;
}

// As banks write an account.
const inFours = (iban: string) => iban.replaceAll(/(.{4})(?=.)/g, '$1 ');
const verbOf = (verb: string) => (verb === 'reject' || verb === 'undone' ? verb : 'approve');
const amounts: readonly string[] = ['totalAmount', 'exclAmount', 'vatAmount'];
const shown: readonly string[] = [
  ...amounts,
  'invoiceNumber',
  'creditor',
  'iban',
  'currency',
  'paymentReference',
];

function changeTable({ language }: LinkFrame, changes: readonly LinkChange[]): Html | null {
  const texts = linkTexts(language);
  const names: Readonly<Record<string, string>> = texts.value;
  const rows = changes.filter(({ name }) => shown.includes(name));
  if (rows.length === 0) return null;
  const write = (name: string, value: LinkChange['is']) =>
    value === null
      ? '–'
      : amounts.includes(name)
        ? formatMoney(Number(value), 'EUR', language)
        : String(value);
  return html`<table>
    <thead>
      <tr>
        <td></td>
        <th scope="col">${texts.then}</th>
        <th scope="col">${texts.now}</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ({ name, was, is }) =>
          html`<tr>
            <th scope="row">${names[name] ?? name}</th>
            <td><del>${write(name, was)}</del></td>
            <td>${write(name, is)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function frameOf(frame: LinkFrame, content: Html): string {
  const texts = linkTexts(frame.language);
  const other: Language = frame.language === 'nl' ? 'en' : 'nl';
  return html`<!doctype html>
    <html lang="${frame.language}" data-brand="${frame.variant}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="referrer" content="no-referrer" />
        <title>${texts.title}</title>
        <link rel="icon" href="/brand/${frame.variant}/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${frame.style}" />
      </head>
      <body>
        <div class="sheet">
          <header>
            <span class="brand">${mark(frame.variant)} ${texts.title}</span>
            <a href="?lang=${other}" lang="${other}" hreflang="${other}">${other.toUpperCase()}</a>
          </header>
          ${content}
        </div>
      </body>
    </html> `.text;
}

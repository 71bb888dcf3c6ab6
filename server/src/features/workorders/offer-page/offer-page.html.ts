import type { BrandName } from '#contract/brands.ts';
import { formatDay, formatInstant } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import type { Language } from '#contract/problem.ts';
import { html, type SiteOptions } from '#server/features/identity/index.ts';
import { numberOf } from '../offers/offer-mails.ts';
import { fill } from '#contract/texts.ts';
import { type OfferTexts, offerTexts } from '../offers/offer-texts.ts';
import type { StoredLine, StoredOffer } from '../offers/offers.repository.ts';
import { totalsOf, vatLabel, vatNoteOf } from '../offers/offers.rules.ts';
import type { ShownOffer } from './offer-page.service.ts';

type Html = ReturnType<typeof html>;

/** What every page of an offer needs to draw itself. */
export interface OfferFrame {
  readonly variant: BrandName;
  readonly language: Language;
  /** Addresses of the style sheet and the script, with their versions. */
  readonly style: string;
  readonly script: string;
  /** Whether mail goes out: without it no confirmation is promised. */
  readonly mails: boolean;
}
export type { SiteOptions };

/** What was typed into a form that comes back, and what is wrong with it. */
export interface Retry {
  readonly form: 'accept' | 'decline';
  readonly values: {
    readonly name: string;
    readonly reason: string;
    readonly options: readonly string[];
    readonly isConfirmed: boolean;
  };
  /** Names of texts, by field. */
  readonly problems: Readonly<Partial<Record<'name' | 'confirm' | 'reason', keyof OfferTexts['web']>>>;
}

/** The offer as the customer reads it, with the forms that answer it while it is open. */
export function offerDocument(
  frame: OfferFrame,
  found: ShownOffer,
  url: string,
  retry: Retry | null,
): string {
  const shown = { ...found, offer: withVatNotes(found.offer, frame.language) };
  const { offer, settings, relationName } = shown;
  const texts = offerTexts(frame.language);
  const { web } = texts;
  const title = fill(texts.title, { number: numberOf(offer) });
  const lines = offer.lines.filter(({ isOptional }) => !isOptional);
  const options = offer.lines.flatMap((line, position) => (line.isOptional ? [{ line, position }] : []));
  const isAnswered = offer.answer !== null;
  return frameOf(
    frame,
    title,
    html`<header>
        ${
          settings.logoSha256 === null
            ? html`<p class="company">${settings.name}</p>`
            : html`<img class="logo" src="${url}/logo" alt="${settings.name}" />`
        }
        ${languages(frame, web)}
      </header>
      <main>
        ${isAnswered ? outcome(frame, shown) : null}
        <h1>${title}</h1>
        <p class="facts">
          ${relationName === '' ? null : html`<span>${fill(web.for, { name: relationName })}</span>`}
          <span>${offer.reference}</span>
          <span>${fill(web.validUntil, { day: formatDay(offer.validUntil) })}</span>
        </p>
        ${offer.introduction === '' ? null : html`<p class="introduction">${offer.introduction}</p>`}
        <p><a class="pdf" href="${url}/pdf">${web.pdf}</a></p>
        <h2>${web.linesTitle}</h2>
        ${lineList(frame, lines)}
        ${isAnswered ? answered(frame, offer) : forms(frame, shown, { url, options, retry })}
        ${termsOf(frame, offer)}
      </main>
      <footer>${letterFoot(frame, shown)}</footer>`,
  );
}

function withVatNotes(offer: StoredOffer, language: Language): StoredOffer {
  const noteOf = vatNoteOf(offer.lines, offer.vatRate, language);
  const lines = offer.lines.map((line) => ({
    ...line,
    specification: [line.specification, noteOf(line)].filter(Boolean).join(' · '),
  }));
  return { ...offer, lines };
}

/** A page with a message and nothing else: the same for every link that does not work. */
export function offerMessage(frame: OfferFrame, message: 'gone' | 'busy'): string {
  const { web } = offerTexts(frame.language);
  const title = message === 'gone' ? web.goneTitle : web.busyTitle;
  return frameOf(
    frame,
    title,
    html`<header>
        <p class="company"></p>
        ${languages(frame, web)}
      </header>
      <main>
        <h1>${title}</h1>
        <p>${web[message]}</p>
      </main>
      <footer><p>${web.footer}</p></footer>`,
  );
}

function frameOf(frame: OfferFrame, title: string, content: Html): string {
  return html`<!doctype html>
    <html lang="${frame.language}" data-brand="${frame.variant}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="referrer" content="no-referrer" />
        <title>${title}</title>
        <link rel="icon" href="/brand/${frame.variant}/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${frame.style}" />
        <script type="module" src="${frame.script}"></script>
      </head>
      <body>
        <div class="sheet">${content}</div>
      </body>
    </html> `.text;
}

function languages({ language }: OfferFrame, web: OfferTexts['web']): Html {
  const choice = (code: Language) =>
    html`<a
      href="?lang=${code}"
      lang="${code}"
      hreflang="${code}"
      ${language === code ? html` aria-current="true"` : null}
      >${code.toUpperCase()}</a
    >`;
  return html`<nav class="languages" aria-label="${web.languages}">${choice('nl')}${choice('en')}</nav>`;
}

function outcome({ language, mails }: OfferFrame, { offer, settings }: ShownOffer): Html {
  const { web } = offerTexts(language);
  const at = offer.answeredAt === null ? '' : formatInstant(offer.answeredAt);
  const values = { name: offer.answeredBy, at, company: settings.name };
  const isAccepted = offer.answer === 'accepted';
  return html`<div class="outcome" data-kind="${offer.answer}" role="status">
    <p class="outcome-title">${isAccepted ? web.acceptedTitle : web.declinedTitle}</p>
    <p>
      ${fill(isAccepted ? `${web.acceptedText} ${mails ? web.acceptedMailed : web.acceptedNotMailed}` : web.declinedText, values)}
    </p>
  </div>`;
}

function lineList({ language }: OfferFrame, lines: readonly StoredLine[]): Html {
  return html`<ul class="lines">
    ${lines.map((line) => html`<li>${words(line)}<span class="amount">${formatMoney(line.salesAmount, 'EUR', language)}</span></li>`)}
  </ul>`;
}

function words({ description, specification }: StoredLine): Html {
  return html`<span class="words"
    ><span class="description">${description}</span>${
      specification === '' ? null : html`<span class="specification">${specification}</span>`
    }</span
  >`;
}

/** The sums of what is wanted: of all options those that are ticked, once accepted those that were. */
function sums({ language }: OfferFrame, { lines, vatRate }: StoredOffer, ticked: readonly string[]): Html {
  const texts = offerTexts(language);
  const wanted = lines.map((line, position) => ({
    ...line,
    isAccepted: line.isAccepted ?? (!line.isOptional || ticked.includes(String(position))),
  }));
  const { totalAmount, vat, totalInclVatAmount } = totalsOf(wanted, vatRate);
  const row = (label: string, cents: number, kind = '') =>
    html`<p class="sum ${kind}">
      <span>${label}</span><span class="amount">${formatMoney(cents, 'EUR', language)}</span>
    </p>`;
  return html`<div class="sums" id="sums" role="status">
    ${row(texts.subtotal, totalAmount)}
    ${vat.map((kind) => row(vatLabel(kind, vat.length === 1, language), kind.vatAmount))}
    ${row(texts.total, totalInclVatAmount, 'total')}
  </div>`;
}

/** What an answered offer comes to: its total, and of an accepted one which options. */
function answered(frame: OfferFrame, offer: StoredOffer): Html {
  const { web, acceptance } = offerTexts(frame.language);
  const optional = (isWanted: boolean) =>
    offer.lines.filter(({ isOptional, isAccepted }) => isOptional && isAccepted === isWanted);
  const part = (title: string, lines: readonly StoredLine[]) =>
    lines.length === 0
      ? null
      : html`<h2>${title}</h2>
          ${lineList(frame, lines)}`;
  return html`${part(web.optionalTitle, optional(true))} ${sums(frame, offer, [])}
  ${part(acceptance.notChosen, optional(false))}`;
}

function termsOf(frame: OfferFrame, { terms }: StoredOffer): Html | null {
  if (!terms) return null;
  return html`<section>
    <h2>${offerTexts(frame.language).terms}</h2>
    <p class="terms">${terms}</p>
  </section>`;
}

interface Answering {
  readonly url: string;
  readonly options: readonly { readonly line: StoredLine; readonly position: number }[];
  readonly retry: Retry | null;
}

function forms(frame: OfferFrame, shown: ShownOffer, { url, options, retry }: Answering): Html {
  const { web } = offerTexts(frame.language);
  const accept = retry?.form === 'accept' ? retry : null;
  const decline = retry?.form === 'decline' ? retry : null;
  const name = shown.relationName === '' ? shown.email : shown.relationName;
  const query = `?lang=${frame.language}`;
  return html`<form method="post" action="${url}/accept${query}" novalidate data-calculate>
      ${
        options.length === 0
          ? null
          : html`<fieldset>
              <legend>${web.optionalTitle}</legend>
              <p class="quiet">${web.optionalHint}</p>
              <ul class="lines">
                ${options.map((option) => optionItem(frame, option, accept))}
              </ul>
            </fieldset>`
      }
      ${sums(frame, shown.offer, accept?.values.options ?? [])}
      ${
        options.length === 0
          ? null
          : html`<button class="calculate" type="submit" data-calculate formaction="${url}/calculate${query}">
              ${web.calculate}
            </button>`
      }
      <h2>${web.acceptTitle}</h2>
      ${nameField(web, 'accept', accept)}
      <div class="field">
        <label class="check"
          ><input type="checkbox" name="confirm" value="yes" required${accept?.values.isConfirmed ? html` checked` : null}${wrong('confirm', 'accept', accept)} /><span
            >${fill(web.confirm, { name })}</span
          ></label
        >
        ${problemOf(web, 'confirm', 'accept', accept)}
      </div>
      <button class="primary" type="submit">${web.accept}</button>
    </form>
    <details${decline ? html` open` : null}>
      <summary>${web.declineTitle}</summary>
      <form method="post" action="${url}/decline${query}" novalidate>
        ${nameField(web, 'decline', decline)}
        <div class="field">
          <label for="reason">${web.reason}</label>
          <textarea id="reason" name="reason" rows="4" maxlength="2000" required${wrong('reason', 'decline', decline)}>${decline?.values.reason ?? ''}</textarea>
          ${problemOf(web, 'reason', 'decline', decline)}
        </div>
        <button type="submit">${web.decline}</button>
      </form>
    </details>`;
}

function optionItem(
  { language }: OfferFrame,
  { line, position }: Answering['options'][number],
  retry: Retry | null,
): Html {
  const isTicked = retry?.values.options.includes(String(position)) ?? false;
  const value = html`value="${position}"${isTicked ? html` checked` : null}`;
  return html`<li>
    <label class="check"><input type="checkbox" name="option" data-option ${value} />${words(line)}</label
    ><span class="amount">${formatMoney(line.salesAmount, 'EUR', language)}</span>
  </li>`;
}

type Field = keyof Retry['problems'];
const fieldOrder: readonly Field[] = ['name', 'confirm', 'reason'];

function nameField(web: OfferTexts['web'], form: Retry['form'], retry: Retry | null): Html {
  const id = `${form}-name`;
  return html`<div class="field">
    <label for="${id}">${web.yourName}</label>
    <input
      id="${id}"
      name="name"
      autocomplete="name"
      maxlength="200"
      required
      value="${retry?.values.name ?? ''}"
      ${wrong('name', form, retry)}
    />
    ${problemOf(web, 'name', form, retry)}
  </div>`;
}

function wrong(field: Field, form: Retry['form'], retry: Retry | null): Html | null {
  if (!retry?.problems[field]) return null;
  // The page is loaded again: focus goes to the first error, not to the top.
  const isFirst = fieldOrder.find((one) => retry.problems[one]) === field;
  return html` aria-invalid="true"
  aria-describedby="${form}-${field}-error"${isFirst ? html` autofocus` : null}`;
}

function problemOf(
  web: OfferTexts['web'],
  field: Field,
  form: Retry['form'],
  retry: Retry | null,
): Html | null {
  const text = retry?.problems[field];
  return text ? html`<p class="error" id="${form}-${field}-error">${web[text]}</p>` : null;
}

function letterFoot({ language }: OfferFrame, { settings }: ShownOffer): Html {
  const texts = offerTexts(language);
  const { name, street, zipCode, city, phone, email, kvkNumber, vatId } = settings;
  const parts = [
    name,
    [street, `${zipCode} ${city}`.trim()].filter(Boolean).join(', '),
    phone,
    email,
    kvkNumber && fill(texts.kvk, { number: kvkNumber }),
    vatId && fill(texts.vatId, { number: vatId }),
  ];
  return html`<p>${parts.filter(Boolean).join(' · ')}</p>
    <p>${texts.web.footer}</p>`;
}

import type { z } from 'zod';
import type { carpetMail } from '#contract/carpetline/orders.ts';
import { formatDay } from '#contract/dates.ts';
import type { Language } from '#contract/problem.ts';
import { fill } from '#contract/texts.ts';
import { html } from '#server/features/identity/index.ts';
import type { Context, Services } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import en from '../locales/mail.en.json' with { type: 'json' };
import nl from '../locales/mail.nl.json' with { type: 'json' };
import type { Step, StoredOrder } from './orders.repository.ts';

const texts: Readonly<Record<Language, typeof nl>> = { nl, en };

/** What an orderer is told of a step of his order. */
interface Told {
  readonly userId: string;
  readonly language: Language;
  readonly kind: Exclude<Step['kind'], 'ordered'>;
  readonly number: number;
  readonly reference: string;
  readonly day: string | null;
  readonly deliveryDate: string | null;
  readonly isShipped: boolean;
  readonly reason: string;
}

/** Mails an orderer that his order moved. */
export const carpetMailJob = defineJob<Told>('carpetline-mail', { retries: 2, expireSeconds: 60 });

/** Writes the mail of a step, in the transaction that makes it; nobody is told of what he did himself. */
export async function tellOrderer(tx: Tx, ctx: Context, order: StoredOrder, { kind, day, reason }: Step): Promise<void> {
  const { id: userId } = order.orderedBy;
  if (ctx.mail === null || userId === null || userId === ctx.caller.userId || kind === 'ordered') return;
  const { number, reference, deliveryDate, ordererLanguage: language } = order;
  const isShipped = order.transportFinishedProduct === 1;
  await ctx.jobs.send(tx, carpetMailJob, { userId, language, kind, number, reference, day, deliveryDate, isShipped, reason });
}

/** Works one mail: to whoever still may sign in, and did not switch it off. */
export async function sendCarpetMail({ db, mail }: Pick<Services, 'db' | 'mail'>, told: Told): Promise<void> {
  const person = await db
    .selectFrom('users')
    .where('users.id', '=', told.userId)
    .where('users.deleted_at', 'is', null)
    .where('users.is_active', '=', true)
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('carpet_mail_opt_outs as out').whereRef('out.user_id', '=', 'users.id'))))
    .select(['email', 'first_name', 'last_name'])
    .executeTakeFirst();
  if (!mail || !person) return;
  await mail.send({ to: person.email, ...carpetMailText(told, `${person.first_name} ${person.last_name}`) });
}

/** The words of a mail. */
export function carpetMailText({ language, kind, ...told }: Told, name: string) {
  const t = texts[language];
  const values = {
    name,
    number: told.number,
    reference: told.reference === '' ? '' : ` (${told.reference})`,
    day: told.day === null ? '' : formatDay(told.day),
    delivery: told.deliveryDate === null ? '' : formatDay(told.deliveryDate),
    transport: told.isShipped ? t.ship : t.pickUp,
    reason: told.reason,
    what: t[kind],
  };
  const parts = [fill(t.hello, values), fill(t.text[kind], values), t.footer];
  return {
    subject: fill(t.subject, values),
    text: `${parts.join('\n\n')}\n`,
    html: parts.map((part) => html`<p>${part}</p>`.text).join('\n'),
  };
}

type Mail = z.output<typeof carpetMail>;

/** Whether the caller is mailed about his orders. */
export async function findMail({ db, caller }: Pick<Context, 'db' | 'caller'>): Promise<Mail> {
  const out = await db.selectFrom('carpet_mail_opt_outs').where('user_id', '=', caller.userId).select('user_id').executeTakeFirst();
  return { onChange: out === undefined };
}

/** Switches the mail about the caller's orders on or off. */
export async function saveMail(ctx: Context, { onChange }: Mail): Promise<Mail> {
  const { userId } = ctx.caller;
  if (onChange) await ctx.db.deleteFrom('carpet_mail_opt_outs').where('user_id', '=', userId).execute();
  else
    await ctx.db
      .insertInto('carpet_mail_opt_outs')
      .values({ user_id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return { onChange };
}

import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type Stripe from 'stripe'

/**
 * Stores the stand-in's objects as rows of one SQLite file, so that calls do not get slower with the number of sales.
 * The rows hold the provider's own objects, with the provider's names, as they are sent.
 */
export interface Ledger {
  /** Does all of `work` or nothing. Its writes are on disk when this returns. */
  once: <T>(work: () => T) => T
  sessions: Collection<KeptSession, 'status' | 'payment_intent'> & { due: (now: number) => KeptSession[] }
  paymentIntents: Collection<PaymentIntent>
  disputes: Collection<Dispute, 'payment_intent'>
  refunds: Collection<Refund, 'payment_intent'> & { amountOf: (paymentIntent: string) => number }
  events: Collection<HookEvent>
  hooks: Collection<PendingHook> & {
    remove: (eventId: string) => void
    count: () => number
    isAnyReady: (now: number) => boolean
    /** Returns the due hooks, oldest first. `includeRetries` adds those that wait for another try. */
    ready: (now: number, includeRetries: boolean) => PendingHook[]
  }
  answers: Collection<KeptAnswer>
  close: () => void
}

interface Collection<T, Column extends string = never> {
  get: (id: string) => T | undefined
  put: (id: string, kept: T) => void
  /** Returns the newest entries that have one of the given values in each column. */
  newest: (asked: Partial<Record<Column, string[]>>, limit: number) => T[]
}

export type KeptSession = {
  session: Omit<ShownSession, 'url'>
  lines: LineItem[]
  /** The business's name on the card page, if it is not the account's own name. */
  displayName: string | null
  paymentMetadata: Record<string, string>
}

export type ShownSession = Pick<
  Stripe.Checkout.Session,
  | 'id'
  | 'object'
  | 'amount_subtotal'
  | 'amount_total'
  | 'cancel_url'
  | 'client_reference_id'
  | 'created'
  | 'currency'
  | 'customer_email'
  | 'expires_at'
  | 'livemode'
  | 'metadata'
  | 'mode'
  | 'payment_status'
  | 'status'
  | 'success_url'
  | 'url'
> & { payment_intent: string | null }

export type PaymentIntent = Pick<
  Stripe.PaymentIntent,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_received'
  | 'created'
  | 'currency'
  | 'last_payment_error'
  | 'livemode'
  | 'metadata'
  | 'status'
> & { latest_charge: string | null }

export type LineItem = Pick<
  Stripe.LineItem,
  'id' | 'object' | 'amount_subtotal' | 'amount_total' | 'currency' | 'description'
> & { quantity: number }

export type Refund = Pick<
  Stripe.Refund,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'metadata' | 'status'
> & { charge: string; payment_intent: string; pending_reason?: Stripe.Refund.PendingReason }

export type Dispute = Pick<
  Stripe.Dispute,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'reason' | 'status'
> & { charge: string; payment_intent: string }

export type HookEvent = Pick<
  Stripe.EventBase,
  'id' | 'object' | 'api_version' | 'created' | 'livemode' | 'pending_webhooks' | 'request'
> & { type: string; data: { object: object } }

export type PendingHook = {
  eventId: string
  copies: number
  attempts: number
  notBefore: number
  nextAttemptAt: number
}

export type KeptAnswer = { request: string; status: number; body: string; answeredAt: number }

const day = 24 * 60 * 60

const tables = `
  pragma journal_mode = wal;
  pragma synchronous = normal;
  create table if not exists sessions (
    id text primary key, body text not null,
    status text as (body ->> '$.session.status'),
    payment_intent text as (body ->> '$.session.payment_intent'),
    expires_at integer as (body ->> '$.session.expires_at')
  );
  create index if not exists sessions_due on sessions (status, expires_at);
  create index if not exists sessions_paid on sessions (payment_intent);
  create table if not exists payment_intents (id text primary key, body text not null);
  create table if not exists refunds (
    id text primary key, body text not null,
    payment_intent text as (body ->> '$.payment_intent'),
    amount integer as (body ->> '$.amount')
  );
  create index if not exists refunds_paid on refunds (payment_intent);
  create table if not exists disputes (
    id text primary key, body text not null,
    payment_intent text as (body ->> '$.payment_intent')
  );
  create index if not exists disputes_paid on disputes (payment_intent);
  create table if not exists events (
    id text primary key, body text not null,
    type text as (body ->> '$.type'),
    created integer as (body ->> '$.created')
  );
  -- Events are not looked up by type any more. The column stays for older processes, which create this index again.
  drop index if exists events_of_type;
  create index if not exists events_by_age on events (created);
  create table if not exists hooks (
    id text primary key, body text not null,
    not_before integer as (body ->> '$.notBefore'),
    next_attempt_at integer as (body ->> '$.nextAttemptAt')
  );
  create table if not exists answers (
    id text primary key, body text not null, answered_at integer as (body ->> '$.answeredAt')
  );
  create index if not exists answers_by_age on answers (answered_at);`

/** Opens the file in `folder` and deletes old rows as the provider does: answers after a day, events after thirty. */
export function openLedger(folder: string, now: number): Ledger {
  mkdirSync(folder, { recursive: true })
  const db = new DatabaseSync(join(folder, 'stripe-stand-in.sqlite'), { timeout: 1_000 })
  db.exec(tables)
  const statements = new Map<string, StatementSync>()
  const prepare = (text: string) => {
    const statement = statements.get(text) ?? db.prepare(text)
    statements.set(text, statement)
    return statement
  }
  const all = <T>(text: string, ...values: SQLInputValue[]) => prepare(text).all(...values) as T[]
  const run = (text: string, ...values: SQLInputValue[]) => void prepare(text).run(...values)
  const bodies = <T>(text: string, ...values: SQLInputValue[]) =>
    all<{ body: string }>(text, ...values).map(({ body }) => JSON.parse(body) as T)
  const collection = <T>(table: string): Collection<T, string> => ({
    get: id => bodies<T>(`select body from ${table} where id = ?`, id)[0],
    put: (id, kept) =>
      run(
        `insert into ${table} (id, body) values (?, ?) on conflict do update set body = excluded.body`,
        id,
        JSON.stringify(kept),
      ),
    newest: (asked, limit) => {
      const isAsked = Object.keys(asked).map(column => `${column} in (select value from json_each(?))`)
      return bodies<T>(
        `select body from ${table} where ${['true', ...isAsked].join(' and ')} order by rowid desc limit ?`,
        ...Object.values(asked).map(values => JSON.stringify(values)),
        limit,
      )
    },
  })

  run('delete from answers where answered_at < ?', now - day)
  run('delete from events where created < ? and id not in (select id from hooks)', now - 30 * day)
  return {
    once(work) {
      db.exec('begin immediate')
      try {
        const done = work()
        db.exec('commit')
        return done
      } catch (error) {
        if (db.isTransaction) db.exec('rollback')
        throw error
      }
    },
    sessions: {
      ...collection('sessions'),
      due: at =>
        bodies(`select body from sessions where status = 'open' and expires_at <= ? order by rowid`, at),
    },
    paymentIntents: collection('payment_intents'),
    refunds: {
      ...collection('refunds'),
      amountOf: paymentIntent =>
        all<{ amount: number }>(
          "select coalesce(sum(amount), 0) as amount from refunds where payment_intent = ? and body ->> '$.status' <> 'failed'",
          paymentIntent,
        )[0]?.amount ?? 0,
    },
    disputes: collection('disputes'),
    events: collection('events'),
    hooks: {
      ...collection('hooks'),
      remove: eventId => run('delete from hooks where id = ?', eventId),
      count: () => all<{ count: number }>('select count(*) as count from hooks')[0]?.count ?? 0,
      isAnyReady: at =>
        all('select 1 from hooks where not_before <= ? and next_attempt_at <= ? limit 1', at, at).length > 0,
      ready: (at, includeRetries) =>
        bodies(
          'select body from hooks where not_before <= ? and (? or next_attempt_at <= ?) order by rowid',
          at,
          Number(includeRetries),
          at,
        ),
    },
    answers: collection('answers'),
    close: () => {
      if (db.isOpen) db.close()
    },
  }
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(18).toString('hex')}`
}

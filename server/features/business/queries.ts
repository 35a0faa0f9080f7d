import { sql } from 'kysely'
import { contract } from '#contract/contract.ts'
import type { businessDetails, business as calls, paymentMode } from '#contract/office/business.ts'
import type { Value } from '#contract/office/office-call.ts'
import { siteTexts } from '#contract/office/site-texts.ts'
import type { CallOutput } from '#contract/wire.ts'
import { gapsIn, mayOpenWithout, type SetUpStep, setUpSteps } from '#domain/office/business-rules.ts'
import {
  anAgeGroup,
  aVenue,
  type BegunType,
  replaceBrackets,
  stepWants,
  typeWants,
} from '#domain/office/business-sentences.ts'
import type { PolicyRow } from '#domain/settlement.ts'
import { type Config, isLiveKey } from '#server/config.ts'
import type { Db } from '#server/database/connect.ts'
import { linesOf } from '#server/features/content/clean-html.ts'
import { readSettings } from '#server/features/content/queries.ts'
import { hasPracticeMailbox } from '#server/mail/mail-server.ts'

/** Reads the business as the office edits it; contact and logos are those of the site. */
export async function readBusiness(db: Db): Promise<Value<typeof businessDetails>> {
  const row = await db.selectFrom('business').selectAll().executeTakeFirstOrThrow()
  const site = await readSettings(db, 'site', contract.content.siteSettings.output)
  return {
    version: row.version,
    name: row.name,
    legalName: row.legal_name,
    companyNumber: row.company_number,
    childcareRegistration: row.childcare_registration,
    email: site.contactEmail,
    phone: site.contactPhone,
    address: row.address,
    postcode: row.postcode,
    logo: site.logo,
    footerLogo: site.footerLogo,
    accent: row.accent,
    edge: row.edge,
    givesPoints: row.gives_points,
    pointsUse: site.pointsUse,
    isVatRegistered: row.is_vat_registered,
    vatNumber: row.vat_number,
    vatCode: row.vat_code,
    vatRegisteredOn: row.vat_registered_on,
    policy: {
      rows: row.cancel_policy as PolicyRow[],
      parentsMayCancel: row.parents_may_cancel,
    },
    payLater: {
      expectedDays: row.expected_days,
      parentsMayPayLater: row.parents_may_pay_later,
      payLaterText: row.pay_later_text,
    },
    postage: {
      pricePence: row.postage_pence,
      freeFromPence: row.postage_free_from_pence,
      deliveryTime: row.delivery_time,
      offersCollect: row.offers_collect,
    },
    openedAt: row.opened_at?.toISOString() ?? null,
    pausedAt: row.paused_at?.toISOString() ?? null,
    pauseText: row.pause_text,
  }
}

const lawTexts = siteTexts.filter(({ isLaw }) => isLaw)

/** Reads which steps of the set-up are done, in one statement. A practice business may open without card payments. */
export async function readSteps(
  db: Db,
  { now, config: { isDemo, stripe } }: { now: Date; config: Pick<Config, 'isDemo' | 'stripe'> },
): Promise<CallOutput<typeof calls.steps>['steps']> {
  const { rows } = await sql<
    Record<
      Exclude<SetUpStep, 'payments' | 'money' | 'texts' | 'venues'> | 'hasVenue' | 'hasAges',
      boolean
    > & {
      type: BegunType | null
      texts: { key: string; value: string }[]
    }
  >`with site as (select key, value from settings where area = 'site'),
      types as (select name, image_path <> '' as "hasPicture",
          introduction <> '' or introduction_html <> '' or details_html <> '' as "hasText"
        from offering_types where is_active)
    select b.name <> '' and b.address <> ''
        and (select count(*) = 2 from site where key in ('contactEmail', 'contactPhone') and value <> '') as business,
      exists (select from site where key = 'logo' and value <> '') as look,
      'tax' = any(b.steps_done) as tax,
      b.mail_checked_at is not null as mail,
      exists (select from venues where is_active) as "hasVenue",
      exists (select from age_groups where is_active) as "hasAges",
      exists (select from types where "hasPicture" and "hasText") as classes,
      (select to_json(t) from types t order by "hasPicture"::int + "hasText"::int desc, name limit 1) as type,
      exists (select from sessions where status = 'scheduled' and starts_at > ${now}) as term,
      array(select to_json(site) from site where key = any(${lawTexts.map(({ key }) => key)}) and value <> '') as texts
    from business b`.execute(db)
  const written = rows[0]?.texts ?? []
  const areTextsThere = written.length === lawTexts.length
  const withGaps = lawTexts.filter(({ key }) =>
    written.some(text => text.key === key && gapsIn(linesOf(text.value)).length > 0),
  )
  const { type, hasVenue, hasAges } = rows[0] ?? {}
  const found = {
    ...rows[0],
    venues: hasVenue && hasAges,
    payments: paymentModeOf(stripe) === 'live',
    money: true,
    texts: areTextsThere && withGaps.length === 0,
  }
  const wants = {
    ...stepWants,
    ...(areTextsThere && { texts: replaceBrackets(withGaps.map(({ label }) => label)) }),
    ...(type && { classes: typeWants(type) }),
    ...(hasVenue && { venues: anAgeGroup }),
    ...(hasAges && { venues: aVenue }),
  }
  return setUpSteps.map(step => {
    const isDone = found[step] === true
    const mayWait = mayOpenWithout.includes(step) || (step === 'payments' && isDemo)
    return { step, isDone, wants: isDone ? '' : wants[step], mayWait }
  })
}

/**
 * Reads when the last payment arrived, and when the card provider last sent a hook. Without hooks every payment is
 * settled late.
 */
export async function readLastOfProvider(
  db: Db,
): Promise<{ lastPaymentAt: string | null; lastHookAt: string | null }> {
  const { rows } = await sql<{ payment: Date | null; hook: Date | null }>`select
    (select max(settled_at) from payments where status = 'succeeded') as payment,
    (select max(received_at) from payment_events) as hook`.execute(db)
  return {
    lastPaymentAt: rows[0]?.payment?.toISOString() ?? null,
    lastHookAt: rows[0]?.hook?.toISOString() ?? null,
  }
}

/** Returns from the key alone whether real money moves. */
export const paymentModeOf = (stripe: Config['stripe']): Value<typeof paymentMode> =>
  stripe ? (stripe.isPractice ? 'practice' : isLiveKey(stripe.secretKey) ? 'live' : 'test') : 'none'

/** Reads the sender and the mail server; never the password. */
export async function readMailState(db: Db, config: Config): Promise<CallOutput<typeof calls.mail>> {
  const {
    mailFrom: { name, address },
    smtpUrl,
  } = config
  const { checkedAt, isTestSent, waiting } = await db
    .selectFrom('business')
    .select(({ selectFrom, fn }) => [
      'mail_checked_at as checkedAt',
      sql<boolean>`'mail' = any(steps_done)`.as('isTestSent'),
      selectFrom('mails')
        .select(fn.countAll<number>().as('waiting'))
        .where('sent_at', 'is', null)
        .where('refused_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('waiting'),
    ])
    .executeTakeFirstOrThrow()
  return {
    from: name ? `${name} <${address}>` : address,
    isPractice: hasPracticeMailbox(config),
    server: smtpUrl ? new URL(smtpUrl).hostname : '',
    isTestSent,
    checkedAt: checkedAt?.toISOString() ?? null,
    waiting: Number(waiting),
  }
}

import { sql } from 'kysely'
import type { business as calls } from '#contract/office/business.ts'
import { siteTextOf } from '#contract/office/site-texts.ts'
import type { CallInput } from '#contract/wire.ts'
import { isEmailAddress, isPhoneNumber } from '#domain/email-address.ts'
import { maxPostagePence, maxPricePence, minCardPaymentPence } from '#domain/limits.ts'
import {
  darkerAccent,
  isVatNumber,
  maxExpectedDays,
  maxPolicyHours,
  readableAccent,
} from '#domain/office/business-rules.ts'
import { businessSentences, isRequired, tooLight } from '#domain/office/business-sentences.ts'
import { OfficeRefusal, requireFields } from '#domain/office/office-refusal.ts'
import { grantOf } from '#domain/office/permissions.ts'
import type { Tx } from '#server/database/connect.ts'
import { requireOwnPictures } from '#server/features/content/require-pictures.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { saveVersioned } from '#server/staff-log/save-versioned.ts'
import { lookAtBusiness } from './present-business.ts'
import { readBusiness } from './queries.ts'

/** Saves name and contact. The site's contact line begins with the name, which also titles its pages. */
export function saveDetails(input: CallInput<typeof calls.saveDetails>, request: OfficeRequest) {
  const { name, legalName, companyNumber, childcareRegistration, email, phone, address } = input
  const postcode = input.postcode.toUpperCase()
  const isMissing = (value: string, field: string) => value === '' && isRequired(field)
  requireFields({
    name: isMissing(name, 'Trading name') || (name.includes(',') && businessSentences.noCommaInName),
    email: isMissing(email, 'Contact email') || (!isEmailAddress(email) && businessSentences.invalidEmail),
    phone: isMissing(phone, 'Phone') || (!isPhoneNumber(phone) && businessSentences.invalidPhone),
    address: isMissing(address, 'Address'),
  })
  const company = {
    legal_name: legalName,
    company_number: companyNumber,
    childcare_registration: childcareRegistration,
  }
  const values = { name, ...company, address, postcode }
  return saveBusiness(request, input, values, 'details', {
    contactAddress: [name, [address, postcode].filter(Boolean).join(' ')].join(', '),
    contactEmail: email,
    contactPhone: phone,
  })
}

/** Saves logos, colour and what is drawn below the top of each page. A logo's alternative text is the business's name. */
export function saveLook(input: CallInput<typeof calls.saveLook>, request: OfficeRequest) {
  const { logo, footerLogo, accent, edge } = input
  const readable = readableAccent(accent)
  requireFields({ accent: readable !== accent && tooLight(readable) })
  const values = { accent, accent_dark: darkerAccent(accent), ...(edge !== undefined && { edge }) }
  return saveBusiness(request, input, values, 'look', {
    logo,
    footerLogo,
  })
}

/** Saves whether families earn points, and what for. Points earned earlier stay. */
export function savePoints(input: CallInput<typeof calls.savePoints>, request: OfficeRequest) {
  const { givesPoints, pointsUse } = input
  requireFields({
    pointsUse: givesPoints && pointsUse === '' && businessSentences.sayWhatPointsAreFor,
  })
  return saveBusiness(request, input, { gives_points: givesPoints }, 'points', { pointsUse })
}

/** Saves the price of sending products. Earlier orders keep theirs. */
export function savePostage(input: CallInput<typeof calls.savePostage>, request: OfficeRequest) {
  const { pricePence, freeFromPence, deliveryTime, offersCollect } = input
  const tooSmall = pricePence > 0 && pricePence < minCardPaymentPence
  requireFields({
    price: (tooSmall || pricePence > maxPostagePence) && businessSentences.postagePrice,
    freeFrom:
      freeFromPence !== null &&
      (freeFromPence < 1 || freeFromPence > maxPricePence) &&
      businessSentences.freeFrom,
  })
  const values = {
    ...{ postage_pence: pricePence, postage_free_from_pence: pricePence > 0 ? freeFromPence : null },
    delivery_time: deliveryTime.trim(),
    offers_collect: offersCollect,
  }
  return saveBusiness(request, input, values, 'postage', {})
}

/** Saves the tax; the owner only. */
export function saveTax(input: CallInput<typeof calls.saveTax>, request: OfficeRequest) {
  if (grantOf(request.staff.role, 'business.edit') !== 'yes') {
    throw new OfficeRefusal(businessSentences.vatIsTheOwners, 403)
  }
  const { isVatRegistered, vatNumber, vatCode, vatRegisteredOn } = input
  requireFields({
    vatNumber: isVatRegistered && !isVatNumber(vatNumber) && businessSentences.invalidVatNumber,
  })
  const values = {
    is_vat_registered: isVatRegistered,
    vat_number: isVatRegistered ? vatNumber : '',
    ...(vatCode !== undefined && { vat_code: vatCode }),
    ...(vatRegisteredOn !== undefined && { vat_registered_on: isVatRegistered ? vatRegisteredOn : null }),
  }
  return saveBusiness(request, input, values, 'tax', {})
}

/**
 * Saves the refunds to propose for a cancelled place, and whether families may cancel. Earlier orders keep the
 * policy of their day.
 */
export function savePolicy(input: CallInput<typeof calls.savePolicy>, request: OfficeRequest) {
  const rows = input.rows.toSorted((one, other) => other.hoursBefore - one.hoursBefore)
  const hours = rows.map(({ hoursBefore }) => hoursBefore)
  const problems = rows.flatMap(({ hoursBefore, cardPercent }) => [
    hoursBefore > maxPolicyHours && businessSentences.wholeHours,
    cardPercent > 100 && businessSentences.wholePercent,
    new Set(hours).size < hours.length && businessSentences.hoursOnce,
  ])
  requireFields({ rows: problems.find(Boolean) })
  const values = { cancel_policy: JSON.stringify(rows), parents_may_cancel: input.parentsMayCancel }
  return saveBusiness(request, input, values, 'policy', {})
}

/** Saves how long expected money may take, and whether and how families may choose to pay later (decision E-60). */
export function savePayLater(input: CallInput<typeof calls.savePayLater>, request: OfficeRequest) {
  const { expectedDays, parentsMayPayLater, payLaterText } = input
  requireFields({
    expectedDays: (expectedDays < 1 || expectedDays > maxExpectedDays) && businessSentences.wholeDays,
    payLaterText: parentsMayPayLater && payLaterText === '' && businessSentences.sayHowToPayLater,
  })
  const values = {
    ...{ expected_days: expectedDays, parents_may_pay_later: parentsMayPayLater },
    pay_later_text: payLaterText,
  }
  return saveBusiness(request, input, values, 'payLater', {})
}

async function saveBusiness(
  request: OfficeRequest,
  { version, requestId }: { version?: number; requestId?: string },
  values: Record<string, unknown>,
  part: 'details' | 'look' | 'points' | 'tax' | 'policy' | 'payLater' | 'postage',
  settings: Record<string, string>,
) {
  const { staff, clock } = request
  const recorded = await recordAction(request, { requestId }, async tx => {
    const current = () => readBusiness(tx)
    const was = await current()
    const saved = await saveVersioned(tx, 'business', { id: true, version }, values, {
      staff,
      now: clock(),
      current,
    })
    const { logo = '', footerLogo = '' } = settings
    await requireOwnPictures(tx, [logo, footerLogo], [was.logo, was.footerLogo])
    await noteStep(tx, part)
    await writeSettings(tx, settings)
    return {
      answer: { id: 1, version: saved },
      action: { action: 'business.save', subjectKind: 'business', facts: { part } },
    }
  })
  await lookAtBusiness(request)
  return recorded
}

/** Records that a step of the set-up was done; for mail, that a test was sent. */
export async function noteStep(
  tx: Tx,
  step: 'details' | 'look' | 'points' | 'tax' | 'policy' | 'payLater' | 'postage' | 'mail',
): Promise<void> {
  await tx
    .updateTable('business')
    .set(row => ({
      steps_done: row.fn('array_append', [
        row.fn('array_remove', ['steps_done', row.val(step)]),
        row.val(step),
      ]),
    }))
    .execute()
}

/**
 * Writes texts and pictures of the whole site, or of its home page, by their keys, and returns the written keys. A draft changes no
 * existing text.
 */
export async function writeSettings(
  tx: Tx,
  settings: Record<string, string>,
  { area = 'site', isDraft = false }: { area?: 'site' | 'home'; isDraft?: boolean } = {},
): Promise<string[]> {
  const rows = Object.entries(settings).map(([key, value]) => ({
    area,
    key,
    value,
    format: siteTextOf(area, key)?.format ?? (/logo$/i.test(key) ? ('image' as const) : ('text' as const)),
  }))
  if (rows.length === 0) return []
  const written = await tx
    .insertInto('settings')
    .values(rows)
    .onConflict(conflict =>
      conflict
        .columns(['area', 'key'])
        .doUpdateSet(({ ref }) => ({
          value: ref('excluded.value'),
          version: sql<number>`settings.version + 1`,
        }))
        .where(sql<boolean>`not ${isDraft} or settings.value = ''`),
    )
    .returning('key')
    .execute()
  return written.map(({ key }) => key)
}

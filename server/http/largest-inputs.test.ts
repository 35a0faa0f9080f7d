import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { contract } from '#contract/contract.ts'
import { officeContract } from '#contract/office/contract.ts'
import type { Call, CallTable, Codec } from '#contract/wire.ts'
import { addDays } from '#domain/calendar.ts'
import { maxPictureMegabytes, megabyte } from '#domain/limits.ts'
import { Refusal } from '#domain/refusal.ts'
import { callsIn, takes } from '#testing/call-fields.ts'
import { createImportClient } from '#testing/import-client.ts'
import { longestTurn } from '#testing/longest-turn.ts'
import { makeAccount } from '#testing/make-account.ts'
import { classInput, tuesdays } from '#testing/make-class.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { upload } from '#testing/upload-picture.ts'

// Processor time is measured, so a busy machine may take longer.
vi.setConfig({ testTimeout: 180_000 })

/** How long one call may block the process, in milliseconds of processor time. */
const maxTurn = 250

/**
 * Lists every call that takes a file, a list, or a text of 1,000 characters or more, with the bounds of those fields:
 * characters of a text, items of a list. A file's bound in bytes is checked at its upload, not in its codec.
 */
const bounds = `
  Bespoke_Class/bespokeClass: content text 5000
  Course/wait: child_id list 50
  Course_Order/buyNowConfirmOrder: course_product_id list 50, child_id list 50
  Course_Order/submitOrder: course_product_id list 50, child_id list 50, answers list 400
  Course_Order/submitOrderByTry: course_product_id list 50, child_id list 50, answers list 400
  Events/wait: child_id list 50
  Events_Order/buyNowConfirmOrder: course_product_id list 50, child_id list 50
  Events_Order/submitOrder: course_product_id list 50, child_id list 50, answers list 400
  Events_Order/submitOrderByTry: course_product_id list 50, child_id list 50, answers list 400
  Events_cart/add: course_product_id list 50, child_ids list 50
  Events_cart/del: cart_id list 50
  Events_cart/getCartList: cart_id list 50
  Events_order/cartSubmitOrder: cart_id list 50, answers list 400
  Office/Articles/save: introduction text 5000, contentHtml text 1000000
  Office/Business/saveCardAccount: secretKey text 1000
  Office/Business/saveMailServer: password text 1000
  Office/Business/savePayLater: payLaterText text 1000
  Office/Business/savePolicy: rows list 3
  Office/CancelledDates/cancel: sessionIds list 500
  Office/CancelledDates/giveGoodwill: places list 500
  Office/CancelledDates/preview: sessionIds list 500
  Office/Codes/save: kinds list 1000
  Office/DeskBookings/place: childIds list 20, sessionIds list 100, answers list 20, raises list 100
  Office/DeskBookings/placeFree: childIds list 20, sessionIds list 100, answers list 20, raises list 100
  Office/DeskBookings/preview: childIds list 20, sessionIds list 100
  Office/DeskSales/place: products list 30
  Office/DeskSales/placeFree: products list 30
  Office/Enquiries/note: text text 5000
  Office/Enquiries/reply: text text 5000
  Office/Families/addNote: text text 5000
  Office/Families/alike: children list 10
  Office/Families/invite: accountIds list 500
  Office/Families/make: note text 5000, children list 10
  Office/Families/readNotes: childIds list 500
  Office/Families/save: note text 5000
  Office/Families/saveChild: note text 5000, contacts list 2, medical text 5000, allergy text 5000
  Office/Imports/check: columns list 1000, dateOrders list 1000
  Office/Imports/run: columns list 1000, dateOrders list 1000
  Office/Imports/upload: file
  Office/Incidents/write: happened text 5000, firstAid text 5000
  Office/Lists/export: ids list 500
  Office/Lists/sort: ids list 500, was list 500
  Office/Messages/preview: text text 5000
  Office/Messages/previewAutomatic: text text 5000
  Office/Messages/saveAutomatic: text text 5000
  Office/Messages/send: text text 5000
  Office/Messages/test: text text 5000
  Office/Orders/cancelPlaces: places list 100
  Office/Orders/note: text text 1000
  Office/Orders/refund: items list 100
  Office/Packs/save: description text 5000, description2 text 5000
  Office/Parcels/markSent: numbers list 200
  Office/Pictures/upload: file
  Office/Planner/addDates: dates list 1000, teacherIds list 500
  Office/Planner/callOff: sessions list 1000
  Office/Planner/deleteDrafts: sessions list 1000
  Office/Planner/hide: sessions list 1000
  Office/Planner/makeClass: introductionHtml text 1000000, teacherIds list 500, slots list 50, dates list 1000
  Office/Planner/previewDates: slots list 50
  Office/Planner/previewSessions: sessions list 1000
  Office/Planner/previewTimes: slots list 50
  Office/Planner/publish: sessions list 1000
  Office/Planner/restoreDrafts: deleted list 1000
  Office/Planner/saveClass: introductionHtml text 1000000
  Office/Planner/saveSessions: sessions list 1000
  Office/Planner/saveTimes: slots list 50
  Office/Products/save: images list 1000, contentHtml text 1000000
  Office/PromoItems/save: contentHtml text 1000000
  Office/PromoPages/save: bannerPaths list 1000, text2Top text 1000000, text2Bottom text 1000000
  Office/Registers/along: known list 2000
  Office/Registers/handIn: marks list 200
  Office/Registers/mark: marks list 200
  Office/Registers/readAway: readings list 100
  Office/Registers/saveNote: text text 5000
  Office/ReplyTexts/save: body text 5000
  Office/Session/authenticatorProve: attempt text 1000
  Office/Session/authenticatorStart: attempt text 1000, password text 1000
  Office/Session/changePassword: password text 1000
  Office/Session/confirm: password text 1000
  Office/Session/confirmByPasskey: attempt text 1000, credential text 20000
  Office/Session/confirmEmail: attempt text 1000
  Office/Session/editMe: mailWishes list 1000
  Office/Session/passkeyOptions: attempt text 1000
  Office/Session/passkeyRegister: attempt text 1000, credential text 20000
  Office/Session/passkeySignIn: attempt text 1000, credential text 20000
  Office/Session/prove: attempt text 1000
  Office/Session/readWelcome: token text 1000
  Office/Session/recover: password text 1000
  Office/Session/signIn: password text 1000
  Office/Session/welcome: token text 1000
  Office/Site/saveText: value text 1000000
  Office/Terms/copy: closures list 1000, offerings list 1000
  Office/Terms/previewCopy: closures list 1000, left list 500
  Office/Terms/save: closures list 1000
  Office/Types/save: introduction text 5000, introductionHtml text 1000000, detailsHtml text 1000000, teacher text 5000, toBring text 5000
  Office/Venues/save: address text 5000, directions text 5000, whatToBring text 5000
  booking/cancelPlaces: cpu_id list 50
  booking/previewCancelPlaces: cpu_id list 50
  cart/del: cart_id list 50
  common/feedback: content text 5000
  common/party: content text 5000
  common/upload: file
  course_cart/add: course_product_id list 50, child_ids list 50
  course_cart/del: cart_id list 50
  course_cart/getCartList: cart_id list 50
  course_order/cartSubmitOrder: cart_id list 50, answers list 400
  order/cartConfirmOrder: cart_id list 50
  order/cartSubmitOrder: cart_id list 50
  parents_cart/add: course_product_id list 50
  parents_cart/del: cart_id list 50
  parents_cart/getCartList: cart_id list 50
  parents_order/buyNowConfirmOrder: course_product_id list 50
  parents_order/cartSubmitOrder: cart_id list 50, answers list 400
  parents_order/submitOrder: course_product_id list 50, answers list 400
  parents_order/submitOrderByTry: course_product_id list 50, answers list 400
  user/closeAccount: current_password text 1000
  user/createChild: medical text 5000, allergy text 5000, remark text 5000
  user/editChild: medical text 5000, allergy text 5000, remark text 5000
  user/login: password text 1000
  user/profile: remark text 5000
  user/registerByEmail: password text 1000
  user/resetpwd: newpassword text 1000
  user/savepassword: newpassword text 1000, oldpassword text 1000
  user/takeBackEmail: secret text 1000
`

const longText = 1_000
const noBound = 1_000_001

/** Returns the longest text or largest list that a codec takes; undefined for other codecs. */
function boundOf(codec: Codec<unknown>): string | undefined {
  if (isDecoded(codec, new Blob(['x']), value => value instanceof Blob)) return 'file'
  if (isDecoded(codec, [], Array.isArray)) return `list ${largest(size => isWithinList(codec, size))}`
  const isLong = isDecoded(codec, 'x'.repeat(longText), value => String(value).length === longText)
  return isLong ? `text ${largest(size => takes(codec, 'x'.repeat(size)))}` : undefined
}

function isDecoded(codec: Codec<unknown>, wire: unknown, is: (value: unknown) => boolean): boolean {
  return takes(codec, wire) && is(codec.decode(wire, ''))
}

/** Whether a list of this size is accepted, or refused for a reason other than its size. */
function isWithinList(codec: Codec<unknown>, size: number): boolean {
  try {
    codec.decode(
      Array.from({ length: size }, (_, at) => at + 1),
      '',
    )
    return true
  } catch (error) {
    if (error instanceof Refusal) return error.message !== 'Please choose fewer items at a time'
    throw error
  }
}

function largest(isTaken: (size: number) => boolean): number {
  let [least, most] = [0, noBound]
  while (least < most) {
    const tried = Math.ceil((least + most) / 2)
    if (isTaken(tried)) least = tried
    else most = tried - 1
  }
  return least
}

const calls = [...callsIn(contract), ...callsIn(officeContract as unknown as CallTable)]
const boundsOf = ({ input }: Call<unknown, unknown>) =>
  Object.entries(input.fields).flatMap(([name, codec]) => {
    const bound = boundOf(codec)
    return bound === undefined ? [] : [bound === 'file' ? name : `${name} ${bound}`]
  })
const found = new Map(
  calls.map(call => [call.path, boundsOf(call)] as const).filter(([, of]) => of.length > 0),
)

test('the table lists every call with a file, list or long text, and each has a bound', () => {
  const lines = [...found].map(([path, of]) => `${path}: ${of.join(', ')}`)
  expect(lines.toSorted()).toEqual(bounds.trim().split(/\n\s*/).toSorted())
  expect(lines.filter(line => line.includes(String(noBound)))).toEqual([])
})

const app = await startTestApp()
const { office, upload: uploadFile } = await createImportClient(app)

/** The longest turn of each call, in milliseconds. */
const turns: Record<string, number> = {}

/** Makes a call and records its longest turn so far. */
async function measure<Answer>(path: string, work: () => Promise<Answer>): Promise<Answer> {
  let answer: Answer | undefined
  const turn = await longestTurn(async () => {
    answer = await work()
  })
  turns[path] = Math.max(turns[path] ?? 0, turn)
  return answer as Answer
}

const expectShortTurns = () =>
  expect(Object.entries(turns).filter(([, milliseconds]) => milliseconds > maxTurn)).toEqual([])

/** Rich text with the most letters and open elements allowed. */
const richText = `${'<b>'.repeat(999)}${'<i>x</i>'.repeat(17_000)}`.slice(0, 149_990).replace(/<[^>]*$/, '')
const flatText = '<p>One</p>'.repeat(9_999)
const long = 'x'.repeat(5_000)

test('the longest texts of the office delay nobody else', async () => {
  const isActive = true
  const noPictures = { imagePath: '', isActive }
  await measure('Office/Venues/save', () =>
    office.venues.save({
      ...{ name: 'A hall', address: long, postcode: 'LS1 1AA', directions: long, whatToBring: long },
      ...{ mapUrl: '', isActive },
    }),
  )
  const texts = { introductionHtml: richText, detailsHtml: flatText, introduction: long, teacher: long }
  await measure('Office/Types/save', () =>
    office.types.save({
      ...{ kind: 'class', name: 'Ballet', ageLabel: '', detailImagePath: '', termDates: '', toBring: long },
      ...{ ...texts, ...noPictures },
    }),
  )
  await measure('Office/Packs/save', () =>
    office.packs.save({
      ...{ name: 'Ten', credits: 10, pricePence: 9_000, description: long, description2: long },
      ...noPictures,
    }),
  )
  for (const contentHtml of [richText, flatText]) {
    await measure('Office/Articles/save', () =>
      office.articles.save({ title: 'News', introduction: long, contentHtml, ...noPictures }),
    )
    await measure('Office/PromoItems/save', () =>
      office.promoItems.save({
        page: 'party',
        section: 'type',
        title: 'Pirates',
        contentHtml,
        ...noPictures,
      }),
    )
    const category = await office.categories.save({ name: `Kit ${contentHtml.length}`, ...noPictures })
    await measure('Office/Products/save', () =>
      office.products.save({
        ...{ categoryId: category.id, name: `Shoes ${contentHtml.length}`, sku: '', pricePence: 1_250 },
        ...{ images: [], contentHtml, isPopular: false, lowStock: 2, isActive },
      }),
    )
  }
  await measure('Office/PromoPages/save', () =>
    office.promoPages.save({
      ...{ page: 'party', bannerPaths: [], heading1: '', heading2: '', image2Top: '', image2Bottom: '' },
      ...{ text2Top: richText, text2Bottom: flatText },
    }),
  )
  await measure('Office/Site/saveText', () =>
    office.site.saveText({ area: 'site', key: 'aboutHtml', value: richText, note: '' }),
  )
  expectShortTurns()
})

test('five hundred dates and fifty weekly times delay nobody else', async () => {
  const slots = Array.from({ length: 50 }, (_, at) => ({
    ...tuesdays,
    weekday: (at % 7) + 1,
    startTime: `${String(8 + Math.floor(at / 7)).padStart(2, '0')}:00`,
    endTime: `${String(8 + Math.floor(at / 7)).padStart(2, '0')}:45`,
  }))
  const given = await classInput(app, office)
  const range = { from: '2027-01-04', to: '2027-03-14' }
  await measure('Office/Planner/previewDates', () =>
    office.planner.previewDates({ venueId: given.venueId, ...range, slots }),
  )
  const dates = Array.from({ length: 500 }, (_, at) => ({
    ...{ date: addDays('2027-01-04', at % 250), startTime: at < 250 ? '07:00' : '20:00' },
    endTime: at < 250 ? '07:45' : '20:45',
  }))
  const { offeringId } = await measure('Office/Planner/makeClass', () =>
    office.planner.makeClass({ ...given, introductionHtml: richText, slots: [], dates }),
  )
  const readSessions = async () =>
    (await office.planner.class({ id: offeringId })).sessions.map(({ id, version }) => ({ id, version }))
  const changes = { capacity: 20, shiftMinutes: 15 }
  const changed = { sessions: await readSessions(), changes }
  await measure('Office/Planner/previewSessions', () => office.planner.previewSessions(changed))
  await measure('Office/Planner/saveSessions', () => office.planner.saveSessions({ ...changed, tell: false }))
  const at = '2027-01-02T09:00:00.000Z'
  await measure('Office/Planner/publish', async () =>
    office.planner.publish({ sessions: await readSessions(), at }),
  )
  await measure('Office/Planner/callOff', async () =>
    office.planner.callOff({ sessions: await readSessions() }),
  )
  const drafts = { sessions: await readSessions() }
  const { deleted } = await measure('Office/Planner/deleteDrafts', () => office.planner.deleteDrafts(drafts))
  const { sessionIds } = await measure('Office/Planner/restoreDrafts', () =>
    office.planner.restoreDrafts({ deleted }),
  )
  expect(sessionIds).toHaveLength(500)
  const weekly = await office.planner.makeClass(await classInput(app, office))
  const { version, slots: present } = await office.planner.class({ id: weekly.offeringId })
  const [first] = present
  const times = {
    ...{ id: weekly.offeringId, from: '2027-01-04', to: '2027-02-28', withPublished: false },
    slots: slots.map((slot, nth) => (nth === 0 && first ? { ...slot, id: first.id } : slot)),
  }
  await measure('Office/Planner/previewTimes', () => office.planner.previewTimes(times))
  await measure('Office/Planner/saveTimes', () => office.planner.saveTimes({ ...times, version }))
  expectShortTurns()
})

test('the largest import file delays nobody else', async () => {
  const headings = [
    'email',
    'first_name',
    'last_name',
    ...Array.from({ length: 247 }, (_, at) => `other ${at}`),
  ]
  const line = (at: number) => `family${at}@example.test,Ann,Lee${',x'.repeat(247)}`
  const ofMostLines = Array.from({ length: 20_000 }, (_, at) => line(at).replaceAll(',x', ','))
  const content = [headings.join(','), ...ofMostLines].join('\n')
  const uploaded = await measure('Office/Imports/upload', () => uploadFile(content))
  const { id } = uploaded as { id: number }
  const { columns } = await measure('Office/Imports/get', () => office.imports.get({ id }))
  const readAs = columns.map(column => column.readAs)
  const asked = { id, columns: readAs, policy: 'createOnly' as const }
  await measure('Office/Imports/check', () => office.imports.check(asked))
  expect((await office.imports.get({ id })).good).toBe(20_000)
  await measure('Office/Imports/run', () => office.imports.run({ id }))
  expectShortTurns()
})

test('the largest picture delays nobody else', async () => {
  const [width, height] = [1_300, 1_300]
  const raw = { width, height, channels: 3 } as const
  const bytes = await sharp(randomBytes(width * height * 3), { raw })
    .png({ compressionLevel: 0 })
    .toBuffer()
  expect(bytes.length).toBeGreaterThan(0.95 * maxPictureMegabytes * megabyte)
  const { token } = await makeAccount(app)
  const given = { name: 'a.png', type: 'image/png' }
  expect((await measure('common/upload', () => upload(app, bytes, token, given))).code).toBe(1)
  expectShortTurns()
})

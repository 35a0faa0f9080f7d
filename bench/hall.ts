import type { Envelope } from '#contract/client.ts'
import { makeOfficeApi, type OfficeApi } from '#contract/office/client.ts'
import { momentInLondon } from '#domain/calendar.ts'

/** How many of the children are of one family. */
const inFamily = 5

export interface Hall {
  office: OfficeApi
  /** The cookie of the owner's session. */
  cookie: { name: string; value: string }
  sessionId: number
  day: string
  bookingIds: number[]
}

/** Signs the demo's owner in, and makes a class that begins in 20 minutes with this many booked children. */
export async function makeHall(address: string, children: number): Promise<Hall> {
  const { office, cookie } = await signIn(address)
  const { types, venues, ages } = await office.planner.choices({})
  const [date, startTime] = momentIn(20)
  const [endDate, endTime] = momentIn(200)
  const { offeringId, sessionIds } = await office.planner.makeClass({
    typeId: types.find(({ kind }) => kind === 'class')?.id as number,
    venueId: venues[0]?.id as number,
    ageGroupId: ages[0]?.id as number,
    ...{ name: `Hall ${Date.now()}`, roomId: null, colour: '#7c5cff', introductionHtml: '', imagePath: '' },
    ...{ isPackOnly: false, pricePence: 850, credits: 1, offersTrial: false, trialPricePence: 0 },
    ...{ capacity: children, teacherIds: [], slots: [], publish: 'now' },
    dates: [{ date, startTime, endDate, endTime }],
  })
  const sessionId = sessionIds[0] as number
  for (let nth = 0; nth < children; nth += inFamily)
    await book(office, { offeringId, sessionId, nth, children })
  const { day, rows } = await office.registers.get({ sessionId })
  return { office, cookie, sessionId, day, bookingIds: rows.map(({ bookingId }) => bookingId) }
}

const momentIn = (minutes: number) =>
  momentInLondon(new Date(Date.now() + minutes * 60_000)).split(' ') as [string, string]

async function signIn(address: string): Promise<Pick<Hall, 'office' | 'cookie'>> {
  let cookie = { name: '', value: '' }
  const office = makeOfficeApi(async (path, body) => {
    const answer = await fetch(`${address}/api/${path}`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', 'x-office': '1', origin: address },
        cookie: `${cookie.name}=${cookie.value}`,
      },
      body: JSON.stringify(body),
    })
    const [name = '', value = ''] =
      (answer.headers.getSetCookie()[0] ?? '').split(';', 1)[0]?.split('=') ?? []
    if (name !== '') cookie = { name, value }
    return (await answer.json()) as Envelope
  })
  await office.session.signInToDemo({ role: 'owner' })
  return { office, cookie }
}

/** Makes a family with some of the children, and books them in at the desk. */
async function book(
  office: OfficeApi,
  {
    offeringId,
    sessionId,
    nth,
    children,
  }: { offeringId: number; sessionId: number; nth: number; children: number },
): Promise<void> {
  const names = Array.from(
    { length: Math.min(inFamily, children - nth) },
    (_, child) => `Child ${nth + child}`,
  )
  const { id } = await office.families.make({
    ...{ firstName: 'Nora', lastName: 'Hart', email: `nora-${Date.now()}-${nth}@example.test` },
    ...{ mobile: '07700 900321', addressLine1: '4 Elm Lane', addressLine2: '', town: 'Leeds' },
    ...{ postcode: 'LS9 4QX', note: '', mailsPassword: false },
    children: names.map(firstName => ({ firstName, lastName: 'Hart', birthday: '2020-05-03' })),
  })
  const childIds = (await office.families.get({ id })).children.map(child => child.id)
  const wanted = { accountId: id, offeringId, childIds, sessionIds: [sessionId], isTrial: false }
  const { price } = await office.deskBookings.preview({ ...wanted, pay: 'desk' })
  await office.deskBookings.place({
    ...{ ...wanted, raises: [], pay: 'desk', method: 'cash', reference: '' },
    expected: { totalPence: price.totalPence, creditsUsed: price.creditsUsed },
  })
}

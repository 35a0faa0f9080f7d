import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { everyOfferingKind } from '#domain/offering-kinds.ts'
import { sentences } from '#domain/sentences.ts'
import type { Schema } from '#server/database/schema.ts'
import { childForm } from '#testing/child-form.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeChild } from '#testing/make-child.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { sendAndReadCode } from '#testing/read-code.ts'
import { changeRows, rowOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

const { accounts, children, content, offerings } = contract

describe.each(everyOfferingKind)('of a %s', kind => {
  const calls = offerings[kind]
  const kitchenBand = {
    kind,
    name: 'Kitchen Band at the Loft',
    typeName: `Kitchen Band ${kind}`,
    venue: 'Harbour Loft',
    ageGroup: '1 to 5 years',
    colour: '#8b5fd0',
    classroom: 'Blue room',
    termDates: 'Autumn term',
    isPackOnly: true,
    oneOffPricePence: 950,
    introductionHtml: '<p>Saucepans!</p>',
  }

  // Proves PAR-03.
  test('a timetable shows every field of a session, and an empty filter filters nothing', async () => {
    const offering = await makeOffering(app, kitchenBand)
    const session = await makeSession(app, offering, {
      date: '2026-12-02',
      startTime: '09:30',
      endTime: '10:15',
      name: 'Shake it',
      capacity: 12,
      placesTaken: 3,
      placesOffered: 1,
      pricePence: 905,
      credits: 2,
      offersTrial: true,
      trialPricePence: 400,
    })
    const day = { start_date: '2026-12-02', end_date: '2026-12-02' }
    const answer = await app.call(calls.timetable.path, day)
    expect(answer.data).toEqual([
      {
        date: '2026-12-02',
        week: 'Wed',
        course_list: [
          {
            id: session.id,
            course_id: offering.id,
            date_id: 9832,
            date: '2026-12-02',
            week: 'Wed',
            start_time: '09:30:00',
            end_time: '10:15:00',
            start_date: '2026-12-02',
            end_date: '2026-12-02',
            name: 'Shake it',
            course_type_id: offering.typeId,
            course_type_name: `Kitchen Band ${kind}`,
            course_title: `Kitchen Band ${kind}, Kitchen Band at the Loft`,
            course_shop_id: offering.venueId,
            course_shop_name: 'Harbour Loft',
            course_age_id: offering.ageGroupId,
            course_age_name: '1 to 5 years',
            color: '#8b5fd0',
            can_num: 8,
            num: 12,
            class: 'Blue room',
            academic_system: 'Autumn term',
            is_try: 1,
            is_combo: 1,
            combo_num: 2,
            price: '9.05',
            try_price: '4.00',
            is_expired: true,
            cpu_id: '',
          },
        ],
      },
    ])
    const noTimes = { start_time: '', end_time: null, date: '' }
    const noFilters = { ...noTimes, course_age_id: '', course_type_id: '', course_shop_id: null }
    expect(await app.call(calls.timetable.path, { ...day, ...noFilters })).toEqual(answer)
  })

  // Proves PAR-04.
  test('an offering has every field', async () => {
    const offering = await makeOffering(app, kitchenBand)
    await makeSession(app, offering, { date: '2026-11-16', capacity: 30, offersTrial: false })
    await makeSession(app, offering, { capacity: 12, offersTrial: true })
    await makeSession(app, offering, { capacity: 40, status: 'withdrawn' })
    const { data } = await app.call(calls.introduction.path, { id: offering.id })
    expect(data).toEqual({
      id: offering.id,
      course_type_id: offering.typeId,
      course_type_name: `Kitchen Band ${kind}`,
      name: 'Kitchen Band at the Loft',
      introduction: '<p>Saucepans!</p>',
      price: '12.50',
      course_age_name: '1 to 5 years',
      is_try: 1,
      academic_system: 'Autumn term',
      num: 12,
      course_shop_name: 'Harbour Loft',
      class: 'Blue room',
      // Of the dates that can still be booked.
      start_date: '2026-11-30',
      end_date: '2026-11-30',
    })
  })

  // Proves PAR-05.
  test('a type has every field', async () => {
    const { typeId } = await makeOffering(app, kitchenBand)
    await changeRows(
      app.db,
      'offering_types',
      { id: typeId },
      {
        age_label: '1 to 5 years',
        image_path: 'band.webp',
        detail_image_path: 'band-banner.webp',
        details_html: '<p>Noise.</p>',
        introduction_html: '<p>Led by Tomos.</p>',
        term_dates: 'Autumn term',
      },
    )
    const { data } = await app.call(calls.typeDetails.path, { id: String(typeId) })
    expect(data).toEqual({
      id: typeId,
      name: `Kitchen Band ${kind}`,
      age: '1 to 5 years',
      curriculum_image: 'band-banner.webp',
      image: 'band.webp',
      details: '<p>Noise.</p>',
      introduce: '<p>Led by Tomos.</p>',
      academic_system: 'Autumn term',
    })
  })
})

describe('of a child', () => {
  // Proves CHILD-07, CHILD-22.
  test('every field comes back as entered, the birthday day first', async () => {
    const { token, api } = await makeAccount(app)
    const { data } = await app.call<{ id: number }>(children.add.path, childForm(), token)
    const { id } = data
    const shown = { ...childForm(), id, birthday: '17-05-2020' }
    expect(await app.call(children.details.path, { id }, token)).toMatchObject({ data: shown })
    expect(await api.children.list()).toHaveLength(1)
  })

  test('the short onboarding form is enough, without address and pick-up person', async () => {
    const { token, api, accountId } = await makeAccount(app)
    const optional = /^(gender|is_school|school_name|guardian|address|remark|photo|child_avatar|nanny)/
    const short = Object.fromEntries(Object.entries(childForm()).filter(([field]) => !optional.test(field)))
    expect(await app.call(children.add.path, short, token)).toMatchObject({ code: 1 })
    const [added] = await api.children.list()
    expect(added).toMatchObject({
      gender: 'preferNotToSay',
      attendsSchool: false,
      addressSource: 'guardian',
      addressLine1: '',
      photoPermission: false,
      pickUpPerson: { firstName: '', lastName: '', phone: '', relationship: '', photo: '' },
    })
    const people = app.db
      .selectFrom('pick_up_people')
      .innerJoin('children', 'children.id', 'child_id')
      .select('child_id')
      .where('children.account_id', '=', accountId)
    expect(await people.execute()).toEqual([])
  })

  test('no field moves a child into or out of another family', async () => {
    const [mine, theirs] = [await makeAccount(app), await makeAccount(app)]
    const childId = await makeChild(app, theirs)
    const form = (id: number) => childForm({ id, account_id: theirs.accountId })
    expect(await app.call(children.add.path, form(7), mine.token)).toMatchObject({ code: 1 })
    expect(await mine.api.children.list()).toHaveLength(1)
    for (const id of [childId, 99_999_999]) {
      const smuggled = await app.call(children.edit.path, form(id), mine.token)
      expect(smuggled).toEqual({ status: 200, code: 0, msg: sentences.childNotFound, data: null })
    }
    expect(await theirs.api.children.list()).toMatchObject([{ id: childId, firstName: 'Leo' }])
  })
})

describe('of an account', () => {
  const smuggled = { score: 999, combo_num: 999, credit_balance: 999, status: 'closed', role: 'staff' }

  test('a registration ignores fields that it must not decide', async () => {
    const email = 'newcomer@example.test'
    const code = await sendAndReadCode(app, 'register', email)
    const form = {
      email,
      code,
      password: 'playground 7',
      first_name: 'Ana',
      last_name: 'Reid',
      mobile: '07700 900100',
    }
    expect(await app.call(accounts.register.path, { ...form, ...smuggled, id: 1 })).toMatchObject({ code: 1 })
    expect(await rowOf(app.db, 'accounts', { email })).toMatchObject({
      credit_balance: 0,
      points_balance: 0,
      status: 'active',
    })
  })

  test('only the fields that a parent may change are changed', async () => {
    const { api, token, email } = await makeAccount(app, { credits: 5, points: 120 })
    const neighbour = await makeAccount(app)
    const before = await api.accounts.profile()
    const change = { town: 'Leeds', psot_code: 'LS1 4AP', password: 'hijacked' }
    const body = { ...change, ...smuggled, id: neighbour.accountId }
    expect(await app.call(accounts.editProfile.path, body, token)).toMatchObject({ code: 1 })
    expect(await api.accounts.profile()).toEqual({ ...before, town: 'Leeds', postcode: 'LS1 4AP' })
    expect(await rowOf(app.db, 'accounts', { email })).toMatchObject({
      credit_balance: 5,
      points_balance: 120,
      status: 'active',
    })
    expect(await neighbour.api.accounts.profile()).toMatchObject({ town: '', postcode: '' })
  })

  test.each([
    [accounts.sendCode, { event: 'loan', email: 'loan@example.test' }, 'The value of event is not valid'],
    [accounts.saveOrigin, { is_receive: 'perhaps' }, 'The value of is receive is not valid'],
    [content.uploadPicture, { file: 'x' }, sentences.pictureUnreadable],
  ])('an unknown word is refused: $path', async ({ path }, body, msg) => {
    const { token, accountId } = await makeAccount(app)
    expect(await app.call(path, body, token)).toEqual({ status: 200, code: 0, msg, data: null })
    const written = app.db.selectFrom('accounts').select('wants_offers').where('id', '=', accountId)
    expect(await written.execute()).toEqual([{ wants_offers: null }])
    await app.runJobs()
    const mails = app.db.selectFrom('mails').select('id').where('to_email', '=', 'loan@example.test')
    expect(await mails.execute()).toEqual([])
  })
})

describe('of the settings', () => {
  beforeEach(() => app.db.deleteFrom('settings').execute())

  const settings = (type?: unknown) => app.call<Record<string, string>>(content.siteSettings.path, { type })
  const set = (area: Schema['settings']['area'], key: string, value: string) =>
    writeRow(app.db, 'settings', { area, key, value, format: 'text' })

  const keysOfSite = [
    ...['logo', 'logo_footer', 'ads', 'privacy_policy', 'privacy_agreement', 'twitter', 'facebook'],
    ...['instagram', 'combo_text', 'combo_image', 'package_rules', 'contact_us', 'about_us', 'parent_class'],
    ...[
      'events',
      'help_center',
      'contact_address',
      'contact_email',
      'contact_phone',
      'points_use',
      'postage_text',
      'parent_facts',
    ],
  ]
  const keysOfHome = [
    ...['ads', 'ads_alt', 'ads_link', 'one_title', 'one_text', 'two_title', 'two_text', 'two_image'],
    ...['three_title', 'three_text', 'three_image', 'deals_text', 'parent_quotes'],
  ]

  test.each([
    ['sys', keysOfSite],
    ['index', keysOfHome],
    ['class', ['class_ads', 'class_title', 'class_text']],
    ['events', ['events_ads', 'events_title', 'events_text']],
    ['parents', ['parents_ads', 'parents_title', 'parents_text']],
  ])('every key of %s is present when nothing is set', async (type, keys) => {
    const data = Object.fromEntries(keys.map(key => [key, '']))
    expect(await settings(type)).toEqual({ status: 200, code: 1, msg: '', data })
  })

  test.each([undefined, null, '', 'SYS', 'unknown', 7, ['class'], { type: 'class' }])(
    'type %j answers as sys',
    async type => {
      expect(Object.keys((await settings(type)).data)).toEqual(keysOfSite)
    },
  )

  // Proves CONT-08, HOME-03, PAR-01.
  test('each group has its own names, with banners as a comma list', async () => {
    await set('site', 'logo', 'logo.svg')
    await set('site', 'termsHtml', '<p>Be kind.</p>')
    await set('home', 'title1', 'Welcome')
    await set('class', 'banners', 'one.webp,two.webp')
    await set('event', 'title', 'Holiday camps')
    await set('parentSession', 'text', '<p>For you.</p>')
    expect((await settings('sys')).data).toMatchObject({
      logo: 'logo.svg',
      privacy_agreement: '<p>Be kind.</p>',
      privacy_policy: '',
    })
    expect((await settings('index')).data).toMatchObject({ one_title: 'Welcome', ads: '' })
    expect((await settings('class')).data).toEqual({
      class_ads: 'one.webp,two.webp',
      class_title: '',
      class_text: '',
    })
    expect((await settings('events')).data).toMatchObject({ events_title: 'Holiday camps' })
    expect((await settings('parents')).data).toMatchObject({ parents_text: '<p>For you.</p>' })
  })

  test('a setting without a wire name is not sent', async () => {
    await set('site', 'supplierNotes', 'private')
    expect(JSON.stringify(await settings('sys'))).not.toContain('private')
  })
})

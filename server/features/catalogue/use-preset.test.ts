import { expect, test } from 'vitest'
import { everyPreset, presets } from '#domain/office/presets.ts'
import { changeRows, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

test('a preset fills an empty business in one call, and others add what is missing', async () => {
  const app = await startTestApp()
  const owner = await app.office('owner')
  const { ages, types, accent, edge, heading } = presets.dance
  expect(await owner.presets.use({ preset: 'dance' })).toEqual({
    ages: ages.length,
    types: types.length,
    texts: 2,
    keepsLook: false,
  })
  expect((await owner.ages.list({})).map(({ name }) => name)).toEqual(ages.map(({ name }) => name))
  expect(await owner.types.list({})).toMatchObject(types)
  expect(await owner.business.get({})).toMatchObject({ accent, edge })
  expect(await rowsOf(app.db, 'settings', { area: 'home' })).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ key: 'title1', value: heading, format: 'text' }),
      expect.objectContaining({ key: 'text1', format: 'html' }),
    ]),
  )
  for (const preset of everyPreset) await owner.presets.use({ preset })
  const everyType = everyPreset.flatMap(preset => presets[preset].types)
  expect((await owner.types.list({})).map(({ name }) => name).toSorted()).toEqual(
    [...new Set(everyType.map(({ name }) => name))].toSorted(),
  )
})

test('a preset changes nothing that is there, and a second press adds nothing', async () => {
  const app = await startTestApp()
  const owner = await app.office('owner')
  const { version } = await owner.business.get({})
  await owner.business.saveLook({ version, logo: '', footerLogo: '', accent: '#4a52b8', edge: 'dots' })
  await writeRow(app.db, 'settings', { area: 'home', key: 'title1', value: 'Ours', format: 'text' })
  await owner.ages.save({ name: '4 to 6 years', fromMonths: 50, toMonths: 80, isActive: false })
  const { ages, types } = presets.dance
  expect(await owner.presets.use({ preset: 'dance' })).toEqual({
    ages: ages.length - 1,
    types: types.length,
    texts: 1,
    keepsLook: true,
  })
  expect(await owner.business.get({})).toMatchObject({ accent: '#4a52b8', edge: 'dots' })
  expect(await owner.ages.list({})).toContainEqual(
    expect.objectContaining({ name: '4 to 6 years', fromMonths: 50, isActive: false }),
  )
  expect(await rowsOf(app.db, 'settings', { area: 'home', key: 'title1' })).toMatchObject([{ value: 'Ours' }])
  expect(await owner.presets.use({ preset: 'dance' })).toMatchObject({ ages: 0, types: 0, texts: 0 })
})

test('an unknown preset is refused, and so is a member who may not edit the business', async () => {
  const app = await startTestApp()
  const owner = await app.office('owner')
  await expect(owner.presets.use({ preset: 'opera' as never })).rejects.toThrow()
  const teacher = await app.office('teacher')
  await expect(teacher.presets.use({ preset: 'dance' })).rejects.toMatchObject({ officeCode: 403 })
  expect(await owner.types.list({})).toEqual([])
})

test('a form of the details that was open before the preset can still be saved', async () => {
  const app = await startTestApp()
  await changeRows(app.db, 'business', {}, { steps_done: [] })
  const owner = await app.office('owner')
  const { version, ...open } = await owner.business.get({})
  await owner.presets.use({ preset: 'music' })
  const { legalName, companyNumber, childcareRegistration, address, postcode } = open
  const company = {
    legalName,
    companyNumber,
    childcareRegistration,
    address: address || '1 High Street',
    postcode,
  }
  await owner.business.saveDetails({
    ...{ version, ...company, name: 'Larkfield Music' },
    ...{ email: 'hello@larkfield.example.test', phone: '0117 496 0100' },
  })
  expect(await owner.business.get({})).toMatchObject({ name: 'Larkfield Music', edge: 'scallops' })
})

import type { presets as calls } from '#contract/office/catalogue.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { darkerAccent } from '#domain/office/business-rules.ts'
import { presets } from '#domain/office/presets.ts'
import { lookAtBusiness } from '#server/features/business/present-business.ts'
import { writeSettings } from '#server/features/business/save-business.ts'
import { html } from '#server/request/markup.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { type Action, recordAction } from '#server/staff-log/record-action.ts'
import { saveListed } from './save-listed.ts'

/**
 * Fills in the usual content for a kind of business: ages, types of classes, the first texts of the site and its look.
 * Keeps what exists: an entry of the same name, a written text and a saved look. Returns how many ages and types it
 * added.
 */
export async function usePreset({ preset, requestId }: CallInput<typeof calls.use>, request: OfficeRequest) {
  const { ages, types, heading, text, accent, edge } = presets[preset]
  const recorded = await recordAction<CallOutput<typeof calls.use>>(request, { requestId }, async tx => {
    const actions: Action[] = []
    // Two people who press at the same time wait for one another, and the second finds everything there.
    const { steps_done: done } = await tx
      .selectFrom('business')
      .select('steps_done')
      .forUpdate()
      .executeTakeFirstOrThrow()
    const keepsLook = done.includes('look')
    // The version stays, because no form has saved a look yet, and the form of the details may be open.
    if (!keepsLook) {
      await tx
        .updateTable('business')
        .set({ accent, accent_dark: darkerAccent(accent), edge })
        .execute()
    }
    const knownAges = (await tx.selectFrom('age_groups').select('name').execute()).map(({ name }) => name)
    const knownTypes = await tx.selectFrom('offering_types').select(['kind', 'name']).execute()
    const newAges = ages.filter(({ name }) => !knownAges.includes(name))
    const newTypes = types.filter(
      ({ kind, name }) => !knownTypes.some(known => known.kind === kind && known.name === name),
    )
    for (const age of newAges) {
      const { action } = await saveListed(tx, 'ages', { ...age, isActive: true }, request)
      actions.push(...[action].flat())
    }
    for (const type of newTypes) {
      const { action } = await saveListed(tx, 'types', { ...emptyType, ...type }, request)
      actions.push(...[action].flat())
    }
    const texts = await writeSettings(
      tx,
      { title1: heading, text1: html`<p>${text}</p>`.markup },
      { area: 'home', isDraft: true },
    )
    const added = { ages: newAges.length, types: newTypes.length }
    actions.push({
      action: 'business.preset',
      subjectKind: 'business',
      facts: { preset, texts: texts.length, keepsLook, ...added },
    })
    return { answer: { ...added, texts: texts.length, keepsLook }, action: actions }
  })
  await lookAtBusiness(request)
  return recorded
}

const emptyType = {
  ...{ imagePath: '', detailImagePath: '', introductionHtml: '', detailsHtml: '' },
  ...{ termDates: '', teacher: '', isActive: true },
}

import type { ListName } from '#contract/office/catalogue.ts'
import { picture, pictures, richText } from '#contract/office/catalogue.ts'
import { officeContract } from '#contract/office/contract.ts'
import type { TextFile } from '#contract/office/office-call.ts'
import { todayInLondon } from '#domain/calendar.ts'
import { OfficeRefusal } from '#domain/office/office-refusal.ts'
import { may, type Permission } from '#domain/office/permissions.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { exportFile, inPounds } from '#server/staff-log/export-file.ts'
import { fieldsOf, readList } from './queries.ts'

/**
 * Exports a list as a file, for everybody who may see the list. It has only fields that fit a cell, with amounts in
 * pounds.
 */
export async function exportList(
  request: OfficeRequest,
  { list, ids }: { list: ListName; ids?: number[] },
): Promise<TextFile> {
  const toSee = officeContract[list].list.permission as Permission
  if (!may(request.staff.role, toSee)) throw new OfficeRefusal(officeSentences.notYours, 403)
  return exportFile(request, list, async tx => {
    const inNoCell = [richText, picture, pictures] as unknown[]
    const fields = Object.entries(fieldsOf(list)).filter(([, codec]) => !inNoCell.includes(codec))
    const things = (await readList(tx, list, request.clock())).filter(
      ({ id }) => !ids || ids.includes(Number(id)),
    )
    const told = Object.keys(things[0] ?? {}).filter(name => !(name in fieldsOf(list)) && name !== 'version')
    const names = ['id', ...fields.map(([name]) => name), ...told.filter(name => name !== 'id')]
    return {
      columns: names.map(name => headings[name] ?? name.replace(/Pence$/, '')),
      rows: things.map(thing => names.map(name => cellOf(name, thing[name]))),
    }
  })
}

const headings: Record<string, string> = { startsAt: 'firstDay', endsAt: 'lastDay' }

function cellOf(name: string, value: unknown) {
  if (typeof value === 'number' && name.endsWith('Pence')) return inPounds(value)
  if (name === 'startsAt') return todayInLondon(value as Date)
  // A code is valid until the end of its last day.
  if (name === 'endsAt') return todayInLondon(new Date((value as Date).getTime() - 1))
  return Array.isArray(value) ? value.join(', ') : value
}

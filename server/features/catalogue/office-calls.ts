import type { ListName } from '#contract/office/catalogue.ts'
import { officeContract } from '#contract/office/contract.ts'
import { type OfficeRoute, officeRoute, serveOffice } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { changeStock } from './change-stock.ts'
import { exportList } from './export-list.ts'
import { listDefinitions, type Thing } from './list-definitions.ts'
import { listStockEntries, readList } from './queries.ts'
import { removeListed } from './remove-listed.ts'
import { saveListed } from './save-listed.ts'
import { sortList } from './sort-list.ts'
import { usePreset } from './use-preset.ts'

const { lists, presets, stock } = officeContract

/** Serves reading and saving of every list in the same way. The contract says which fields a list has. */
const listRoutes = (Object.keys(listDefinitions) as ListName[]).flatMap((list): OfficeRoute[] => {
  const { list: listCall, save } = officeContract[list]
  return [
    officeRoute(listCall, (_, { db, clock }) => readList(db, list, clock())),
    officeRoute(save, async (input, request) => {
      const recorded = await recordAction(request, input as Thing, tx =>
        saveListed(tx, list, input as Thing, request),
      )
      // Switching a type on may offer places.
      request.jobWaiting()
      return recorded
    }),
  ]
})

export const catalogueOfficeRoutes: OfficeRoute[] = [
  ...listRoutes,
  ...serveOffice(lists, {
    export: (input, request) => exportList(request, input),
    sort: (input, request) => sortList(request, input),
    remove: (input, request) => removeListed(request, input),
  }),
  ...serveOffice(presets, { use: usePreset }),
  ...serveOffice(stock, {
    receive: (input, request) => changeStock(request, 'delivery', input),
    count: (input, request) => changeStock(request, 'count', input),
    writeOff: (input, request) => changeStock(request, 'writtenOff', input),
    entries: (input, { db }) => listStockEntries(db, input),
  }),
]

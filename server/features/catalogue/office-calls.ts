import type { ListName } from '#contract/office/catalogue.ts'
import { officeContract } from '#contract/office/contract.ts'
import { act } from '#server/features/staff/act.ts'
import { type OfficeRoute, serveOffice } from '#server/http/serve-office.ts'
import { changeStock } from './change-stock.ts'
import { editedLists, type Thing } from './edited-lists.ts'
import { exportList } from './export-list.ts'
import { listStockEntries, readList } from './queries.ts'
import { removeListed } from './remove-listed.ts'
import { saveListed } from './save-listed.ts'
import { sortList } from './sort-list.ts'

const { lists, stock } = officeContract

/** Every list is read and saved in one way; the contract says what is in it. */
const listRoutes = (Object.keys(editedLists) as ListName[]).flatMap((list): OfficeRoute[] => {
  const { list: listCall, save } = officeContract[list]
  return [
    { call: listCall, handle: (_, { db, clock }) => readList(db, list, clock()) },
    {
      call: save,
      handle: async (input, request) => {
        const acted = await act(request, input as Thing, tx => saveListed(tx, list, input as Thing, request))
        // Of a type that is on again places may be offered.
        request.jobWaiting()
        return acted
      },
    },
  ]
})

export const catalogueOfficeRoutes: OfficeRoute[] = [
  ...listRoutes,
  ...serveOffice(lists, {
    export: (input, request) => exportList(request, input),
    sort: (input, request) => sortList(request, input),
    remove: (input, request) => removeListed(request, input),
  }),
  ...serveOffice(stock, {
    receive: (input, request) => changeStock(request, 'delivery', input),
    count: (input, request) => changeStock(request, 'count', input),
    writeOff: (input, request) => changeStock(request, 'writtenOff', input),
    entries: (input, { db }) => listStockEntries(db, input),
  }),
]

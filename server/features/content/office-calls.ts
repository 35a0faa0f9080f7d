import { officeContract } from '#contract/office/contract.ts'
import { serveOffice } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { listSitePictures, listTexts, listVersions } from './office-queries.ts'
import { removeSitePicture } from './remove-site-picture.ts'
import { saveSitePicture } from './save-site-picture.ts'
import { saveText } from './save-text.ts'
import { uploadSitePicture } from './upload-site-picture.ts'
import { withdrawText } from './withdraw-text.ts'

const { site, pictures } = officeContract

export const contentOfficeRoutes = [
  ...serveOffice(site, {
    texts: (_, { db, clock }) => listTexts(db, clock()),
    saveText: (input, request) => recordAction(request, input, tx => saveText(tx, input, request)),
    withdrawText: (input, request) => withdrawText(request, input),
    versions: (text, { db }) => listVersions(db, text),
  }),
  ...serveOffice(pictures, {
    list: (asked, { db }) => listSitePictures(db, asked),
    upload: (input, request) => uploadSitePicture(request, input),
    save: (input, request) => saveSitePicture(request, input),
    remove: (input, request) => removeSitePicture(request, input),
  }),
]

import { officeContract } from '#contract/office/contract.ts'
import { readableColumns } from '#domain/office/import-headings.ts'
import { serveOffice } from '#server/request/serve-office.ts'
import { checkImport } from './check-import.ts'
import { deleteImport } from './delete-import.ts'
import { exportBadRows, importTemplate } from './export-lines.ts'
import { listImports, readImport, readProblems } from './queries.ts'
import { readNames } from './read-names.ts'
import { runImport } from './run-import.ts'
import { undoImport } from './undo-import.ts'
import { beginImport, uploadImport } from './upload-import.ts'

/** Handles imports from another system. */
export const importOfficeRoutes = serveOffice(officeContract.imports, {
  list: (asked, { db }) => listImports(db, asked),
  headings: async ({ kind }) => readableColumns(kind),
  template: async ({ kind }) => importTemplate(kind),
  upload: (asked, request) => uploadImport(request, asked),
  begin: (asked, request) => beginImport(request, asked),
  get: ({ id }, { db, config, clock }) => readImport(db, config.dataKey, id, clock()),
  check: (asked, request) => checkImport(request, asked),
  problems: ({ id, after }, { db }) => readProblems(db, id, after),
  names: (asked, { db, config }) => readNames(db, config.dataKey, asked),
  badRows: (asked, request) => exportBadRows(request, asked),
  run: (asked, request) => runImport(request, asked),
  undo: (asked, request) => undoImport(request, asked),
  remove: (asked, request) => deleteImport(request, asked),
})

/** Writes a column of an import as people read it: `first_name` is “first name”. */
export const columnWords = (column: string): string => column.replaceAll('_', ' ')

/** The fields of a row that PostgreSQL wrote as one text, `row(…)::text`; none of them may be null. */
export function fieldsOf(rowText: string): string[] {
  // One with a comma, a space or the like is in quotes; in these, a quote or a backslash stands twice.
  const fields = rowText.slice(1, -1).matchAll(/(?:^|,)(?:"((?:[^"\\]|""|\\\\)*)"|([^,]*))/g)
  return Array.from(fields, ([, quoted, plain]) => quoted?.replace(/(["\\])\1/g, '$1') ?? (plain as string))
}

/** Parses the fields of a row that PostgreSQL wrote as text, `row(…)::text`. None of them may be null. */
export function fieldsOf(rowText: string): string[] {
  // A field with a comma, a space or the like is in quotes, where a quote or a backslash is doubled.
  const fields = rowText.slice(1, -1).matchAll(/(?:^|,)(?:"((?:[^"\\]|""|\\\\)*)"|([^,]*))/g)
  return Array.from(fields, ([, quoted, plain]) => quoted?.replace(/(["\\])\1/g, '$1') ?? (plain as string))
}

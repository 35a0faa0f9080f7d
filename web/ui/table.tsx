import './table.css'
import type { ReactNode } from 'react'

export interface Column<Row> {
  heading: string
  cell: (row: Row) => ReactNode
}

interface TableProps<Row> {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  className: string
}

/** A card of rows in columns. */
export function Table<Row>({ columns, rows, keyOf, className }: TableProps<Row>) {
  return (
    <div className={`card table ${className}`}>
      <table>
        <thead>
          <tr>
            {columns.map(({ heading }) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={keyOf(row)}>
              {columns.map(({ heading, cell }) => (
                <td key={heading}>{cell(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

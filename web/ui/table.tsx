import './table.css'
import type { ReactNode } from 'react'

export interface Column<Row> {
  heading: string
  cell: (row: Row) => ReactNode
  /** What can be done with a row: its heading is only read out, and paper goes without. */
  isAction?: boolean
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
            {columns.map(({ heading, isAction }) => (
              <th key={heading} scope="col" className={isAction ? 'no-print' : undefined}>
                {isAction ? <span className="sr-only">{heading}</span> : heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={keyOf(row)}>
              {columns.map(({ heading, cell, isAction }) => (
                <td key={heading} className={isAction ? 'no-print' : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

import { Button } from '#web/ui/button.tsx'
import './pager.css'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Select } from './field.tsx'

const sizes = [100, 200, 300, 400]

interface PagerProps {
  page: number
  perPage: number
  total: number
  onPage: (page: number) => void
  /** Offers the page sizes of spec 1 §9; the server decides (decision A-28). */
  onSize?: (perPage: number) => void
  label: string
}

export function Pager({ page, perPage, total, onPage, onSize, label }: PagerProps) {
  const lastPage = Math.max(1, Math.ceil(total / Math.max(1, perPage)))
  // A single page needs no pager, unless longer pages were chosen.
  if (lastPage === 1 && !sizes.includes(perPage)) return null
  const known = sizes.includes(perPage) ? sizes : [perPage, ...sizes]
  return (
    <nav aria-label={label} className="pager row spread">
      {onSize ? (
        <Select
          label="Rows per page"
          options={known.map(size => ({ value: size, label: String(size) }))}
          value={perPage}
          onChange={event => onSize(Number(event.currentTarget.value))}
        />
      ) : (
        <span />
      )}
      <div className="pager-steps">
        <Button look="secondary" size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <ChevronLeft aria-hidden="true" className="icon" />
          <span className="sr-only">Previous page</span>
        </Button>
        <p className="figures" aria-live="polite">
          Page {page} of {lastPage}
        </p>
        <Button look="secondary" size="small" disabled={page >= lastPage} onClick={() => onPage(page + 1)}>
          <ChevronRight aria-hidden="true" className="icon" />
          <span className="sr-only">Next page</span>
        </Button>
      </div>
    </nav>
  )
}

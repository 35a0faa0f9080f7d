import './sort-panel.css'
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ListName } from '#contract/office/catalogue.ts'
import { OfficeRefusal } from '#domain/office/office-refusal.ts'
import { closeDialog } from '#web/navigation/layers.ts'
import { SidePanel } from '#web/office/ui/side-panel.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useLeaveGuard } from '#web/ui/forms/leave-guard.tsx'
import { type Thing, useSortList } from './catalogue-queries.ts'

interface SortPanelProps {
  list: ListName
  title: string
  things: Thing[]
  nameOf: (thing: Thing) => string
  onClose: () => void
}

const idOf = ({ id }: Thing) => id

/** Sorts a list as parents see it, by dragging, buttons or arrow keys. */
export function SortPanel({ list, title, things, nameOf, onClose }: SortPanelProps) {
  // Keeps the order read when this opened, even if the list behind is read again.
  const [was] = useState(things)
  const [order, setOrder] = useState(things)
  const [told, setTold] = useState('')
  const rows = useRef<HTMLOListElement>(null)
  const dragged = useRef<number>(undefined)
  const sort = useSortList()
  const [moved, setMoved] = useState<{ from: string }>()
  const [leaveDialog, release] = useLeaveGuard({
    isOn: moved !== undefined,
    question: 'Leave without saving?',
    onLeave: () => {},
  })
  const leave = () => void release().then(closeDialog)
  // Moving an element in the page takes its focus away.
  useLayoutEffect(() => {
    if (moved) rows.current?.querySelector<HTMLElement>(`[data-place="${moved.from}"]`)?.focus()
  }, [moved])

  const letGo = () => {
    dragged.current = undefined
  }
  const move = (id: number, to: number, from = `${id}`) => {
    const thing = order.find(one => one.id === id)
    if (!thing || to < 0 || to >= order.length) return
    setOrder(order.filter(one => one !== thing).toSpliced(to, 0, thing))
    setTold(`${nameOf(thing)}: ${to + 1} of ${order.length}`)
    setMoved({ from })
  }
  const onKey = (event: KeyboardEvent, id: number) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    move(id, order.findIndex(one => one.id === id) + step)
  }
  const onDrag = (event: PointerEvent) => {
    // The button was released outside the list, where no event arrives.
    if (event.buttons === 0) return letGo()
    if (dragged.current === undefined) return
    const over = [...(rows.current?.children ?? [])].findIndex(row => {
      const { top, bottom } = row.getBoundingClientRect()
      return event.clientY >= top && event.clientY < bottom
    })
    if (over >= 0 && order[over]?.id !== dragged.current) move(dragged.current, over)
  }
  return (
    <SidePanel title={title} onClose={onClose}>
      <p id="sort-hint" className="quiet">
        Drag a name, press the arrow keys on it, or press its arrows.
      </p>
      <ol ref={rows} className="sort-list" onPointerMove={onDrag} onPointerUp={letGo} onPointerCancel={letGo}>
        {order.map((thing, index) => (
          <li key={thing.id}>
            <button
              type="button"
              className="sort-name"
              aria-describedby="sort-hint"
              onKeyDown={event => onKey(event, thing.id)}
              data-place={thing.id}
              onPointerDown={() => {
                dragged.current = thing.id
              }}
            >
              <GripVertical aria-hidden="true" className="icon" />
              {nameOf(thing)}
            </button>
            <IconButton
              label={`${nameOf(thing)}: earlier`}
              icon={ArrowUp}
              isSmall
              disabled={index === 0}
              data-place={`${thing.id} earlier`}
              onClick={() => move(thing.id, index - 1, `${thing.id} earlier`)}
            />
            <IconButton
              label={`${nameOf(thing)}: later`}
              icon={ArrowDown}
              isSmall
              disabled={index === order.length - 1}
              data-place={`${thing.id} later`}
              onClick={() => move(thing.id, index + 1, `${thing.id} later`)}
            />
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {told}
      </p>
      <div className="edit-form-foot">
        <Button
          isBusy={sort.isPending}
          onClick={() =>
            sort.mutate(
              { list, ids: order.map(idOf), was: was.map(idOf) },
              {
                onSuccess: leave,
                // A refusal means that somebody else sorted meanwhile, and the list behind shows their order.
                // After another failure the order stays, to be saved again.
                onError: error => error instanceof OfficeRefusal && leave(),
              },
            )
          }
        >
          Save the order
        </Button>
      </div>
      {leaveDialog}
    </SidePanel>
  )
}

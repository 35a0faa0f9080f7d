import './palette.css'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import { setUpSteps } from '#domain/office/business-rules.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { closeDialog } from '#web/navigation/layers.ts'
import { useNavigate } from '#web/navigation/router.tsx'
import { Dialog } from '#web/ui/forms/dialog.tsx'
import { mayLeave } from '#web/ui/forms/leave-guard.tsx'
import { useOnceSettled, useSettled } from '#web/ui/settled.ts'
import { useNextStep } from '../business/business-queries.ts'
import { stepTitles } from '../business/set-up-steps.ts'
import { useOfficeApi } from '../office-api.ts'
import { useMayOpen, useMe } from '../office-session.ts'
import { withNew } from '../ui/new-in-address.ts'
import { usePageActions } from '../ui/page-actions.ts'
import { pagesFor } from './palette-pages.ts'
import { type Found, searchAll } from './searches.ts'

/** Opens the palette with Ctrl K or ⌘ K anywhere, and / where nothing is being typed. */
export function useOpensPalette(open: () => void): void {
  useLayoutEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]')
      const isWanted =
        (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) ||
        (event.key === '/' && !isTyping && !document.querySelector('dialog[open]'))
      if (!isWanted) return
      event.preventDefault()
      open()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [open])
}

const maxShown = 12
const steps = [...setUpSteps, 'open'] as const

type Entry = Found & { keys?: string | undefined }

/** Finds pages, this page's actions, and whatever the areas can search, by a few letters. */
export function Palette({ onClose }: { onClose: () => void }) {
  const id = useId()
  const me = useMe()
  const mayOpenAddress = useMayOpen()
  const api = useOfficeApi()
  const navigate = useNavigate()
  const actions = usePageActions()
  const isSettingUp = useNextStep() !== undefined
  const box = useRef<HTMLInputElement>(null)
  // The dialog focuses its own first button, so autoFocus is not enough.
  useEffect(() => {
    box.current?.focus()
  }, [])
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState(0)
  const asked = useSettled(words.trim(), 150)
  const found = useQuery({
    queryKey: ['palette', asked],
    queryFn: () => (me ? searchAll(api, me.role, asked) : []),
    enabled: asked.length >= 2,
  })
  const pages = me ? pagesFor(me.role) : []
  const setUp = addresses.setUp({ step: 'business' })
  if (mayOpenAddress(setUp)) pages.push({ label: 'Set up your business', hint: 'Page', to: setUp })
  if (isSettingUp) {
    for (const step of steps)
      pages.push({ label: stepTitles[step], hint: 'Set up', to: addresses.setUp({ step }) })
  }
  // A phone has no keys, and shows these buttons on its screen.
  const here: Entry[] = actions
    .filter(({ keys }) => !keys || matchMedia('(pointer: fine)').matches)
    .map(({ label, keys, run }) => ({ label, hint: 'Here', keys, run }))
  // Actions without a key come first, because they are found only here.
  const known = [...here.toSorted((one, other) => Number(!!one.keys) - Number(!!other.keys)), ...pages]
  const wanted = words.trim().toLowerCase()
  const shown: Entry[] = [
    ...known.filter(({ label }) => label.toLowerCase().includes(wanted)),
    // Results for earlier words disappear with them.
    ...((asked === words.trim() && found.data) || []),
  ].slice(0, maxShown)
  const isAnswered =
    words.trim().length < 2 || (asked === words.trim() && found.isSuccess && !found.isFetching)
  const answered = useOnceSettled(shown, isAnswered)
  const at = Math.min(chosen, shown.length - 1)
  // The focus stays in the box, so the browser does not scroll to what the arrows choose.
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])
  const then = useRef<() => void>(undefined)
  // Closes by going back before it leaves: the history entries of this dialog and of a guarded form must go
  // first.
  const take = (one: Entry | undefined) => {
    if (!one) return
    then.current = async () => {
      if (!one.to) one.run?.()
      // Choosing the current list adds no history entry.
      else if (await mayLeave())
        navigate(one.to, { replace: one.to === withNew(location.pathname + location.search) })
    }
    closeDialog()
  }
  const close = () => {
    onClose()
    // After the dialog has given the focus back, because the action may move it.
    setTimeout(() => then.current?.())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setChosen((at + step + shown.length) % Math.max(1, shown.length))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (shown[at]) take(shown[at])
      // Only if the person has neither typed on nor left.
      else void answered().then(([first]) => box.current?.value === words && take(first))
    }
  }
  return (
    <Dialog title="Search" size="usual" onClose={close}>
      <input
        ref={box}
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={shown[at] ? `${id}-${at}` : undefined}
        aria-label="Search"
        placeholder="A family, a class, an order’s number, a page"
        className="field-box"
        value={words}
        onChange={event => {
          setWords(event.currentTarget.value)
          setChosen(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id={`${id}-list`} aria-label="Found" className="palette-list">
        {shown.map((one, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard uses the box above.
          <div
            key={`${one.hint} ${one.to ?? one.label}`}
            role="option"
            id={`${id}-${index}`}
            tabIndex={-1}
            aria-selected={index === at}
            className="palette-entry"
            onClick={() => take(one)}
          >
            <span>{one.label}</span>
            <span className="quiet small row gap-s">
              {one.keys && <kbd>{one.keys}</kbd>}
              {one.hint}
            </span>
          </div>
        ))}
      </div>
      <p role="status" className="quiet">
        {found.isError
          ? 'Families and classes could not be searched. Nothing is lost. Try again in a moment'
          : found.isPaused
            ? officeSentences.comesLater
            : shown.length === 0 && isAnswered && `Nothing found for “${words.trim()}”`}
      </p>
    </Dialog>
  )
}

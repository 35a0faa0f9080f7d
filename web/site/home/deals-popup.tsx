import { IconButton } from '#web/ui/button.tsx'
import './deals-popup.css'
import { X } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { sentences } from '#domain/sentences.ts'
import { useSubscribe } from '#web/site/enquiries/queries.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Form, filledIn, SubmitButton, type Text } from '#web/ui/forms/form.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { RichText } from '#web/ui/showcase/rich-text.tsx'

const subscribedKey = 'maypole.subscribed'
const closedKey = 'maypole.deals-closed'
const never = () => () => undefined

const wasAnswered = () =>
  localStorage.getItem(subscribedKey) !== null || sessionStorage.getItem(closedKey) !== null

const checks = (text: Text) => [
  { ...filledIn(text, 'email', sentences.emailRequired), note: 'Please fill in your email address' },
]

/** Elements that the popup must not cover: the page's buttons, and all links of the footer. */
const keptInSight = 'main .button, footer a, footer button'

/** Whether a control, or the focused element, is covered by this element. */
function useCoversControl(over: RefObject<HTMLElement | null>): boolean {
  const [covers, setCovers] = useState(false)
  useEffect(() => {
    let stop = () => {}
    const watch = () => {
      stop()
      const box = over.current
      if (!box) return
      const { top, right, bottom, left } = box.getBoundingClientRect()
      const under = new Set<Element>()
      const watcher = new IntersectionObserver(
        entries => {
          for (const { target, isIntersecting } of entries) under[isIntersecting ? 'add' : 'delete'](target)
          setCovers(under.size > 0)
        },
        // Shrinks the observed area to the popup's own rectangle.
        { rootMargin: `${-top}px ${right - innerWidth}px ${bottom - innerHeight}px ${-left}px` },
      )
      const observe = (element: Element) => !box.contains(element) && watcher.observe(element)
      for (const control of document.querySelectorAll(keptInSight)) observe(control)
      const onFocus = ({ target }: Pick<FocusEvent, 'target'>) => {
        // Larger regions that can be focused are left out, because they cannot be covered
        // completely.
        if (target instanceof Element && target.matches('a, button, input, select, textarea, summary'))
          observe(target)
      }
      const onBlur = ({ target }: FocusEvent) => {
        if (!(target instanceof Element) || target.matches(keptInSight)) return
        watcher.unobserve(target)
        under.delete(target)
        setCovers(under.size > 0)
      }
      onFocus({ target: document.activeElement })
      document.addEventListener('focusin', onFocus)
      document.addEventListener('focusout', onBlur)
      stop = () => {
        watcher.disconnect()
        document.removeEventListener('focusin', onFocus)
        document.removeEventListener('focusout', onBlur)
      }
    }
    // It rises into its place.
    const box = over.current
    box?.addEventListener('animationend', watch)
    addEventListener('resize', watch)
    return () => {
      box?.removeEventListener('animationend', watch)
      removeEventListener('resize', watch)
      stop()
    }
  }, [over])
  return covers
}

/**
 * Asks visitors for an email address, until they subscribe (remembered) or close it (for the browser session): decision
 * C-11. The page stays usable: the popup moves away from its buttons. It comes first in the tab order.
 */
export function DealsPopup({ html }: { html: string }) {
  const wasAnsweredBefore = useSyncExternalStore(never, wasAnswered, () => true)
  const [isClosed, setClosed] = useState(false)
  const subscribe = useSubscribe()
  const popup = useRef<HTMLElement>(null)
  const isAside = useCoversControl(popup)
  if (wasAnsweredBefore || isClosed) return null

  const close = () => {
    sessionStorage.setItem(closedKey, 'yes')
    // Moves the focus from the popup to the page, so that the next Tab does not start at the top.
    document.querySelector('main')?.focus({ preventScroll: true })
    setClosed(true)
  }
  return (
    <section
      ref={popup}
      role="dialog"
      data-aside={isAside || undefined}
      aria-labelledby="deals-title"
      className="deals"
      onKeyDown={event => event.key === 'Escape' && close()}
    >
      <header className="deals-head">
        <h2 id="deals-title" className="card-title">
          A little treat for your inbox
        </h2>
        <IconButton label="Close" icon={X} onClick={close} />
      </header>
      <RichText html={html} className="small" />
      <Form
        checks={checks}
        onSend={text => subscribe.mutateAsync({ email: text('email').trim() })}
        onSent={() => {
          localStorage.setItem(subscribedKey, 'yes')
          showSuccess(sentences.successful)
          close()
        }}
        className="deals-form"
      >
        <Field label="Email" name="email" type="email" inputMode="email" autoComplete="email" />
        <SubmitButton act="send" look="secondary">
          Send me deals
        </SubmitButton>
      </Form>
    </section>
  )
}

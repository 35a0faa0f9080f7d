import 'preact/compat'
import { notifyManager } from '@tanstack/react-query'
import { options, type VNode } from 'preact'

// What Preact does otherwise than React, for which the code is written (record 079). The browser's entries import it first.

// Effects follow what caused them at once, as React's do after a press, and do not wait for the next frame: a dialog that
// opens by an effect opens with its press, and has the keyboard before the next key.
options.requestAnimationFrame = queueMicrotask

// So do the answers of calls. Preact draws what is set before any timer: what goes on after a call would be drawn without
// what the call has changed.
notifyManager.setScheduler(queueMicrotask)

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
interface FieldProps {
  type?: string
  value?: unknown
  checked?: boolean | null
  autoFocus?: boolean
  onChange?: unknown
  onInput?: unknown
}
/** `__e` is what Preact's packages call the element among themselves. */
type FieldNode = VNode<FieldProps> & { __e: Field }

const isField = (node: VNode): node is FieldNode =>
  node.type === 'input' || node.type === 'select' || node.type === 'textarea'

const drawn = new WeakMap<EventTarget, FieldProps>()

/** A field shows what it was drawn with: a change that is refused draws nothing anew. */
function putBack(field: Field): void {
  const { value, checked } = drawn.get(field) ?? {}
  if (value != null && field.value !== String(value)) field.value = String(value)
  // Not nothing: while the option that it has is on its way, a choice shows its first one.
  if (field instanceof HTMLSelectElement && field.selectedIndex < 0) {
    const first = [...field.options].find(option => !option.disabled)
    if (first) first.selected = true
  }
  if (checked != null && field instanceof HTMLInputElement) field.checked = checked
}

const { vnode: prepare, diffed: finish, event: tell } = options
options.vnode = node => {
  // A tick is told by its first event, as React does it. What a form around it draws on that one would put it back as it
  // was before the second, by which Preact tells.
  if (isField(node) && /checkbox|radio/.test(node.props.type ?? '') && node.props.onChange) {
    const { onChange, ...props } = node.props
    node.props = { ...props, onInput: onChange }
  }
  prepare?.(node)
}
options.diffed = node => {
  finish?.(node)
  if (!isField(node)) return
  const { __e: field, props } = node
  if (props.autoFocus && !drawn.has(field)) queueMicrotask(() => field.focus())
  drawn.set(field, props)
  // What was entered before the page listened, nobody was told of.
  putBack(field)
}
options.event = event => {
  const field = event.currentTarget as Field | null
  if (field && drawn.has(field) && /^(input|change)$/.test(event.type)) {
    const group = field.type === 'radio' ? document.getElementsByName(field.name) : [field]
    // After whoever hears of it, and after what they draw.
    queueMicrotask(() => queueMicrotask(() => group.forEach(one => void putBack(one as Field))))
  }
  return tell ? tell(event) : event
}

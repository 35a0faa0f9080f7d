import './rich-text-editor.css'
import '#web/ui/showcase/rich-text.css'
import {
  Bold,
  Film,
  Heading2,
  Heading3,
  Image,
  Italic,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
  Redo2,
  Undo2,
} from 'lucide-react'
import { baseKeymap, chainCommands, exitCode, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { inputRules, wrappingInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import { DOMParser, DOMSerializer, type Node } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, EditorState, TextSelection } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { gapsIn } from '#domain/office/business-rules.ts'
import { useImageUrl } from '#web/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { PicturePicker } from './picture-picker.tsx'
import { elementsOf, richTextSchema as schema } from './rich-text-schema.ts'

const { nodes, marks } = schema

function gapsOf(doc: Node): { from: number; to: number }[] {
  const gaps: { from: number; to: number }[] = []
  doc.descendants((node, at) => {
    if (!node.isTextblock) return
    for (const { 0: gap, index } of gapsIn(node.textBetween(0, node.content.size, '', '\n'))) {
      gaps.push({ from: at + 1 + index, to: at + 1 + index + gap.length })
    }
  })
  return gaps
}

/** Selects the next placeholder, or after the last the first, so that typing replaces it. */
const nextGap: Command = ({ doc, selection, tr }, dispatch) => {
  const gaps = gapsOf(doc)
  const gap = gaps.find(({ from }) => from >= selection.to) ?? gaps[0]
  if (!gap) return false
  dispatch?.(tr.setSelection(TextSelection.create(doc, gap.from, gap.to)).scrollIntoView())
  return true
}
const gapKey = 'F8'

const plugins = [
  history(),
  inputRules({
    rules: [
      wrappingInputRule(/^\s*([-*])\s$/, nodes.bullet_list),
      wrappingInputRule(/^1\.\s$/, nodes.ordered_list),
    ],
  }),
  keymap({
    'Mod-b': toggleMark(marks.strong),
    'Mod-i': toggleMark(marks.em),
    'Mod-z': undo,
    'Mod-y': redo,
    'Shift-Mod-z': redo,
    Enter: splitListItem(nodes.list_item),
    [gapKey]: nextGap,
    'Mod-]': sinkListItem(nodes.list_item),
    'Mod-[': liftListItem(nodes.list_item),
    'Shift-Enter': chainCommands(exitCode, (state, dispatch) => {
      dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView())
      return true
    }),
  }),
  keymap(baseKeymap),
]

const htmlOf = ({ doc }: EditorState): string => {
  const holder = document.createElement('div')
  holder.append(DOMSerializer.fromSchema(schema).serializeFragment(doc.content))
  return doc.textContent === '' && doc.childCount === 1 && doc.firstChild?.isTextblock ? '' : holder.innerHTML
}

const heading =
  (level: number): Command =>
  (state, dispatch) =>
    isIn(state, 'heading', level)
      ? setBlockType(nodes.paragraph)(state, dispatch)
      : setBlockType(nodes.heading, { level })(state, dispatch)

const orOutOf =
  (name: 'bullet_list' | 'ordered_list' | 'blockquote', wrap: Command): Command =>
  (state, dispatch) => {
    if (!isIn(state, name)) return wrap(state, dispatch)
    if (name !== 'blockquote') return liftListItem(nodes.list_item)(state, dispatch)
    return baseKeymap.Backspace ? liftOut(state, dispatch) : false
  }
const liftOut: Command = (state, dispatch) => {
  const { $from, $to } = state.selection
  const range = $from.blockRange($to, node => node.type === nodes.blockquote)
  if (!range) return false
  dispatch?.(state.tr.lift(range, range.depth - 1).scrollIntoView())
  return true
}

/** Whether the selection lies in such a block. */
function isIn({ selection: { $from } }: EditorState, name: string, level?: number): boolean {
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth)
    if (node.type.name === name && (level === undefined || node.attrs.level === level)) return true
  }
  return false
}
const hasMark = ({ selection: { $from, from, to, empty }, doc, storedMarks }: EditorState, name: string) =>
  empty
    ? (storedMarks ?? $from.marks()).some(mark => mark.type.name === name)
    : doc.rangeHasMark(from, to, marks[name] as never)

/** Removes the link from the selection, or the whole link at the cursor, whose parts may have different marks. */
const unlink: Command = ({ selection: { $from, from, to, empty }, tr }, dispatch) => {
  const { parent } = $from
  const link = marks.link.isInSet($from.marks())
  const isOfIt = (index: number) => link?.isInSet(parent.maybeChild(index)?.marks ?? []) === true
  let [first, after] = [$from.index(), $from.index()]
  while (isOfIt(first - 1)) first--
  while (isOfIt(after)) after++
  dispatch?.(
    empty
      ? tr.removeMark($from.posAtIndex(first), $from.posAtIndex(after), marks.link)
      : tr.removeMark(from, to, marks.link),
  )
  return true
}

interface Tool {
  label: string
  icon: LucideIcon
  command: Command
  isOn?: (state: EditorState) => boolean
}
const tools: Tool[] = [
  { label: 'Heading', icon: Heading2, command: heading(2), isOn: state => isIn(state, 'heading', 2) },
  { label: 'Small heading', icon: Heading3, command: heading(3), isOn: state => isIn(state, 'heading', 3) },
  {
    label: 'Bold',
    icon: Bold,
    command: toggleMark(marks.strong),
    isOn: state => hasMark(state, 'strong'),
  },
  { label: 'Italic', icon: Italic, command: toggleMark(marks.em), isOn: state => hasMark(state, 'em') },
  {
    label: 'List',
    icon: List,
    command: orOutOf('bullet_list', wrapInList(nodes.bullet_list)),
    isOn: state => isIn(state, 'bullet_list'),
  },
  {
    label: 'Numbered list',
    icon: ListOrdered,
    command: orOutOf('ordered_list', wrapInList(nodes.ordered_list)),
    isOn: state => isIn(state, 'ordered_list'),
  },
  {
    label: 'Quotation',
    icon: Quote,
    command: orOutOf('blockquote', wrapIn(nodes.blockquote)),
    isOn: state => isIn(state, 'blockquote'),
  },
]

interface EditorProps {
  labelledBy: string
  value: string
  onChange: (html: string) => void
}

/** The height covered by the tools above and the form's foot below. A selection is scrolled between them. */
const coveredPixels = 96

/** The editor itself, loaded as a separate chunk. Shows the text as parents will see it. */
export function RichTextEditor({ labelledBy, value, onChange }: EditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const told = useRef(onChange)
  const [state, setState] = useState<EditorState>()
  const [asked, setAsked] = useState<'link' | 'film' | 'picture'>()
  const imageUrl = useImageUrl()
  useEffect(() => {
    told.current = onChange
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the initial value counts; later the editor has its own.
  useEffect(() => {
    const editor = new EditorView(place.current as HTMLDivElement, {
      state: EditorState.create({ doc: DOMParser.fromSchema(schema).parse(elementsOf(value)), plugins }),
      scrollThreshold: coveredPixels,
      scrollMargin: coveredPixels,
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelledBy,
        class: 'rich-text rich-text-edited',
      },
      dispatchTransaction: transaction => {
        const next = editor.state.apply(transaction)
        editor.updateState(next)
        setState(next)
        if (transaction.docChanged) told.current(htmlOf(next))
      },
    })
    view.current = editor
    setState(editor.state)
    return () => editor.destroy()
  }, [])

  const run = (command: Command) => {
    const editor = view.current
    if (!editor) return
    // First, because the browser scrolls to a selection only where the focus is.
    editor.focus()
    command(editor.state, editor.dispatch, editor)
  }
  const insert = (name: 'picture' | 'film', attrs: Record<string, string>) =>
    run((current, dispatch) => {
      dispatch?.(
        current.tr.replaceSelectionWith(
          (nodes[name] as never as { create: (a: object) => never }).create(attrs),
        ),
      )
      return true
    })
  const linkTo = (href: string) =>
    run((current, dispatch) => {
      const { from, to, empty } = current.selection
      const mark = marks.link.create({ href })
      const { tr } = current
      dispatch?.(
        empty ? tr.replaceSelectionWith(schema.text(href, [mark]), false) : tr.addMark(from, to, mark),
      )
      return true
    })
  const hasLink = state !== undefined && hasMark(state, 'link')
  const gaps = state ? gapsOf(state.doc).length : 0

  return (
    <div className="rich-editor">
      <div className="rich-head">
        <div role="toolbar" aria-label="Text" className="rich-tools" onKeyDown={moveAlong}>
          {tools.map(({ label, icon, command, isOn }, index) => (
            <ToolButton
              key={label}
              label={label}
              icon={icon}
              isFirst={index === 0}
              isOn={state && isOn ? isOn(state) : undefined}
              onPress={() => run(command)}
            />
          ))}
          <ToolButton
            label={hasLink ? 'Remove link' : 'Link'}
            icon={Link2}
            isOn={hasLink}
            onPress={() => (hasLink ? run(unlink) : setAsked('link'))}
          />
          <ToolButton label="Picture" icon={Image} onPress={() => setAsked('picture')} />
          <ToolButton label="Film" icon={Film} onPress={() => setAsked('film')} />
          <ToolButton label="Undo" icon={Undo2} onPress={() => run(undo)} />
          <ToolButton label="Redo" icon={Redo2} onPress={() => run(redo)} />
        </div>
        {gaps > 0 && (
          <div className="rich-gaps">
            <Button
              look="secondary"
              size="small"
              aria-keyshortcuts={gapKey}
              title={gapKey}
              onClick={() => run(nextGap)}
            >
              Next gap ({gaps} left)
            </Button>
          </div>
        )}
      </div>
      {(asked === 'link' || asked === 'film') && (
        <AddressLine
          label={asked === 'link' ? 'Where the link leads' : 'Address of the film (mp4)'}
          onDone={address => {
            setAsked(undefined)
            if (address === undefined) view.current?.focus()
            else if (asked === 'link') linkTo(address)
            else insert('film', { src: address })
          }}
        />
      )}
      <div ref={place} />
      {asked === 'picture' && (
        <PicturePicker
          onClose={() => setAsked(undefined)}
          onChosen={({ path, alt }) => {
            const src = imageUrl(path)
            insert('picture', { src, alt })
            void sizeOf(src).then(size => keepRoom(view.current, src, size))
          }}
        />
      )}
    </div>
  )
}

interface Size {
  width: number
  height: number
}

/** Loads a picture's size; undefined when it cannot be loaded. */
async function sizeOf(src: string): Promise<Size | undefined> {
  const image = new window.Image()
  image.src = src
  await image.decode().catch(() => undefined)
  return image.naturalWidth ? { width: image.naturalWidth, height: image.naturalHeight } : undefined
}

/** Writes a picture's size to each of its uses, unless the editor was left meanwhile. */
function keepRoom(editor: EditorView | undefined, src: string, size: Size | undefined): void {
  if (!editor || editor.isDestroyed || !size) return
  const { tr, doc } = editor.state
  doc.descendants(({ type, attrs }, at) => {
    if (type.name === 'picture' && attrs.src === src) tr.setNodeAttribute(at, 'size', size)
  })
  // Not a change by the person: undo removes the picture.
  editor.dispatch(tr.setMeta('addToHistory', false))
}

/** Makes the tools a single tab stop; arrows, Home and End move between them. */
function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.indexOf(event.target as HTMLButtonElement)
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  const button = buttons.at(next % buttons.length)
  for (const other of buttons) other.tabIndex = other === button ? 0 : -1
  button?.focus()
}

interface ToolButtonProps {
  label: string
  icon: LucideIcon
  isOn?: boolean | undefined
  isFirst?: boolean
  onPress: () => void
}

const ToolButton = ({ label, icon: Icon, isOn, isFirst = false, onPress }: ToolButtonProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    aria-pressed={isOn}
    tabIndex={isFirst ? 0 : -1}
    onMouseDown={event => event.preventDefault()}
    onClick={onPress}
  >
    <Icon aria-hidden="true" />
  </button>
)

const isAddress = (address: string) => /^(https?:\/\/|mailto:|tel:|\/(?!\/)|#)\S+$/.test(address)

/** A line for an address inside a form: Enter confirms the line, not the form. */
function AddressLine({ label, onDone }: { label: string; onDone: (address: string | undefined) => void }) {
  const field = useRef<HTMLInputElement>(null)
  const [isWrong, setWrong] = useState(false)
  useEffect(() => {
    field.current?.focus()
  }, [])
  const take = () => {
    const address = field.current?.value.trim() ?? ''
    if (isAddress(address)) onDone(address)
    else setWrong(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only stops key events from reaching the form around it.
    <div
      className="rich-address"
      onInput={event => event.stopPropagation()}
      onKeyDown={event => {
        if (event.key === 'Enter') event.preventDefault()
        if (event.key === 'Enter') take()
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onDone(undefined)
      }}
    >
      <label>
        <span className="field-label">{label}</span>
        <input ref={field} className="field-box" placeholder="https://" aria-invalid={isWrong || undefined} />
      </label>
      <Button size="small" onClick={take}>
        Set
      </Button>
      <Button size="small" look="quiet" onClick={() => onDone(undefined)}>
        Cancel
      </Button>
      {isWrong && (
        <p role="alert" className="field-error">
          The link must begin with https://
        </p>
      )}
    </div>
  )
}

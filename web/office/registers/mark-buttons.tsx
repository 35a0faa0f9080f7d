import { momentInLondon } from '#domain/calendar.ts'
import { type MarkState, markWords } from '#domain/office/marks.ts'
import type { Held } from './use-marks.ts'

const offered = ['here', 'late', 'absent', 'left'] as const

const timeOf = (markedAt: string) => momentInLondon(new Date(markedAt)).slice(11)
const said = ({ state, markedAt, by }: Held['mark']) => `${markWords[state]} ${timeOf(markedAt)}, ${by}`

/** Describes the valid mark: 'Left 11:02 with Nora Bell, Ann'; both marks if two people disagree. */
export function describeMark(held: Held | undefined): string {
  if (!held || held.mark.state === 'none') return ''
  const { mark, came, contradicts } = held
  if (contradicts) return `${said(contradicts)} · ${said(mark)}`
  const late = mark.state === 'left' && came === 'late' ? ' (came late)' : ''
  const collected = mark.collectedBy ? ` with ${mark.collectedBy}` : ''
  return `${markWords[mark.state]} ${timeOf(mark.markedAt)}${collected}${late}, ${mark.by}`
}

/** The buttons for the marks of one child. Pressing one again removes its mark. */
export function MarkButtons({
  name,
  held,
  onPress,
  onLeft,
}: {
  name: string
  held: Held | undefined
  onPress: (state: MarkState) => void
  /** Asks who collected the child. */
  onLeft: () => void
}) {
  const state = held?.mark.state ?? 'none'
  const press = (pressed: (typeof offered)[number]) => {
    if (pressed === 'left' && state !== 'left') onLeft()
    else if (pressed === 'left') onPress(held?.came ?? 'none')
    else onPress(pressed === state ? 'none' : pressed)
  }
  return (
    <fieldset className="mark-buttons no-print">
      <legend className="sr-only">{name}</legend>
      {offered.map(one => (
        <button
          key={one}
          type="button"
          className="mark-button"
          data-mark={one}
          aria-label={`${markWords[one]}: ${name}`}
          aria-pressed={one === state}
          onClick={() => press(one)}
        >
          {markWords[one]}
        </button>
      ))}
    </fieldset>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useId } from 'react'
import { useApi } from '#web/api.ts'
import { useOffers } from '#web/settings.ts'
import { childrenQuery } from '#web/site/children/queries.ts'
import { AgeHint } from '#web/site/offerings/age-hint.tsx'
import { priceText } from '#web/site/offerings/price-text.ts'
import { useToday } from '#web/today.tsx'
import { spokenDays, spokenWhen } from '#web/ui/british-dates.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import type { LineControls } from './basket-list.tsx'
import type { SessionLine } from './session-basket-queries.ts'

interface BasketSessionLineProps extends LineControls {
  line: SessionLine
}

/** One session in the basket: what, when, where, for whom and its price, or why it cannot be booked. */
export function BasketSessionLine({ line, isChosen, isBusy, onChoose, onDelete }: BasketSessionLineProps) {
  const id = useId()
  const offers = useOffers()
  const today = useToday()
  const { session, children, fullName, isValid, problem } = line
  const own = useQuery({ ...childrenQuery(useApi()), enabled: children.length > 0 }).data ?? []
  return (
    <li className="card session-line" data-valid={isValid}>
      <label className="basket-tick">
        <input
          type="checkbox"
          className="tick-box"
          aria-labelledby={`${id}-what ${id}-when`}
          checked={isChosen}
          disabled={!isValid}
          onChange={event => onChoose(event.currentTarget.checked)}
        />
      </label>
      {session.image && <Picture path={session.image} most={480} width={160} height={120} loading="lazy" />}
      <div className="session-line-words">
        <h2 id={`${id}-what`} className="lead">
          {session.title}
        </h2>
        <p id={`${id}-when`} className="strong">
          {spokenWhen(session, today)}
        </p>
        <p className="small quiet">
          {session.venue}&nbsp;· <span className="one-line">{session.ages}</span>
        </p>
        <p className="small">For {children.map(child => child.name).join(', ') || fullName}</p>
        {!isValid && <p className="session-line-problem">{problem}</p>}
        {isValid && (
          <AgeHint session={{ offeringId: session.offeringId, date: session.startDate }}>
            {own.filter(child => children.some(({ id }) => id === child.id))}
          </AgeHint>
        )}
      </div>
      <p className="session-line-price strong figures">
        {priceText({ ...line, isPackOnly: session.isPackOnly }, offers('credits'))}
      </p>
      <IconButton
        label={`Delete ${session.title}, ${spokenDays(session.startDate, session.endDate, today)}`}
        icon={Trash2}
        isSmall
        isBusy={isBusy}
        onClick={onDelete}
        className="session-line-delete"
      />
    </li>
  )
}

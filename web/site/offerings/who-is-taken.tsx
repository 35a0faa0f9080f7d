import { rangeWords } from '#domain/ages.ts'
import { usePractical } from './queries.ts'

/** Says whom a class takes, if it does not take everybody (decision E-26). */
export function WhoIsTaken({ offeringId }: { offeringId: number }) {
  const { data } = usePractical(offeringId)
  const ages = data?.refusesOtherAges ? rangeWords(data) : ''
  const words = [
    ages && `For ${ages} on the day`,
    data?.isMembersOnly && 'For members: families who have been with us before',
  ].filter(Boolean)
  return words.map(text => (
    <p key={text as string} className="strong">
      {text}
    </p>
  ))
}

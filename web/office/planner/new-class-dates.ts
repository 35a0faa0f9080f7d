import { useQuery } from '@tanstack/react-query'
import { plannerSentences } from '#domain/office/planner-sentences.ts'
import type { Check } from '#web/ui/forms/form.tsx'
import { useOfficeApi } from '../office-api.ts'
import { wordsOfFailure } from '../office-query-client.ts'
import { datesOfSingles, singlesAreWhole, slotsOf } from './class-times.tsx'
import type { NewClassState } from './new-class-state.ts'
import { datesOfPlanned } from './planned-dates.tsx'
import { plannedDatesQuery } from './planner-queries.ts'
import { arePlacesWhole } from './session-checks.ts'

/** Returns the dates that the form would make, what is missing for them, and the checks of the times. */
export function useDatesOfNewClass(form: NewClassState) {
  const { venueId, termId, isWeekly, lines, singles, from, to, areShown } = form
  const slots = slotsOf(lines)
  const lackDays = lines.some(({ weekdays }) => weekdays.length === 0)
  const areWhole = slots.every(({ startTime, endTime }) => startTime && endTime) && from !== '' && to !== ''
  const mayAsk = isWeekly && venueId !== null && slots.length > 0 && areWhole
  // Shown once there are dates, and updated with every change that affects them.
  const preview = useQuery({
    ...plannedDatesQuery(useOfficeApi(), {
      ...{ venueId: venueId ?? 0, from, to, slots },
      ...(termId && { termId }),
    }),
    enabled: mayAsk,
  })
  const planned = mayAsk ? preview.data?.dates : undefined
  // Missing fields are reported only after somebody asked for the dates.
  const problem =
    areShown && lackDays
      ? plannerSentences.chooseDay
      : areShown && venueId === null
        ? plannerSentences.chooseVenue
        : mayAsk && preview.isError
          ? wordsOfFailure(preview.error)
          : planned?.length === 0 && plannerSentences.noDates
  const checks: Check[] = [
    { field: 'slots', holds: !isWeekly || areWhole, sentence: plannerSentences.fillInTimes },
    { field: 'dates', holds: isWeekly || singlesAreWhole(singles), sentence: plannerSentences.fillInTimes },
    { field: 'slots', holds: !isWeekly || !lackDays, sentence: plannerSentences.chooseDay },
    arePlacesWhole(isWeekly ? lines : []),
    { field: 'slots', holds: !isWeekly || planned !== undefined, sentence: 'Show the dates first' },
  ]
  return {
    slots: isWeekly ? slots : [],
    planned: isWeekly ? planned : undefined,
    dates: isWeekly ? datesOfPlanned(planned ?? [], new Set(form.keptDates)) : datesOfSingles(singles),
    problem: problem || '',
    isCounting: mayAsk && preview.isFetching,
    checks,
    askAgain: () => {
      if (mayAsk) void preview.refetch()
    },
  }
}

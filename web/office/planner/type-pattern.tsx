import './type-pattern.css'
import { useMemo } from 'react'
import type { PlannerSession } from '#contract/office/planner.ts'
import { compareNames } from '#domain/compare-text.ts'
import { isFull } from './session-words.ts'
import { sized } from './sized.ts'

/** How many patterns type-pattern.css draws. With more types they are used again. */
const patterns = 12

/** Returns the pattern of a type. */
export type PatternOf = (typeName: string) => number

/** Numbers the patterns in the order of the business's types, so that a type keeps its pattern from week to week. */
export function usePatterns(types: { name: string }[] | undefined): PatternOf {
  return useMemo(() => {
    const numbers = new Map(types?.map(({ name }, nth) => [name, nth % patterns]))
    return name => numbers.get(name) ?? 0
  }, [types])
}

/** The sign of a date's type: its class's colour, in the type's pattern. */
export const TypeSign = ({ pattern, colour }: { pattern: number; colour: string }) => (
  <span aria-hidden="true" className="type-sign" data-pattern={pattern} ref={sized({ '--colour': colour })} />
)

/** Says which pattern and colour is which type, of the types that are shown. */
export function TypeLegend({ sessions, patternOf }: { sessions: PlannerSession[]; patternOf: PatternOf }) {
  const names = [...new Set(sessions.map(({ typeName }) => typeName))].sort(compareNames)
  return (
    <ul className="type-legend" aria-label="What colours and patterns mean">
      {names.map(name => (
        <li key={name}>
          <TypeSign pattern={patternOf(name)} colour={usualColour(sessions, name)} />
          {name}
        </li>
      ))}
      {sessions.some(({ state }) => state === 'draft') && (
        <li>
          <span aria-hidden="true" className="legend-draft" />
          Draft
        </li>
      )}
      {sessions.some(session => session.state === 'scheduled' && isFull(session)) && (
        <li>
          <span aria-hidden="true" className="legend-full" />
          Full
        </li>
      )}
    </ul>
  )
}

/** Returns the colour that most dates of a type have. */
function usualColour(sessions: PlannerSession[], typeName: string): string {
  const counts = new Map<string, number>()
  for (const session of sessions) {
    if (session.typeName === typeName) counts.set(session.colour, (counts.get(session.colour) ?? 0) + 1)
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? ''
}

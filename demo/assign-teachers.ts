import { everyDay } from '#domain/calendar.ts'
import type { DemoOffering, DemoSession } from './catalogue.ts'

/** The usual teacher of a type, by the type's key; for other classes they stand in for each other. */
const usualTeachers: Record<string, string> = {
  hatchlings: 'Dee Okafor',
  tumble: 'Dee Okafor',
  paint: 'Priya Nair',
  boots: 'Priya Nair',
  band: 'Tomos Rees',
  curtain: 'Tomos Rees',
  football: 'Femi Adeyemi',
  ballet: 'Hana Whitcombe',
}

/** Gives every weekly time of the demo a teacher who is free at that time. If all are busy its sessions have none. */
export function assignTeachers(offerings: DemoOffering[], teachers: string[]): Map<DemoSession, string> {
  const diaries = new Map(teachers.map(teacher => [teacher, new Map<string, DemoSession[]>()]))
  const assigned = new Map<DemoSession, string>()
  for (const offering of offerings) {
    const usual = usualTeachers[offering.type.key]
    const inTurn = usual ? [usual, ...teachers.filter(teacher => teacher !== usual)] : teachers
    for (const sessions of Map.groupBy(offering.sessions, ({ slot }) => slot).values()) {
      const free = inTurn.find(teacher => sessions.every(session => isFree(diaries.get(teacher), session)))
      if (!free) continue
      for (const session of sessions) {
        assigned.set(session, free)
        for (const day of everyDay(session.startDate, session.endDate)) {
          const diary = diaries.get(free)
          diary?.set(day, [...(diary.get(day) ?? []), session])
        }
      }
    }
  }
  return assigned
}

const isFree = (
  diary: Map<string, DemoSession[]> | undefined,
  { startDate, endDate, ...times }: DemoSession,
) =>
  everyDay(startDate, endDate)
    .flatMap(day => diary?.get(day) ?? [])
    .every(other => other.startTime >= times.endTime || other.endTime <= times.startTime)

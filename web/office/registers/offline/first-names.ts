import type { DayMarks, FireList, registers } from '#contract/office/registers.ts'
import type { CallOutput } from '#contract/wire.ts'

type Register = CallOutput<typeof registers.get>

/** Returns a first name, with the initial of the surname for those who share it. */
function firstNamesOf(names: readonly string[]): (name: string) => string {
  const first = (name: string) => name.trim().split(/\s+/)[0] ?? ''
  const counts = new Map<string, number>()
  for (const name of names) counts.set(first(name), (counts.get(first(name)) ?? 0) + 1)
  return name => {
    const [, second = ''] = name.trim().split(/\s+/)
    return (counts.get(first(name)) ?? 0) > 1 && second ? `${first(name)} ${second[0]}.` : first(name)
  }
}

/** Removes from the marks of a day all but first names. */
export function marksWithFirstNames<Of extends DayMarks>(day: Of): Of {
  const shortened = firstNamesOf(day.walkIns.map(({ name }) => name))
  return {
    ...day,
    marks: day.marks.map(mark => ({ ...mark, collectedBy: '' })),
    walkIns: day.walkIns.map(walkIn => ({ ...walkIn, name: shortened(walkIn.name), phone: '' })),
    ...{ notes: [], incidents: [] },
    strays: day.strays.map(stray => ({ ...stray, name: firstNamesOf([])(stray.name) })),
  }
}

/** Returns a register of first names and marks alone: no notes, surnames, contacts or answers (spec 4 §5.8). */
export function withFirstNames<Of extends Register>(register: Of): Of {
  const shortened = firstNamesOf(register.rows.map(({ name }) => name))
  return {
    ...marksWithFirstNames(register),
    notesShown: false,
    ...{ waiting: [], handOvers: [] },
    rows: register.rows.map(row => ({
      ...row,
      name: shortened(row.name),
      ...{
        accountId: null,
        age: null,
        months: undefined,
        birthday: null,
        note: '',
        question: '',
        answer: '',
      },
      ...{ medical: null, allergy: null, hasMedical: false, hasAllergy: false },
      ...{ contacts: [], pickUp: null, lastDays: [] },
    })),
  }
}

/** Returns a fire list of first names. */
export function fireListWithFirstNames(list: FireList): FireList {
  return {
    ...list,
    sessions: list.sessions.map(session => {
      const shortened = firstNamesOf(session.people.map(({ name }) => name))
      return {
        ...session,
        people: session.people.map(person => ({ ...person, name: shortened(person.name), contacts: [] })),
      }
    }),
  }
}

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysBetween, everyDay, mondayOf, todayInLondon, weekdayOf } from './calendar.ts'

const day = fc.integer({ min: -10_000, max: 40_000 }).map(days => addDays('2000-01-01', days))

describe('calendar days', () => {
  test('days cross months, years, leap days and clock changes', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2026-03-28', 2)).toBe('2026-03-30')
    expect(addDays('2026-10-26', -2)).toBe('2026-10-24')
  })

  test('adding and subtracting the same days returns the same day', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -800, max: 800 }), (date, days) => {
        expect(addDays(addDays(date, days), -days)).toBe(date)
        expect(daysBetween(date, addDays(date, days))).toBe(days)
      }),
    )
  })

  // Proves CONST-05.
  test('weekdays are named Mon to Sun', () => {
    expect(everyDay('2026-11-16', '2026-11-22').map(weekdayOf).join(' ')).toBe('Mon Tue Wed Thu Fri Sat Sun')
  })

  // Proves CONST-05.
  test('a week begins on Monday', () => {
    expect(mondayOf('2026-11-22')).toBe('2026-11-16')
    expect(mondayOf('2026-11-23')).toBe('2026-11-23')
    fc.assert(
      fc.property(day, date => {
        const monday = mondayOf(date)
        expect(weekdayOf(monday)).toBe('Mon')
        expect(everyDay(monday, addDays(monday, 6))).toContain(date)
      }),
    )
  })
})

describe('today in London', () => {
  test('London time is what a clock there shows at any moment', () => {
    const clock = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London', dateStyle: 'short' })
    const moments = fc.date({ min: new Date('1975-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(moments, moment => {
        expect(todayInLondon(moment)).toBe(clock.format(moment))
      }),
    )
    fc.assert(
      fc.property(moments, moment => {
        const lastHour = new Date(`${moment.toISOString().slice(0, 11)}23${moment.toISOString().slice(13)}`)
        expect(todayInLondon(lastHour)).toBe(clock.format(lastHour))
      }),
    )
  })

  test('the day in London changes an hour early in summer', () => {
    expect(todayInLondon(new Date('2026-07-01T23:30:00Z'))).toBe('2026-07-02')
    expect(todayInLondon(new Date('2026-12-01T23:30:00Z'))).toBe('2026-12-01')
  })
})

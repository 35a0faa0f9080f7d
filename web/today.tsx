import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { momentInLondon, todayInLondon } from '#domain/calendar.ts'
import { whenIdle } from './when-idle.ts'

/** A store instead of a value, because a context must not change while parts of the page are not hydrated. */
interface DayStore {
  /** The day on which the page was rendered. */
  renderedOn: string
  read: () => string
  watch: (onChange: () => void) => () => void
  lookAtClock: () => void
}

const DayContext = createContext<DayStore | undefined>(undefined)

function createDayStore(renderedOn: string): DayStore {
  const watchers = new Set<() => void>()
  let today = renderedOn
  return {
    renderedOn,
    read: () => today,
    watch: onChange => {
      watchers.add(onChange)
      return () => watchers.delete(onChange)
    },
    lookAtClock: () => {
      today = todayInLondon(new Date())
      for (const tell of watchers) tell()
    },
  }
}

/** Starts with the server's day, so that hydration matches, and then follows the clock past midnight. */
export function TodayProvider({ serverToday, children }: { serverToday: string; children: ReactNode }) {
  const [store] = useState(() => createDayStore(serverToday))
  useEffect(() => {
    const stopWaiting = whenIdle(store.lookAtClock)
    const timer = setInterval(store.lookAtClock, 60_000)
    return () => {
      stopWaiting()
      clearInterval(timer)
    }
  }, [store])
  return <DayContext value={store}>{children}</DayContext>
}

/** Returns today in London, '2026-03-29'. */
export function useToday(): string {
  const store = useContext(DayContext)
  if (!store) throw new Error('useToday needs a TodayProvider around it')
  return useSyncExternalStore(store.watch, store.read, () => store.renderedOn)
}

/** Returns the time in London, '2026-03-29 10:00'. Only for pages rendered in the browser. */
export function useNowInLondon(): string {
  const [now, setNow] = useState(() => momentInLondon(new Date()))
  useEffect(() => {
    const timer = setInterval(() => setNow(momentInLondon(new Date())), 10_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

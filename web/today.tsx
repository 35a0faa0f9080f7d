import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { momentInLondon, todayInLondon } from '#domain/calendar.ts'

const TodayContext = createContext<string | undefined>(undefined)

/** Starts with the server's day, so that both render the same, and then follows the clock past midnight. */
export function TodayProvider({ serverToday, children }: { serverToday: string; children: ReactNode }) {
  const [today, setToday] = useState(serverToday)
  useEffect(() => {
    const look = () => setToday(todayInLondon(new Date()))
    look()
    const timer = setInterval(look, 60_000)
    return () => clearInterval(timer)
  }, [])
  return <TodayContext value={today}>{children}</TodayContext>
}

/** Today in London, '2026-03-29'. */
export function useToday(): string {
  const today = useContext(TodayContext)
  if (!today) throw new Error('useToday needs a TodayProvider around it')
  return today
}

/** What a clock in London shows, '2026-03-29 10:00'. For pages that are rendered in the browser alone. */
export function useNowInLondon(): string {
  const [now, setNow] = useState(() => momentInLondon(new Date()))
  useEffect(() => {
    const timer = setInterval(() => setNow(momentInLondon(new Date())), 10_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

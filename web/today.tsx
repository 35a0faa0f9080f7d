import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { todayInLondon } from '#domain/calendar.ts'

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

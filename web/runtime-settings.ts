/** The settings that differ between installations. The server writes them into each page. */
export interface RuntimeSettings {
  apiBase: string
  imageBase: string
  publicUrl: string
  isDemo: boolean
  /** Whether demo accounts are offered on the log-in page. */
  hasDemoPeople: boolean
  /** The parts that the business does not use: each a `SitePart`. */
  lacks: readonly string[]
  /** The text for visitors while bookings are paused; '' if they are not. */
  pauseText: string
}

/** What differs between installations, known at run time: the server writes it into each page. */
export interface RuntimeSettings {
  apiBase: string
  imageBase: string
  publicUrl: string
  isDemo: boolean
  /** Whether the invented families are there to log in as. */
  hasDemoPeople: boolean
  /** What the business has none of: each a `SitePart`. */
  lacks: readonly string[]
}

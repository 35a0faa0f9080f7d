import type { Permission } from '#domain/office/permissions.ts'

/** A part of a topic. Its texts name what is pressed between asterisks, and may hold links. */
export interface GuidePart {
  title: string
  words?: readonly string[]
  /** The presses, one after the other. */
  steps?: readonly string[]
  /** The facts to know afterwards. */
  notes?: readonly string[]
}

export interface GuideTopic {
  id: string
  title: string
  /** The question that it answers, in one sentence. */
  about: string
  /** Only roles with this permission are shown the topic. */
  permission: Permission
  parts: readonly GuidePart[]
}

/** Writes a link of a text: `link('Terms', addresses.terms())` → `[Terms](/office/planner/terms)`. */
export const link = (words: string, address: string): string => `[${words}](${address})`

import { Share2 } from 'lucide-react'
import * as addresses from '#contract/addresses.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { useSettings } from '#web/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { showProblem, showSuccess } from '#web/ui/messages.tsx'
import type { ClickedSession } from './session-card.tsx'

/** Sends a session's address to a friend, in the phone's own way; where there is none, it is copied. */
export function ShareButton({ kind, session }: { kind: OfferingKind; session: ClickedSession }) {
  const { publicUrl } = useSettings()
  const { id: sessionId, date, title } = session
  const url = publicUrl + addresses.ofKind[kind].timetable({ date, sessionId })
  const share = async () => {
    if (navigator.share) {
      // Whoever closes the phone's sheet again has shared nothing, and knows.
      await navigator.share({ title, url }).catch(() => undefined)
      return
    }
    try {
      await navigator.clipboard.writeText(url)
      showSuccess('Link copied')
    } catch {
      // Refused by the browser, or not there for pages without https.
      showProblem(`This browser did not let us copy the link: ${url}`)
    }
  }
  return (
    <Button look="quiet" onClick={share}>
      <Share2 aria-hidden="true" className="icon" /> Share
    </Button>
  )
}

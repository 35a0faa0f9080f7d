import { Share2 } from 'lucide-react'
import * as addresses from '#contract/addresses.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { useSettings } from '#web/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { showProblem, showSuccess } from '#web/ui/messages.tsx'
import type { ClickedSession } from './session-card.tsx'

/** Shares a session's address with the phone's own sheet, else copies it. */
export function ShareButton({ kind, session }: { kind: OfferingKind; session: ClickedSession }) {
  const { publicUrl } = useSettings()
  const { id: sessionId, date, title } = session
  const url = publicUrl + addresses.ofKind[kind].timetable({ date, sessionId })
  const share = async () => {
    if (navigator.share) {
      // Closing the phone's share sheet needs no message.
      await navigator.share({ title, url }).catch(() => undefined)
      return
    }
    try {
      await navigator.clipboard.writeText(url)
      showSuccess('Link copied')
    } catch {
      // The browser refused, or the page has no clipboard because it lacks HTTPS.
      showProblem(`This browser did not let us copy the link: ${url}`)
    }
  }
  return (
    <Button look="quiet" onClick={share}>
      <Share2 aria-hidden="true" className="icon" /> Share
    </Button>
  )
}

import type { OfficeApi } from '#contract/office/client.ts'
import { showProblem } from '#web/ui/messages.tsx'
import { createMarkQueue, type MarkQueue } from './mark-queue.ts'
import { keepMarksOf } from './offline/kept-marks.ts'
import { keepSentMarks } from './offline/kept-registers.ts'

const clockKey = 'maypole.office.clock'
const keepClock = (offset: number) => localStorage.setItem(clockKey, String(offset))

/** The queue of this page's member. It outlives the page of a register, so that marks are sent from any. */
let present: { staffId: number; queue: MarkQueue } | undefined

/** Returns the queue of a member's marks, which is made once. */
export function queueOf(api: OfficeApi, member: { id: number; fullName: string }): MarkQueue {
  leaveQueueOfOthers(member.id)
  if (!present) {
    const queue = createMarkQueue({
      send: marks => api.registers.mark({ marks, by: member.id }),
      handIn: marks => api.registers.handIn({ marks, by: member.id }),
      kept: keepMarksOf(member.id),
      onRefused: showProblem,
      clock: { read: () => Number(localStorage.getItem(clockKey)), keep: keepClock },
      onSent: marks => void keepSentMarks(marks, member).catch(() => {}),
    })
    present = { staffId: member.id, queue }
    void queue.isRead.then(queue.flush)
  }
  return present.queue
}

/** Stops the queue of a member who used this page before. Their marks wait on the device until they are back. */
export function leaveQueueOfOthers(staffId: number): void {
  if (!present || present.staffId === staffId) return
  present.queue.stop()
  present = undefined
}

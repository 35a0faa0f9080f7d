import { IncompleteChildren } from '#web/site/children/incomplete-children.tsx'
import { MessageList } from '#web/site/notifications/message-list.tsx'

/** What lies under the bell. */
export const BellList = () => (
  <>
    <IncompleteChildren />
    <MessageList />
  </>
)

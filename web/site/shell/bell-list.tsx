import { IncompleteChildren } from '#web/site/children/incomplete-children.tsx'
import { MessageList } from '#web/site/notifications/message-list.tsx'

/** The list that the bell opens. */
export const BellList = () => (
  <>
    <IncompleteChildren />
    <MessageList />
  </>
)

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AutomaticMail } from '#contract/office/messages.ts'
import { type AutomaticKind, automaticMails } from '#domain/office/automatic-mails.ts'
import { useToday } from '#web/today.tsx'
import { spokenDate } from '#web/ui/british-dates.ts'
import { useOfficeApi } from '../office-api.ts'
import { DataTable } from '../ui/data-table.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { SidePanel } from '../ui/side-panel.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { wholeList } from '../ui/whole-list.ts'
import { AutomaticMailForm } from './automatic-mail-form.tsx'
import { automaticMailsQuery } from './message-queries.ts'
import { messageTabs } from './message-tabs.ts'

/** Lists the automatic mails. Each opens in a panel with its text and its switch. */
export function AutomaticMailsPage() {
  const mails = useQuery(automaticMailsQuery(useOfficeApi()))
  const today = useToday()
  const [opened, setOpened] = useState<AutomaticKind>()
  const mail = mails.data?.find(({ kind }) => kind === opened)
  return (
    <>
      <PageHead title="Automatic mails" tabs={messageTabs}>
        <p>Each goes by itself once you have read its text and switched it on.</p>
      </PageHead>
      <DataTable
        label="Automatic mails"
        list={wholeList(mails.data ?? [], mails)}
        keyOf={({ kind }) => kind}
        onOpen={({ kind }) => setOpened(kind)}
        columns={[
          { heading: 'Mail', cell: ({ kind }) => automaticMails[kind].title, isName: true },
          { heading: 'Subject', cell: ({ subject }) => subject },
          { heading: 'Last', cell: mail => lastOf(mail, today) },
          {
            heading: 'State',
            cell: ({ isOn }) => <StateWord is={isOn ? 'good' : 'off'}>{isOn ? 'On' : 'Off'}</StateWord>,
          },
        ]}
        empty={{ sentence: 'There are none' }}
      />
      {mail && (
        <SidePanel title={automaticMails[mail.kind].title} isWide onClose={() => setOpened(undefined)}>
          <AutomaticMailForm mail={mail} />
        </SidePanel>
      )}
    </>
  )
}

const lastOf = ({ lastRunOn }: AutomaticMail, today: string) =>
  lastRunOn ? spokenDate(lastRunOn, today) : 'Never'

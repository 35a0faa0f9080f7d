import { useState } from 'react'
import { momentInLondon } from '#domain/calendar.ts'
import { fullMoment } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { useCardAccount, usePaymentsCheck } from './business-queries.ts'
import { CardAccountForm } from './card-account-form.tsx'
import { hookWords, paymentWords } from './set-up-words.ts'

/** Shows the card account of the server's keys, never the keys. */
export function PaymentsStep() {
  const { data, dataUpdatedAt, error, isFetching, refetch } = usePaymentsCheck()
  const { data: account } = useCardAccount()
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      {!data && !error && (
        <Loading>
          <Skeleton shape="card" />
        </Loading>
      )}
      {data && (
        <>
          <p>
            <StateWord is={data.problem ? 'look' : data.mode === 'live' ? 'good' : 'part'}>
              {paymentWords[data.mode]}
            </StateWord>
          </p>
          {data.account && (
            <p>
              Connected to {data.account}, {data.mode}.
              {account?.setIn === 'environment' && ' Its keys are in the settings of the machine.'}
            </p>
          )}
          {data.problem && <p>Stripe answered: {data.problem}</p>}
          {data.mode !== 'none' && (
            <p className="quiet">
              {hookWords(data.lastHookAt)}.
              {data.lastHookAt === null && ' The first one comes with the first payment.'}
            </p>
          )}
          {data.lastPaymentAt && (
            <p className="quiet">
              The last payment came in on {fullMoment(momentInLondon(new Date(data.lastPaymentAt)))}.
            </p>
          )}
        </>
      )}
      {account?.setIn === 'office' && <CardAccountForm account={account} />}
      {account === undefined && data?.mode === 'none' && <p>The owner enters the keys here.</p>}
      {error ? (
        <p role="status">The payments could not be checked.</p>
      ) : (
        <p role="status" className="quiet figures">
          {isAsked ? `Checked ${momentInLondon(new Date(dataUpdatedAt)).slice(11)}` : '\u00a0'}
        </p>
      )}
      {data?.mode !== 'none' && (
        <p>
          <Button
            look="secondary"
            isBusy={isFetching}
            onClick={() => void refetch().then(() => setAsked(true))}
          >
            Check now
          </Button>
        </p>
      )}
    </>
  )
}

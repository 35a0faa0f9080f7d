import * as addresses from '#contract/addresses.ts'
import { Picture } from '#web/ui/picture.tsx'
import './class-pack-page.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { creditText } from '#domain/prices.ts'
import { useApi } from '#web/api.ts'
import { keepPendingAction, useResumedAction, useStandingAction } from '#web/navigation/pending-action.ts'
import { useNavigate } from '#web/navigation/router.tsx'
import { readToken } from '#web/session.ts'
import { siteTextsQuery } from '#web/site/content/queries.ts'
import { useCheckout } from '#web/site/payments/checkout.ts'
import { OrderInBrief } from '#web/site/payments/order-in-brief.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Form, SubmitButton } from '#web/ui/forms/form.tsx'
import { pounds } from '#web/ui/money.tsx'
import { PageHeading } from '#web/ui/showcase/page-heading.tsx'
import { RichText } from '#web/ui/showcase/rich-text.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { type ClassPack, packsQuery } from './packs-query.ts'
import { useBuyPack } from './queries.ts'

/** Shows the class packs to everybody (spec 1 §2). Buying one needs an account and asks first (decision C-14). */
export function ClassPackPage() {
  const api = useApi()
  const packs = useQuery(packsQuery(api))
  const { data: site } = useQuery(siteTextsQuery(api))
  const order = useBuyPack()
  const navigate = useNavigate()
  const { confirmed, isLeaving, confirmDialog } = useCheckout('pack')
  const [wanted, setWanted] = useState<{ packId: number }>()
  useStandingAction(wanted)
  const buy = async (packId: number) => {
    const pack = packs.data?.find(({ id }) => id === packId)
    if (!pack) return
    setWanted({ packId })
    if (!readToken()) {
      keepPendingAction({ packId })
      return navigate(addresses.logIn())
    }
    return confirmed(
      () => order.mutateAsync({ packId, shown: { totalPence: pack.pricePence, creditsUsed: 0 } }),
      <OrderInBrief
        facts={[
          ['What', pack.name],
          ['For', creditText(pack.credits)],
        ]}
        pence={pack.pricePence}
      >
        The credits are on your account as soon as the pack is paid for, and pay for classes when you book.
      </OrderInBrief>,
    )
  }
  useResumedAction<{ packId: number }>(packs.isSuccess, ({ packId }) => void buy(packId))
  return (
    <>
      <PageHeading title="Class Packs">{site?.packText && <RichText html={site.packText} />}</PageHeading>
      <div className="page-width page-end">
        {packs.isPending && (
          <Loading className="columns packs">
            {[1, 2, 3, 4].map(pack => (
              <Skeleton key={pack} className="pack-skeleton" />
            ))}
          </Loading>
        )}
        {packs.isError && !packs.data && <ErrorPanel onRetry={() => packs.refetch()} />}
        {packs.data?.length === 0 && (
          <EmptyState title="No packs on sale just now">Please look in again soon.</EmptyState>
        )}
        {packs.data && packs.data.length > 0 && (
          <Form onSend={text => buy(Number(text('pack')))} isBusy={isLeaving}>
            <ul className="columns packs">
              {packs.data.map(pack => (
                <li key={pack.id}>
                  <PackCard pack={pack} />
                </li>
              ))}
            </ul>
          </Form>
        )}
      </div>
      {confirmDialog}
    </>
  )
}

function PackCard({ pack }: { pack: ClassPack }) {
  const { name, credits, description, description2, pricePence } = pack
  return (
    <article className="card pack">
      {pack.image && <Picture path={pack.image} width={640} height={400} />}
      <div className="pack-words">
        <h2 className="subheading">{name}</h2>
        <p className="pack-credits">{credits === 1 ? '1 class' : `${credits} classes`}</p>
        {description && <p>{description}</p>}
        {description2 && <p className="small quiet">{description2}</p>}
      </div>
      <p className="heading strong figures">{pounds(pricePence)}</p>
      <SubmitButton act="order" name="pack" value={`${pack.id}`}>
        Buy Now<span className="sr-only">: {name}</span>
      </SubmitButton>
    </article>
  )
}

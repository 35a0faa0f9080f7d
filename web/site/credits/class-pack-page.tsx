import * as addresses from '#contract/addresses.ts'
import './class-pack-page.css'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { sentences } from '#domain/sentences.ts'
import { useApi } from '#web/api.ts'
import { useNavigate } from '#web/navigation/router.tsx'
import { readToken } from '#web/session.ts'
import { useImageUrl } from '#web/settings.ts'
import { siteTextsQuery } from '#web/site/content/queries.ts'
import { useCheckout } from '#web/site/payments/checkout.ts'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { showNote } from '#web/ui/messages.tsx'
import { pounds } from '#web/ui/money.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { RichText } from '#web/ui/rich-text.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type ClassPack, packsQuery, useBuyPack } from './queries.ts'

/** The class packs (spec 1 §2): open to all; buying one needs an account and asks first (decision C-14). */
export function ClassPackPage() {
  const api = useApi()
  const packs = useQuery(packsQuery(api))
  const { data: site } = useQuery(siteTextsQuery(api))
  const { buy, boughtId, confirmDialog } = usePackPurchase()
  return (
    <>
      <PageHeading title="Class Packs">{site?.packText && <RichText html={site.packText} />}</PageHeading>
      <div className="page-width page-end">
        {packs.isPending && <PacksSkeleton />}
        {packs.isError && <ErrorPanel onRetry={() => packs.refetch()} />}
        {packs.data?.length === 0 && (
          <EmptyState title="No packs on sale just now">Please look in again soon.</EmptyState>
        )}
        {packs.data && packs.data.length > 0 && (
          <ul className="packs">
            {packs.data.map(pack => (
              <li key={pack.id}>
                <PackCard pack={pack} isBusy={boughtId === pack.id} onBuy={() => buy(pack.id)} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {confirmDialog}
    </>
  )
}

/** Asks, orders and goes to the card page; one purchase at a time. */
function usePackPurchase() {
  const navigate = useNavigate()
  const order = useBuyPack()
  const { finish, isLeaving } = useCheckout()
  const [confirm, confirmDialog] = useConfirm()
  const isUnderWay = useRef(false)
  const buy = async (packId: number) => {
    if (!readToken()) return navigate(addresses.logIn())
    if (isUnderWay.current || isLeaving) return
    isUnderWay.current = true
    if (await confirm(sentences.confirmOrder)) {
      order.mutate(packId, { onSuccess: finish, onSettled: () => (isUnderWay.current = false) })
    } else {
      isUnderWay.current = false
      showNote(sentences.cancelled)
    }
  }
  const boughtId = order.isPending || isLeaving ? order.variables : undefined
  return { buy, boughtId, confirmDialog }
}

function PackCard({ pack, isBusy, onBuy }: { pack: ClassPack; isBusy: boolean; onBuy: () => void }) {
  const imageUrl = useImageUrl()
  const { name, credits, description, description2, pricePence } = pack
  return (
    <article className="card pack">
      {pack.image && <img src={imageUrl(pack.image)} alt="" width={640} height={400} />}
      <div className="pack-words">
        <h2 className="subheading">{name}</h2>
        <p className="pack-credits">{credits === 1 ? '1 class' : `${credits} classes`}</p>
        {description && <p>{description}</p>}
        {description2 && <p className="small quiet">{description2}</p>}
      </div>
      <p className="heading strong figures">{pounds(pricePence)}</p>
      <Button isBusy={isBusy} onClick={onBuy}>
        Buy Now<span className="sr-only">: {name}</span>
      </Button>
    </article>
  )
}

function PacksSkeleton() {
  return (
    <div role="status" className="packs">
      <span className="sr-only">Loading</span>
      {[1, 2, 3, 4].map(pack => (
        <Skeleton key={pack} className="pack-skeleton" />
      ))}
    </div>
  )
}

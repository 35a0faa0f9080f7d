import { pounds } from '#web/ui/money.tsx'

/** Labels a button “Proceed · pay £8.50”. The documented words are an element of their own (spec 2 §4). */
export const ProceedLabel = ({ words = 'Proceed', pence }: { words?: string; pence: number }) => (
  <>
    <span>{words}</span> <span>{`· pay ${pounds(pence)}`}</span>
  </>
)

import { trialPriceText } from './price-text.ts'

/** Labels a button “Trial · free”. The documented word is an element of its own (spec 1 §2). */
export const TrialLabel = ({ pricePence }: { pricePence: number }) => (
  <>
    <span>Trial</span> <span>{`· ${trialPriceText(pricePence)}`}</span>
  </>
)

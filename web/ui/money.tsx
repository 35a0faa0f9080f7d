import { pounds } from '#domain/money.ts'

export { pounds }

/** Shows money, always as £0.00. */
export function Money({ pence, className = '' }: { pence: number; className?: string }) {
  return <span className={`figures ${className}`}>{pounds(pence)}</span>
}

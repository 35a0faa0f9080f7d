/** 1250 → '£12.50'. */
export function pounds(pence: number): string {
  const whole = String(Math.trunc(Math.abs(pence) / 100)).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${pence < 0 ? '−' : ''}£${whole}.${String(Math.abs(pence) % 100).padStart(2, '0')}`
}

/** Money, always as £0.00. */
export function Money({ pence, className = '' }: { pence: number; className?: string }) {
  return <span className={`figures ${className}`}>{pounds(pence)}</span>
}

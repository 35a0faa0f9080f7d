/** 125000 → '£1,250.00'. */
export function pounds(pence: number): string {
  const whole = String(Math.trunc(Math.abs(pence) / 100)).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${pence < 0 ? '−' : ''}£${whole}.${String(Math.abs(pence) % 100).padStart(2, '0')}`
}

/** Returns one reward point for every whole pound paid by card (decision E-27). */
export const pointsFor = (paidPence: number): number => Math.floor(paidPence / 100)

const storageKey = 'maypole.discountCode'

/** The discount code that was entered where something was put into the basket: its checkout begins with it, in this tab. */
export const carriedCode = (): string => sessionStorage.getItem(storageKey) ?? ''

export const carryCode = (code: string): void => sessionStorage.setItem(storageKey, code)

declare const brand: unique symbol

/** Proves that a token was verified: only `recogniseActor` and registration create one. */
export type AccountId = number & { readonly [brand]: 'AccountId' }

/** The caller. `ip` keys rate limits; only hashes of it are stored. */
export interface Visitor {
  accountId: undefined
  ip: string
}
export interface SignedIn {
  accountId: AccountId
  tokenId: number
  ip: string
}
export type Actor = Visitor | SignedIn

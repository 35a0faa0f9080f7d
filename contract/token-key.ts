/** The key under which a browser stores the token of a signed-in parent (spec 1 §6). */
export const tokenKey = 'maypole.token'

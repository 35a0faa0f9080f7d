/** What families are asked before news and offers go to them. Their answer is kept with these words (decision O-37). */
export const offersQuestion = 'Would you like to receive offers by email?'

/** The question asked before a family gets news and offers. Its wording is stored with the answer (decision O-37). */
export const offersQuestion = 'Would you like to receive offers by email?'

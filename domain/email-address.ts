/** Whether a mail could be sent there: one address, nothing that means something else in a mail's header. */
export const isEmailAddress = (text: string): boolean =>
  text.length <= 254 && /^[^\s@<>(),;:"\\[\]]{1,64}@[^\s@<>(),;:"\\[\]]+\.[^\s@<>(),;:"\\[\].]+$/.test(text)

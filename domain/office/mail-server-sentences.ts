/** The office's messages about the mail server. */
export const mailServerSentences = {
  hostName: 'Please enter a host name, such as smtp.example.co.uk',
  port: 'Please choose one of the ports',
  passwordRequired: 'Please enter the password of this user',
  passwordAgain: 'Please enter the password again: it belongs to another server or user',
  senderRequired: 'Please enter a valid email address',
  ownNetwork: 'This name leads to a machine of our own network',
  unknownHost: 'There is no server of this name',
  noAnswer: 'It does not answer at this port. Check name and port',
  notEncrypted: 'It does not encrypt the connection, or its certificate is for another name',
  noSignIn: 'It offers no sign-in that we know',
  fixed: 'The mail server is in the settings of the machine, so it cannot be changed here',
  practice: 'In demo mode mails stay in the practice mailbox',
  noneYet: 'Please enter the mail server first',
  /** Quotes a mail server: “It answered: 535 5.7.8 authentication failed”. */
  answered: (answer: string): string => `It answered: ${answer}`,
} as const

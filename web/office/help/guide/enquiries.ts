import * as addresses from '#contract/office/addresses.ts'
import { type GuideTopic, link } from './guide-topic.ts'

export const enquiries: GuideTopic = {
  id: 'enquiries',
  title: 'Enquiries',
  about: 'Answer what visitors ask on your site, without two people answering at once.',
  permission: 'enquiry.answer',
  parts: [
    {
      title: 'Answer one',
      steps: [
        `Open it in ${link('Enquiries', addresses.enquiries())}.`,
        'Write the answer, or begin with one of your texts.',
        'Press *Send*, or *Send and mark as done*. It goes by email. Their answer comes to the business’s mailbox, not here.',
      ],
      notes: [
        'If a colleague answers while you write, you are told, and yours is not sent until you have read theirs.',
        'They left no email address? Ring them, then press *Answered elsewhere*.',
      ],
    },
    {
      title: 'Keep order',
      words: [
        '*Who looks after it* says whose it is. *Add a note for colleagues* keeps what is not for the family. *Spam* puts it away.',
        '*Add as a family* makes a family out of it, with what they wrote filled in.',
      ],
    },
    {
      title: 'Texts for answers',
      words: [
        `Save what you answer often in ${link('Texts for answers', addresses.replyTexts())}. Managers and owners can change them.`,
      ],
    },
  ],
}

import * as addresses from '#contract/office/addresses.ts'
import { type GuideTopic, link } from './guide-topic.ts'

export const site: GuideTopic = {
  id: 'site',
  title: 'Your site',
  about: 'Change its texts and pictures, and what it offers.',
  permission: 'site.edit',
  parts: [
    {
      title: 'Texts',
      words: [
        `${link('Texts of the site', addresses.texts())} lists every text that you can change, also the terms and the privacy policy. Each keeps its *Earlier versions*, which can be brought back.`,
        'A text of the law can be given a day from which it holds. Parents can still read the version before.',
        'Two texts are lists, a line each. *What parents look for* takes facts, like your checks and your registration: they stand on the home page and with each class. *What parents say* takes sentences of parents with their names.',
      ],
    },
    {
      title: 'Pictures',
      words: [
        `A photo can be uploaded where a form asks for a picture, and cropped there; a large one is made smaller. ${link('Pictures', addresses.pictures())} keeps them to be used again.`,
      ],
    },
    {
      title: 'Types, venues, ages',
      words: [
        `They stand in the ${link('Catalogue', addresses.types())}. What is switched off stays for what is booked and is offered no more. *Sort* decides in which order parents see them.`,
        'Before you save, *Preview* shows the page as parents will see it.',
      ],
    },
    {
      title: 'Questions that you hear often',
      words: [
        `Answer them once in ${link('Help articles', addresses.articles())}: parents find them under Help on your site.`,
      ],
    },
  ],
}

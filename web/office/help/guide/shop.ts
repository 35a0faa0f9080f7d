import * as addresses from '#contract/office/addresses.ts'
import { type GuideTopic, link } from './guide-topic.ts'

export const shop: GuideTopic = {
  id: 'shop',
  title: 'The shop and parcels',
  about: 'Sell products, send them, and keep count of what is on the shelf.',
  permission: 'stock.move',
  parts: [
    {
      title: 'Put a product on sale',
      steps: [
        `Press *New product* in ${link('Products', addresses.products())}. It needs a category.`,
        'Once it is saved, sizes can be added, each with its own stock.',
        'Tick *Offered*, and it stands in the shop.',
      ],
      notes: [
        `Postage is set in ${link('Business', addresses.business())} under *Postage*, with the tick that lets families collect at their next class.`,
      ],
    },
    {
      title: 'Send what was ordered',
      steps: [
        `Open ${link('Orders to send', addresses.toSend())}. The oldest stands first.`,
        'Tick orders and press *Print packing list* or *Print labels*.',
        'Press *Mark as sent*, or *Mark as handed over* for those who collect. The customer is told, and this cannot be undone.',
      ],
    },
    {
      title: 'Count the shelf',
      words: [
        'Open *Stock* beside a product: *Received* adds what came, *Counted* sets what is there, *Written off* takes away what is gone. You can be mailed when stock is low.',
      ],
    },
    {
      title: 'Class packs and discount codes',
      words: [
        `A pack in ${link('Class packs', addresses.packs())} is a number of credits at one price. A class can be paid with credits if it has a price in them.`,
        `Managers make ${link('discount codes', addresses.codes())}: per cent or an amount off, with first and last day and how often each may be used.`,
      ],
    },
  ],
}

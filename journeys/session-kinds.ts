/**
 * The paths of classes and of events, as the documents spell them. They share their pages, so what is alike is walked
 * once: with classes on the phone, with events at the desk.
 */
export const sessionKinds = [
  {
    kind: 'class',
    tag: '@phone',
    area: 'Course',
    booking: 'Course_Order',
    order: 'course_order',
    basket: 'course_cart',
  },
  {
    kind: 'event',
    tag: '@desk',
    area: 'Events',
    booking: 'Events_Order',
    order: 'Events_order',
    basket: 'Events_cart',
  },
] as const

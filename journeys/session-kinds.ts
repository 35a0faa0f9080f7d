/** The paths of classes and of events, as the documents spell them. */
export const sessionKinds = [
  {
    kind: 'class',
    area: 'Course',
    booking: 'Course_Order',
    order: 'course_order',
    basket: 'course_cart',
  },
  {
    kind: 'event',
    area: 'Events',
    booking: 'Events_Order',
    order: 'Events_order',
    basket: 'Events_cart',
  },
] as const

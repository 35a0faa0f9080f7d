/** What the published address of a selectCourse page carries (spec 1 §2): a type, a venue, the chosen offering. */
export const choicePageParameters = {
  typeId: 'course_type_id',
  venueId: 'course_shop_id',
  offeringId: 'big_course',
} as const

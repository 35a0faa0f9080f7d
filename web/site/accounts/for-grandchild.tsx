/** Explains to grandparents and friends of a family how they book for its child. */
export const ForGrandchild = () => (
  <details>
    <summary className="text-link press-line">I am booking for a grandchild</summary>
    <p className="quiet">
      You can. Sign up in your own name, and add your grandchild under “Add a child” with the parents as the
      emergency contacts, so that we reach them. The booking, its mails and the receipt come to you.
    </p>
  </details>
)

/** Says what somebody who books should know first; none of it stops them. It is read aloud when it appears. */
export const Hints = ({ sentences }: { sentences: string[] }) => (
  <div role="status" className={sentences.length > 0 ? 'hint-box' : undefined}>
    {sentences.map(sentence => (
      <p key={sentence}>{sentence}</p>
    ))}
  </div>
)

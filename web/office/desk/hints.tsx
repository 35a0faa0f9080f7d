/** Shows what staff should know before they book. None of it prevents the booking. Screen readers announce it. */
export const Hints = ({ sentences }: { sentences: string[] }) => (
  <div role="status" className={sentences.length > 0 ? 'hint-box' : undefined}>
    {sentences.map(sentence => (
      <p key={sentence}>{sentence}</p>
    ))}
  </div>
)
